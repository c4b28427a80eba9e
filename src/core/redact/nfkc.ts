import type { Span } from './span.ts'

/** A text with its compatible characters as they are usually written (`：` as `:`), and the way back. */
export interface Folded {
  readonly text: string
  /** Where a piece of it stands in the text that it was made of, whole characters of it. */
  origin(span: Span): Span
}

export function folded(text: string): Folded {
  // Most texts have no such character, and need no map.
  if (!/[^\0-\x7f]/.test(text)) return { text, origin: (span) => span }
  const starts: number[] = []
  const ends: number[] = []
  let made = ''
  let at = 0
  for (const character of text) {
    const plain = character.charCodeAt(0) < 128 ? character : usual(character)
    for (let i = 0; i < plain.length; i++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    made += plain
    at += character.length
  }
  return {
    text: made,
    origin: ({ start, end }) => ({
      start: starts[start] ?? text.length,
      end: end > start ? ends[end - 1]! : (starts[start] ?? text.length),
    }),
  }
}

/** Letter by letter: nothing grows together that stood apart. Half a character has no form. */
function usual(character: string): string {
  const form = character.normalize('NFKC')
  return form.length <= longestForm ? form : character
}

/** One Arabic letter stands for a whole sentence; a text may consist of it. */
const longestForm = 4
