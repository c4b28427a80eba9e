import { redact, redactionRules } from '../core/redact/index.ts'

export interface Scrubbed {
  readonly text: string
  readonly findings: readonly Finding[]
}

interface Finding {
  readonly rule: string
  readonly line: number
  readonly column: number
}

/** Every rule there is: a filter that a person calls should rather take too much. */
export function scrub(text: string, without: readonly string[]): Scrubbed {
  const rules = redactionRules.filter((rule) => !without.includes(rule))
  const { hits, text: clean } = redact(text, { rules, marker: '[REDACTED]' })
  let line = 1
  let lineStart = 0
  let lineEnd = text.indexOf('\n')
  const findings = hits.map(({ rule, start }) => {
    while (lineEnd !== -1 && lineEnd < start) {
      line++
      lineStart = lineEnd + 1
      lineEnd = text.indexOf('\n', lineStart)
    }
    return { rule, line, column: start - lineStart + 1 }
  })
  return { text: clean, findings }
}
