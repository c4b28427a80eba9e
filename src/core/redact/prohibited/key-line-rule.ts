import type { OutsideRule, Span } from '../span.ts'

const dash = '[-\\u2010-\\u2015]'
const opened = new RegExp(`${dash}{2,8}[ \\t]{0,4}BEGIN[^\\r\\n]{0,80}$`, 'i')
const closed = new RegExp(`^(?:[ _]BLOCK)?[ \\t]{0,4}${dash}{0,8}`, 'i')
/** As far as a line is looked at from its last words. */
const reach = 100

/** The first line of a private key, whatever kind it says it is: a key that was cut off is a key still. */
export const keyLineRule: OutsideRule = {
  id: 'word',
  find(text) {
    const spans: Span[] = []
    for (const { 0: found, index } of text.matchAll(/PRIVATE[ _]KEY/gi)) {
      const line = opened.exec(text.slice(Math.max(0, index - reach), index))
      if (line === null) continue
      const end = index + found.length
      const rest = closed.exec(text.slice(end, end + reach))![0].length
      spans.push({ start: index - line[0].length, end: end + rest })
    }
    return spans
  },
}
