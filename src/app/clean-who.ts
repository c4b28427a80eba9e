import type { OutsideRule } from '../core/redact/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { cleaner, everyPlan } from './clean.ts'
import type { Who } from './occasion.ts'

/** For as long as the rules are the same ones: a server is asked by the same clients for the same addresses. */
const known = new WeakMap<readonly OutsideRule[], Map<string, Who>>()
const mostKnown = 500

/** Who asks, without the secrets in it. */
export async function cleanWho(shop: Workshop, project: Project, who: Who): Promise<Who> {
  const { rules } = await shop.outside(project, everyPlan)
  const seen = known.get(rules) ?? new Map<string, Who>()
  known.set(rules, seen)
  const key = JSON.stringify(who)
  const clean = seen.get(key) ?? cleaned(who, cleaner(everyPlan, rules))
  if (seen.size >= mostKnown) seen.clear()
  seen.set(key, clean)
  return clean
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
