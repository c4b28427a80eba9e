import type { RedactionHit } from '../../../core/redact/index.ts'

export const redactionMarker = '[REDACTED]'

/** Replaces each hit and leaves the rest of the text as it is. */
export function replaceHits(text: string, hits: readonly RedactionHit[], labels: boolean): string {
  const pieces: string[] = []
  let from = 0
  for (const { rule, number, start, end } of hits) {
    pieces.push(text.slice(from, start), labels ? `[REDACTED:${rule}#${number}]` : redactionMarker)
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}
