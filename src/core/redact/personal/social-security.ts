import type { Span } from '../span.ts'
import { findDigitsEnd, findNextDigits, hasNumberEdges } from './number-edges.ts'

/** Finds US social security numbers, `ddd-dd-dddd`, that can have been issued. */
export function findSocialSecurityNumbers(text: string): Span[] {
  const spans: Span[] = []
  for (let run = findNextDigits(text, 0); run !== undefined; run = findNextDigits(text, run.end)) {
    const { start } = run
    const span = { start, end: start + 11 }
    if (run.end !== start + 3 || !hasShape(text, start)) continue
    if (canBeIssued(text.slice(start, span.end)) && hasNumberEdges(text, span)) spans.push(span)
  }
  return spans
}

function hasShape(text: string, start: number): boolean {
  return (
    text[start + 3] === '-' &&
    findDigitsEnd(text, start + 4) === start + 6 &&
    text[start + 6] === '-' &&
    findDigitsEnd(text, start + 7) === start + 11
  )
}

function canBeIssued(number: string): boolean {
  const [area = '', group, serial] = number.split('-')
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000'
}
