import { type CharacterSetName, characterSet, characterSets, runEnd } from '../character-sets.ts'

/** A run of characters of one set. */
export interface Run {
  readonly characters: string
  readonly min: number
  readonly max: number
}

export type Part = string | Run

/** `ghp_{alnum:36}` as its parts. Throws on what is no shape: shapes are ours. */
export function partsOf(shape: string): readonly Part[] {
  const parts: Part[] = []
  for (let at = 0; at < shape.length; ) {
    const open = shape.indexOf('{', at)
    if (open === -1) parts.push(shape.slice(at))
    else if (open > at) parts.push(shape.slice(at, open))
    if (open === -1) break
    const close = shape.indexOf('}', open)
    parts.push(runOf(shape.slice(open + 1, close), shape))
    at = close + 1
  }
  return parts
}

/** `alnum:36`, `alnum:12-20` or `alnum:40+`. */
function runOf(run: string, shape: string): Run {
  const colon = run.indexOf(':')
  const name = run.slice(0, colon)
  const min = Number.parseInt(run.slice(colon + 1), 10)
  if (!(name in characterSets) || Number.isNaN(min)) throw new Error(`"${shape}" has no run like "{${run}}"`)
  const characters = characterSets[name as CharacterSetName]
  if (run.endsWith('+')) return { characters, min, max: Number.POSITIVE_INFINITY }
  const dash = run.indexOf('-', colon)
  return { characters, min, max: dash === -1 ? min : Number.parseInt(run.slice(dash + 1), 10) }
}

/** Characters, and the run of them that was met last: in a text of nothing but beginnings every place asks for the same end. */
interface Memory {
  readonly set: Uint8Array
  from: number
  end: number
}

const memories = new Map<string, Memory>()

function memoryOf(characters: string): Memory {
  let memory = memories.get(characters)
  if (memory === undefined) {
    memory = { set: characterSet(characters), from: 1, end: 0 }
    memories.set(characters, memory)
  }
  return memory
}

/** Where the run of these characters that begins at `at` ends. It remembers: `forgetRuns` before another text. */
export function endOfRun(text: string, at: number, characters: string): number {
  const memory = memoryOf(characters)
  if (at < memory.from || at > memory.end) {
    memory.from = at
    memory.end = runEnd(text, at, memory.set)
  }
  return memory.end
}

/** The same, but not beyond `stop`, which is near. */
export function nearEndOfRun(text: string, at: number, stop: number, characters: string): number {
  return runEnd(text, at, memoryOf(characters).set, Math.min(stop, text.length))
}

/** Where the run of these characters that ends at `end` begins; not before `floor`. */
export function startOfRun(text: string, end: number, floor: number, characters: string): number {
  const { set } = memoryOf(characters)
  let start = end
  while (start > floor && set[text.charCodeAt(start - 1)] === 1) start--
  return start
}

/** Where parts that begin at `begin` end, each within its length; -1 if one is not there. */
export function partsEnd(parts: readonly Part[], text: string, begin: number): number {
  let end = begin
  for (const part of parts) {
    const from = end
    if (typeof part === 'string') {
      if (!text.startsWith(part, from)) return -1
      end += part.length
      continue
    }
    end =
      part.max === Number.POSITIVE_INFINITY
        ? endOfRun(text, from, part.characters)
        : nearEndOfRun(text, from, from + part.max, part.characters)
    if (end - from < part.min) return -1
  }
  return end
}

/** No part before an anchor is longer. */
const longestBefore = 256

/** Where parts that end at `end` begin; -1 if one is not there. */
export function partsStart(parts: readonly Part[], text: string, end: number): number {
  let start = end
  for (const part of parts.toReversed()) {
    const last = start
    if (typeof part === 'string') {
      start -= part.length
      if (start < 0 || !text.startsWith(part, start)) return -1
      continue
    }
    start = startOfRun(text, last, Math.max(0, last - Math.min(part.max, longestBefore)), part.characters)
    if (last - start < part.min) return -1
  }
  return start
}

export function forgetRuns(): void {
  for (const memory of memories.values()) {
    memory.from = 1
    memory.end = 0
  }
}
