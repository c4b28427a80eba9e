import { buildCharacterSet, characterSets } from '../character-sets.ts'
import type { Span } from '../span.ts'
import { findGeneratedRuns, judgeValue } from './judge-value.ts'
import { getNameStrength, hasTellingPair } from './name-strength.ts'

const maxElementLength = 2048
const tagCharacters = buildCharacterSet(`${characterSets.base64url}.:`)

/** Finds the value in `<secret>value</secret>`, or the random pieces of a longer text between the tags. */
export function findElementValues(text: string): Span[] {
  const spans: Span[] = []
  for (let close = text.indexOf('>'); close !== -1; close = text.indexOf('>', close + 1)) {
    const start = findTagStart(text, close)
    if (start === null || !hasTellingPair(text, start, close)) continue
    const tag = text.slice(start, close)
    const strength = getNameStrength(tag)
    if (strength !== 'strong' && strength !== 'password') continue
    const end = text.slice(close + 1, close + 1 + maxElementLength).indexOf(`</${tag}`)
    if (end === -1) continue
    const inner = text.slice(close + 1, close + 1 + end)
    const value = inner.trim()
    if (judgeValue(value, strength, true)) {
      const at = close + 1 + inner.indexOf(value)
      spans.push({ start: at, end: at + value.length })
    } else for (const span of findGeneratedRuns(text, close + 1, close + 1 + end)) spans.push(span)
  }
  return spans
}

/** Finds the beginning of the tag name that ends at `close`; null if it is not an opening tag. */
function findTagStart(text: string, close: number): number | null {
  let start = close
  while (start > 0 && close - start < 80 && tagCharacters[text.charCodeAt(start - 1)] === 1) start--
  return start < close && text[start - 1] === '<' ? start : null
}
