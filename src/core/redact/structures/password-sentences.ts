import type { Span } from '../span.ts'
import { judgeValue } from './judge-value.ts'
import { readWrittenValue } from './written-value.ts'

const saying = 'assword is '

/** `The password is '…'`: said in so many words. */
export function findPasswordSentences(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(saying); at !== -1; at = text.indexOf(saying, at + saying.length)) {
    const value = readWrittenValue(text, at + saying.length)
    if (value !== null && judgeValue(text.slice(value.start, value.end), 'password', value.quoted))
      spans.push({ start: value.start, end: value.end })
  }
  return spans
}
