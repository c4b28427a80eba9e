import type { Plan } from '../core/plan/index.ts'
import { createRedactor, type OutsideRule, type Redactor, selectRules } from '../core/redact/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'

/** How every plan redacts that says nothing else. */
export const everyPlan: Plan['redact'] = {
  sets: ['default'],
  add: [],
  marker: '[REDACTED]',
  labels: false,
  patterns: {},
  known: { files: ['.env', '.env.*'], variables: [] },
}

/** A redactor for one packet, as its plan says; where there is none, as every plan does. */
export function redactorFor(
  redact: Partial<Plan['redact']> = {},
  outside: readonly OutsideRule[] = [],
): Redactor {
  const { sets, add, marker, labels } = { ...everyPlan, ...redact }
  return createRedactor({ rules: selectRules({ sets, add }), marker, labels, outside })
}

/** A refusal quotes what somebody typed. */
export async function refusedClean<T>(shop: Workshop, project: Project, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { rules } = await shop.outside(project, everyPlan)
    throw error.cleaned(cleaner(everyPlan, rules))
  }
}

/** Redacts single texts, such as names. */
export function cleaner(redact?: Partial<Plan['redact']>, outside?: readonly OutsideRule[]) {
  const redactor = redactorFor(redact, outside)
  return (text: string): string => redactor.redact(text).text
}
