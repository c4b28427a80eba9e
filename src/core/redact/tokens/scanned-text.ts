import { findRunEnd } from '../character-sets.ts'
import { looksLikePlaceholder } from '../placeholder.ts'
import type { ShapePart } from './token-shape.ts'

/**
 * One text during one search for tokens. It remembers the last result for each character set: in a text that consists
 * of token beginnings, every position asks for the same end, and the search must stay linear.
 */
export class ScannedText {
  readonly text: string
  private readonly runs = new Map<Uint8Array, { from: number; end: number }>()
  private readonly placeholder = { start: -1, end: -1, matches: false }

  constructor(text: string) {
    this.text = text
  }

  /** Finds the end of the run of these characters that begins at `at`. */
  findRunEnd(at: number, set: Uint8Array): number {
    const run = this.runs.get(set)
    if (run !== undefined && at >= run.from && at <= run.end) return run.end
    const end = findRunEnd(this.text, at, set)
    if (run === undefined) this.runs.set(set, { from: at, end })
    else {
      run.from = at
      run.end = end
    }
    return end
  }

  /** The same as `findRunEnd`, but never beyond `stop`, which must be near. */
  findNearRunEnd(at: number, stop: number, set: Uint8Array): number {
    return findRunEnd(this.text, at, set, Math.min(stop, this.text.length))
  }

  /** Finds the end of parts that begin at `begin`, each within its length; -1 if one is missing. */
  findPartsEnd(parts: readonly ShapePart[], begin: number): number {
    let end = begin
    for (const part of parts) {
      const from = end
      if (typeof part === 'string') {
        if (!this.text.startsWith(part, from)) return -1
        end += part.length
        continue
      }
      end =
        part.max === Number.POSITIVE_INFINITY
          ? this.findRunEnd(from, part.set)
          : this.findNearRunEnd(from, from + part.max, part.set)
      if (end - from < part.min) return -1
    }
    return end
  }

  /** Finds the beginning of parts that end at `end`; -1 if one is missing. */
  findPartsStart(parts: readonly ShapePart[], end: number): number {
    let start = end
    for (const part of parts.toReversed()) {
      const last = start
      if (typeof part === 'string') {
        start -= part.length
        if (start < 0 || !this.text.startsWith(part, start)) return -1
        continue
      }
      start = findRunStart(this.text, { end: last, maxLength: Math.min(part.max, maxBeforeLength) }, part.set)
      if (last - start < part.min) return -1
    }
    return start
  }

  /** Whether the first characters of this piece are a placeholder. Remembers the last result, because formats with the same anchor share a piece. */
  isPlaceholder(start: number, end: number): boolean {
    const { placeholder } = this
    const stop = Math.min(end, start + maxPlaceholderLength)
    if (placeholder.start !== start || placeholder.end !== stop) {
      placeholder.start = start
      placeholder.end = stop
      placeholder.matches = looksLikePlaceholder(this.text, start, stop)
    }
    return placeholder.matches
  }
}

const maxPlaceholderLength = 64
/** Every part before an anchor is at most this long. */
const maxBeforeLength = 256

/** Finds the beginning of the run of these characters that ends at `end`, at most `maxLength` characters before it. */
export function findRunStart(
  text: string,
  { end, maxLength }: { readonly end: number; readonly maxLength: number },
  set: Uint8Array,
): number {
  const floor = Math.max(0, end - maxLength)
  let start = end
  while (start > floor && set[text.charCodeAt(start - 1)] === 1) start--
  return start
}
