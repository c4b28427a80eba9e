import type { Span } from './span.ts'

/** A text with its compatibility characters folded by NFKC (`：` to `:`), and a map to the original. */
export interface NfkcText {
  readonly text: string
  /** Maps a span of the folded text to whole characters of the original. */
  origin(span: Span): Span
}

export function foldNfkc(text: string): NfkcText {
  // ASCII needs no map.
  if (!/[^\0-\x7f]/.test(text)) return { text, origin: (span) => span }
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const plain = character.charCodeAt(0) < 128 ? character : foldCharacter(character)
    for (let i = 0; i < plain.length; i++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    folded += plain
    at += character.length
  }
  return {
    text: folded,
    origin: ({ start, end }) => ({
      start: starts[start] ?? text.length,
      end: end > start ? ends[end - 1]! : (starts[start] ?? text.length),
    }),
  }
}

/** Folds one character at a time, so that two characters never become one. Half a surrogate pair stays as it is. */
function foldCharacter(character: string): string {
  const form = character.normalize('NFKC')
  return form.length <= maxFormLength ? form : character
}

/** One Arabic character folds to a whole sentence. A text made of it would grow eighteenfold. */
const maxFormLength = 4
