import type { Plan } from '../core/plan/index.ts'
import { redact, rulesFor } from '../core/redact/index.ts'

/** Redacts as a plan says; where there is none, as every plan does. */
export function cleaner({ add = [], marker = '[REDACTED]' }: Partial<Plan['redact']> = {}) {
  const options = { rules: rulesFor(add), marker }
  return (text: string): string => redact(text, options).text
}
