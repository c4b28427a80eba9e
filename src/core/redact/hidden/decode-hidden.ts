import type { HiddenSpan } from './find-hidden.ts'

/** Decodes hidden text: tags are letters, variation selectors are bytes, escape sequences contain text. */
export function decodeHidden(text: string, hidden: readonly HiddenSpan[]): string {
  let decoded = ''
  for (const { start, end } of hidden) {
    for (const character of text.slice(start, end)) decoded += decodeCharacter(character.codePointAt(0)!)
  }
  return decoded
}

function decodeCharacter(code: number): string {
  if (code >= 0xe0020 && code <= 0xe007e) return String.fromCharCode(code - 0xe0000)
  if (code >= 0xfe00 && code <= 0xfe0f) return decodePrintable(code - 0xfe00)
  if (code >= 0xe0100 && code <= 0xe01ef) return decodePrintable(code - 0xe0100 + 16)
  return decodePrintable(code)
}

function decodePrintable(code: number): string {
  return code === 10 || (code >= 32 && code < 127) ? String.fromCharCode(code) : ''
}
