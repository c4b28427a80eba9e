import type { OutsideRule, Span } from '../span.ts'

const dash = '[-\\u2010-\\u2015]'
const opened = new RegExp(`${dash}{2,8}[ \\t]{0,4}BEGIN[^\\r\\n]{0,80}$`, 'i')
const closed = new RegExp(`^(?:[ _]BLOCK)?[ \\t]{0,4}${dash}{0,8}`, 'i')
/** The rule reads at most this much of a line before and after its words. */
const maxLineLength = 100

/** Finds the first line of a private key of any kind, because a key that was cut off is still a key. */
export const keyLineRule: OutsideRule = {
  id: 'word',
  find(text) {
    const spans: Span[] = []
    for (const { 0: found, index } of text.matchAll(/PRIVATE[ _]KEY/gi)) {
      const line = opened.exec(text.slice(Math.max(0, index - maxLineLength), index))
      if (line === null) continue
      const end = index + found.length
      const rest = closed.exec(text.slice(end, end + maxLineLength))![0].length
      spans.push({ start: index - line[0].length, end: end + rest })
    }
    return spans
  },
}
