import type { OutsideRule } from '../../core/redact/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import { defaultRedaction, makeTextRedactor } from '../redaction/index.ts'
import type { CallerInfo } from './injection-metadata.ts'
import { memoizePerObject } from './memoize-per-object.ts'

const memoized = memoizePerObject<readonly OutsideRule[], CallerInfo>(500)

/** Redacts the names that a caller gives. */
export async function redactCaller(
  engine: EngineServices,
  project: Project,
  who: CallerInfo,
): Promise<CallerInfo> {
  const { rules } = await engine.projectRedactionRules(project, defaultRedaction)
  return memoized(rules, JSON.stringify(who), () =>
    redactFields(who, makeTextRedactor(defaultRedaction, rules)),
  )
}

function redactFields(who: CallerInfo, clean: (text: string) => string): CallerInfo {
  const { role, session, asked, client } = who
  return {
    ...who,
    role: role === null ? null : clean(role),
    session: session === undefined ? undefined : clean(session),
    ...(asked !== undefined && { asked: clean(asked) }),
    ...(client !== undefined && { client: clean(client) }),
  }
}
