import { makePluginFailure, makeSizeTrouble, type PluginRunLimits, PluginTrouble } from './trouble.ts'

/** Decodes an answer, with `\n` line ends and without a byte order mark. */
export function decodeAnswer(bytes: Buffer, limits: PluginRunLimits): string {
  if (bytes.length > limits.maxBytes) throw makeSizeTrouble(limits)
  if (bytes.includes(0)) throw new PluginTrouble('binary', 'answered with NUL bytes, which no text has')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PluginTrouble('not-utf8', 'answered with bytes that are not UTF-8')
  }
  if (text.trim() === '') throw makePluginFailure('answered with nothing')
  return text.replace(/\r\n?/g, '\n')
}
