import type { Agent, MemoryLimit } from '../../../agents/index.ts'
import { utf8Length } from '../../../core/values/index.ts'

/** Gives a file; null where there is none. */
type TextOf = (path: string) => string | null

interface Files {
  /** By path in the project. */
  readonly textOf: TextOf
  /** By path below the home of the user. */
  readonly userTextOf: TextOf
}

/** What an agent has read by itself when a session starts, by path in the project: its memory, and what that imports. */
export function listAgentInstructionFiles(agent: Agent, { textOf, userTextOf }: Files): string[] {
  const { memory, memoryToo = [], importSteps = 0 } = agent
  const texts = new Map<string, string>()
  const load = (paths: readonly string[]) =>
    paths.filter((path) => {
      const text = texts.has(path) ? null : textOf(path)
      if (text !== null) texts.set(path, text)
      return text !== null
    })
  const further = load(memoryToo)
  // In place of the first it may take another one; whether it does so beside further ones, nobody has measured.
  const first = memory.find((path, i) => (i === 0 || further.length === 0) && load([path]).length > 0)
  const byUser = load(namedByUser(agent, { textOf, userTextOf }))
  let latest = [...(first === undefined ? [] : [first]), ...further, ...byUser]
  for (let step = 0; step < importSteps && latest.length > 0; step += 1) {
    latest = load(
      latest.flatMap((path) => importsIn(texts.get(path)!).flatMap((to) => inProject(path, to) ?? [])),
    )
  }
  if (first !== undefined && !isWhole(agent, texts.get(first)!, { textOf, userTextOf })) return []
  const same = memory.filter((path) => first !== undefined && textOf(path) === texts.get(first))
  const named = load(namedBy(agent, textOf))
  return [...new Set([...same, ...texts.keys(), ...named])]
}

/** What it loads only the beginning of has to be sent, or the rest would be missing. */
function isWhole({ memoryLimit: memoryCap }: Agent, text: string, files: Files): boolean {
  if (memoryCap === undefined) return true
  const before = files.userTextOf(memoryCap.user) ?? ''
  return utf8Length(before) + utf8Length(text) <= bytesOf(memoryCap, files)
}

/** None where a project says another number, which counts only where the agent trusts it, or where it is not understood. */
function bytesOf({ bytes, setting }: MemoryLimit, { textOf, userTextOf }: Files): number {
  const { file, key } = setting
  if (textOf(file)?.includes(key) === true) return 0
  const own = userTextOf(file)
  if (own?.includes(key) !== true) return bytes
  return Number(new RegExp(`^\\s*${key}\\s*=\\s*(\\d+)\\s*(?:#.*)?$`, 'm').exec(own)?.[1] ?? 0)
}

/** A pattern names no file, and settings with comments are not read: what they name is sent once more. */
function namedBy({ memoryNamed }: Agent, textOf: TextOf): string[] {
  if (memoryNamed === undefined) return []
  return memoryNamed.files.flatMap((file) => {
    try {
      const names: unknown = JSON.parse(textOf(file) ?? '{}')[memoryNamed.key]
      return Array.isArray(names) ? pathsOf(file, names) : []
    } catch {
      return []
    }
  })
}

/** Where a project names some, too, nobody here knows which of them count. */
function namedByUser({ memoryNamedByUser: rule }: Agent, { textOf, userTextOf }: Files): string[] {
  if (rule === undefined) return []
  const [outer, inner] = rule.key
  const namesIn = (text: string | null): unknown => JSON.parse(text ?? '{}')[outer]?.[inner]
  try {
    const names = namesIn(userTextOf(rule.file))
    return names === undefined || namesIn(textOf(rule.file)) !== undefined ? [] : pathsOf('', [names].flat())
  } catch {
    return []
  }
}

function pathsOf(from: string, names: readonly unknown[]): string[] {
  const texts = names.filter((one) => typeof one === 'string')
  return texts.flatMap((one) => (one.startsWith('/') ? [] : (inProject(from, one) ?? [])))
}

/** Code and comments hold none. */
function importsIn(text: string): string[] {
  if (!text.includes('@')) return []
  const plain: string[] = []
  let fence: string | null = null
  for (const line of withoutComments(text).split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) fence = mark?.startsWith(fence) === true ? null : fence
    else if (mark !== undefined) fence = mark
    else plain.push(...line.split('`').filter((_, i) => i % 2 === 0))
  }
  return plain.flatMap((part) => [...part.matchAll(/(?:^|\s)@([\w.][^\s\\#]*)/g)].map(([, path]) => path!))
}

function withoutComments(text: string): string {
  const [before = '', ...rest] = text.split('<!--')
  return before + rest.map((part) => part.split('-->').slice(1).join('-->')).join('')
}

/** Where it leads from a file, as a path in the project; null when it leads out of it. */
function inProject(from: string, to: string): string | null {
  const segments = from.split('/').slice(0, -1)
  for (const segment of to.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return null
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}
