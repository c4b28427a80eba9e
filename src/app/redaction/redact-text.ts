import type { Plan } from '../../core/plan/index.ts'
import { createRedactor, type OutsideRule, type Redactor, selectRules } from '../../core/redact/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'

/** How every plan redacts that says nothing else. */
export const defaultRedaction: Plan['redact'] = {
  sets: ['default'],
  add: [],
  marker: '[REDACTED]',
  labels: false,
  patterns: {},
  known: { files: ['.env', '.env.*'], variables: [] },
}

/** A redactor for one packet, as its plan says; where there is none, as every plan does. */
export function makeRedactor(
  redact: Partial<Plan['redact']> = {},
  outside: readonly OutsideRule[] = [],
): Redactor {
  const { sets, add, marker, labels } = { ...defaultRedaction, ...redact }
  return createRedactor({ rules: selectRules({ sets, add }), marker, labels, outside })
}

/** A refusal quotes what somebody typed. */
export async function withRedactedRefusals<T>(
  engine: EngineServices,
  project: Project,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { rules } = await engine.projectRedactionRules(project, defaultRedaction)
    throw error.cleaned(makeTextRedactor(defaultRedaction, rules))
  }
}

/** Redacts single texts, such as names. */
export function makeTextRedactor(redact?: Partial<Plan['redact']>, outside?: readonly OutsideRule[]) {
  const redactor = makeRedactor(redact, outside)
  return (text: string): string => redactor.redact(text).text
}
