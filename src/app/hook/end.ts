import type { Agent } from '../../agents/index.ts'
import { Refusal, StoreFailure } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { type JournalAnswer, type JournalTools, writeJournal } from '../journal.ts'
import { findInjection, type PastTools } from '../past/find.ts'
import type { HookInput } from './input.ts'

export interface EndTools extends JournalTools {
  /** The ledger of a project; null while nothing was recorded. */
  past(project: Project): Promise<PastTools | null>
}

export interface EndOrder {
  readonly project: Project
  readonly agent: Agent
  readonly input: HookInput
}

/** The journal of a session that is over, from what is known of it at its end. */
export async function journalAtEnd(tools: EndTools, order: EndOrder): Promise<JournalAnswer> {
  const { project, agent, input } = order
  const startedCommit = await firstCommit(tools, order)
  const facts = { agent: agent.title, model: input.model, failures: [], message: null }
  return writeJournal(tools, { project, session: input.session, startedCommit, facts })
}

/** What was checked out at the beginning is in the session's first receipt. */
async function firstCommit(tools: EndTools, { project, input }: EndOrder): Promise<string | null> {
  if (input.session === null) return null
  try {
    const past = await tools.past(project)
    if (past === null) return null
    const first = (await past.store.log(past.uid, { session: input.session, limit: 200 })).at(-1)
    return first === undefined ? null : (await findInjection(past, `@${first.seq}`)).body.commit
  } catch (error) {
    if (error instanceof StoreFailure || error instanceof Refusal) return null
    throw error
  }
}
