import type { OutsideRule } from '../core/redact/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { cleaner, everyPlan } from './clean.ts'
import { memoizePerObject } from './object-memo.ts'
import type { Who } from './occasion.ts'

const memoized = memoizePerObject<readonly OutsideRule[], Who>(500)

/** Who asks, without the secrets in it. */
export async function cleanWho(shop: Workshop, project: Project, who: Who): Promise<Who> {
  const { rules } = await shop.outside(project, everyPlan)
  return memoized(rules, JSON.stringify(who), () => cleaned(who, cleaner(everyPlan, rules)))
}

function cleaned(who: Who, clean: (text: string) => string): Who {
  const { role, session, asked, client } = who
  return {
    ...who,
    role: role === null ? null : clean(role),
    session: session === undefined ? undefined : clean(session),
    ...(asked !== undefined && { asked: clean(asked) }),
    ...(client !== undefined && { client: clean(client) }),
  }
}
