import type { Span } from '../span.ts'
import { judgeValue } from './judge-value.ts'
import { readWrittenValue } from './written-value.ts'

const phrase = 'assword is '

/** Finds the value in the sentence `The password is '…'`. */
export function findPasswordSentences(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + phrase.length)) {
    const value = readWrittenValue(text, at + phrase.length)
    if (value !== null && judgeValue(text.slice(value.start, value.end), 'password', value.quoted))
      spans.push({ start: value.start, end: value.end })
  }
  return spans
}
