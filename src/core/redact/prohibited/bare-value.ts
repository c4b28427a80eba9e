import type { Span } from '../span.ts'
import { isOrdinaryWord, isPlainWord } from './ordinary-word.ts'

/** The longest value. Other rules search the text after it. */
const maxLength = 4096
/** The longest phrase, in words. */
const maxWords = 12
const typographic: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '„': '“', '«': '»' }

/** Reads a value up to its closing quote, else to the end of the line. Undefined if no quote opens, null if the quotes are empty. */
export function readQuotedValue(text: string, from: number): Span | null | undefined {
  const quote = /^(?:\\{0,3}["'`]|[“‘„«])/.exec(text.slice(from, from + 4))?.[0]
  if (quote === undefined) return undefined
  const line = readLine(text, from)
  const close = findClosingQuote(line, quote)
  return close > quote.length ? { start: from + quote.length, end: from + close } : null
}

/** Reads a value up to the next space, without the punctuation at its end. */
export function readBareValue(text: string, from: number): Span | null {
  const [bare = ''] = readLine(text, from).split(/\s/, 1)
  const end = bare.replace(/[.,;:)}>"'`]+$/, '').length
  return end === 0 ? null : { start: from, end: from + end }
}

/** Reads a bare value without the brackets or the emphasis around it. */
export function readStrippedValue(text: string, from: number): Span | null {
  const opened = /^[([{<*_~]{0,4}/.exec(text.slice(from, from + 4))![0].length
  const value = readBareValue(text, from + opened)
  if (value === null) return null
  const end = value.start + text.slice(value.start, value.end).replace(/[\]!?*_~]{1,4}$/, '').length
  return end === value.start ? null : { start: value.start, end }
}

/** Finds the end of a value that continues after a space: groups of digits and, if `likely`, words that do not form a sentence. */
export function findPhraseEnd(text: string, { start, end }: Span, likely: boolean): number {
  const first = text.slice(start, end)
  const isNumber = /^\d{1,20}$/.test(first)
  if (!isNumber && !(likely && isPlainWord(first))) return end
  let at = end
  for (let count = 1; count < maxWords; count++) {
    const next = /^[ \t]{1,3}([^\s.,;:)}>"'`!?]{1,60})/.exec(text.slice(at, at + 64))
    if (next === null) break
    const word = next[1]!
    if (isNumber ? !/^\d{1,20}$/.test(word) : !isPlainWord(word) || isOrdinaryWord(word)) break
    at += next[0].length
  }
  return at
}

function readLine(text: string, from: number): string {
  return text.slice(from, from + maxLength).split(/[\r\n]/, 1)[0]!
}

/** Finds the closing quote with as many escapes as the opening one, or the end of the line. */
function findClosingQuote(line: string, quote: string): number {
  const mark = typographic[quote] ?? quote.at(-1)!
  for (let at = line.indexOf(mark, quote.length); at !== -1; at = line.indexOf(mark, at + 1)) {
    let escapes = 0
    while (line[at - 1 - escapes] === '\\' && at - escapes > quote.length) escapes++
    if (escapes <= quote.length - 1) return at - escapes
  }
  return line.length
}
