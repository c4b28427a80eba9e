import type { Plan } from '../core/plan/index.ts'
import { redact, rulesFor } from '../core/redact/index.ts'

/** Redacts as a plan says. */
export function cleaner({ add, marker }: Plan['redact']): (text: string) => string {
  const options = { rules: rulesFor(add), marker }
  return (text) => redact(text, options).text
}
