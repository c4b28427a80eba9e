import { findHidden } from './find-hidden.ts'

/** The text with every span replaced, as a caller does it. */
export function without(text: string): string {
  let from = 0
  let kept = ''
  for (const span of findHidden(text)) {
    kept += text.slice(from, span.start) + span.replacement
    from = span.end
  }
  return kept + text.slice(from)
}

/** ASCII written in tag characters. */
export function inTags(text: string): string {
  return [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('')
}

const cancel = '\u{e007f}'

export function flag(code: string): string {
  return `\u{1f3f4}${inTags(code)}${cancel}`
}

/** Bytes written in variation selectors, one after the other: the GlassWorm way. */
export function inSelectors(text: string): string {
  return [...text]
    .map((letter) => letter.charCodeAt(0))
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('')
}
