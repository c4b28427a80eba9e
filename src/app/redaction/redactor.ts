import type { Plan } from '../../core/plan/index.ts'
import { createRedactor, type OutsideRule, type Redactor, selectRules } from '../../core/redact/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'

/** The rules of a plan whose manifest does not mention redaction. */
export const defaultRedaction: Plan['redact'] = {
  sets: ['default'],
  add: [],
  marker: '[REDACTED]',
  labels: false,
  patterns: {},
  known: { files: ['.env', '.env.*'], variables: [] },
}

/** Makes a redactor for one packet. Rules that the plan does not set take their default. */
export function makeRedactor(
  redact: Partial<Plan['redact']> = {},
  outside: readonly OutsideRule[] = [],
): Redactor {
  const { sets, add, marker, labels } = { ...defaultRedaction, ...redact }
  return createRedactor({ rules: selectRules({ sets, add }), marker, labels, outside })
}

/** Redacts refusals, because a refusal quotes the user's input. */
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
    throw error.mapText(makeTextRedactor(defaultRedaction, rules))
  }
}

/** Redacts single texts, such as names. */
export function makeTextRedactor(redact?: Partial<Plan['redact']>, outside?: readonly OutsideRule[]) {
  const redactor = makeRedactor(redact, outside)
  return (text: string): string => redactor.redact(text).text
}
