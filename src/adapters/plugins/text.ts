import { failed, type Limits, Trouble, tooLarge } from './trouble.ts'

/** The text of an answer, with `\n` line ends and without a mark at its beginning. */
export function textOf(bytes: Buffer, limits: Limits): string {
  if (bytes.length > limits.maxBytes) throw tooLarge(limits)
  if (bytes.includes(0)) throw new Trouble('binary', 'answered with NUL bytes, which no text has')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Trouble('not-utf8', 'answered with bytes that are not UTF-8')
  }
  if (text.trim() === '') throw failed('answered with nothing')
  return text.replace(/\r\n?/g, '\n')
}
