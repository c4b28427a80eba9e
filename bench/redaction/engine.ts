import { type Redacted, redactorOf, rulesFor } from '../../src/core/redact/index.ts'

export type Answer = Pick<Redacted, 'text' | 'hits'>

const rules = rulesFor({ sets: ['default'], add: [] })

/** By the rules that every manifest gets, and by a redactor that has learnt nothing from other texts. */
export function redactAlone(text: string): Answer {
  return redactorOf({ rules, marker: '[REDACTED]' }).redact(text)
}
