import { createRedactor, type Redacted, selectRules } from '../../src/core/redact/index.ts'

export type Answer = Pick<Redacted, 'text' | 'hits'>

const rules = selectRules({ sets: ['default'], add: [] })

/** Uses the rules of every manifest and a redactor that has learnt nothing from other texts. */
export function redactAlone(text: string): Answer {
  return createRedactor({ rules, marker: '[REDACTED]' }).redact(text)
}
