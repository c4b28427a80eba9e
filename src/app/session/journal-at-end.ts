import type { Agent } from '../../agents/index.ts'
import { findFailures, type SessionFacts } from '../../core/session/index.ts'
import { Refusal, StoreFailure } from '../../core/values/index.ts'
import type { Project, SessionBegin, Transcripts } from '../../ports/index.ts'
import { findInjection, type HistoryDeps } from '../history/index.ts'
import type { HookInput } from './hook/hook-input.ts'
import { type JournalDeps, writeJournal } from './write-journal.ts'

export interface SessionEndDeps extends JournalDeps {
  readonly transcripts: Pick<Transcripts, 'work'>
  /** The ledger of a project; null while nothing was recorded. */
  past(project: Project): Promise<HistoryDeps | null>
}

export interface SessionEndInput {
  readonly project: Project
  readonly agent: Agent
  readonly input: HookInput
}

/** Writes the journal of a session that is over. A line for a person where that could not be done; null where it could. */
export async function writeJournalAtSessionEnd(
  tools: SessionEndDeps,
  order: SessionEndInput,
): Promise<string | null> {
  const { project, input } = order
  const begin = await beginOf(tools, order)
  try {
    const answer = await writeJournal(tools, {
      project,
      session: input.session,
      begin,
      facts: told(tools, order),
    })
    return answer.kind === 'withheld' ? unwritten(answer.why) : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return unwritten(error.message)
  }
}

const unwritten = (why: string) => `foreword: no journal was written: ${why.split('\n')[0]}`

/** What the agent itself kept of the session, where that can be read. */
function told({ transcripts }: SessionEndDeps, { agent, input, project }: SessionEndInput): Told {
  const rule = agent.transcript
  const isKept = rule !== null && rule.directory !== null
  const work = isKept && input.transcript !== null ? transcripts.work(rule.form, input.transcript) : ''
  const base = { agent: agent.title, model: input.model }
  if (typeof work === 'string') return { ...base, todos: [], failures: [], message: null }
  const { todos, message, calls } = work
  return {
    ...base,
    model: work.model ?? input.model,
    todos,
    message,
    failures: findFailures(calls, project.root),
  }
}

type Told = Pick<SessionFacts, 'agent' | 'model' | 'todos' | 'failures' | 'message'>

/** What was checked out at the beginning is in the session's first receipt. */
async function beginOf(
  tools: SessionEndDeps,
  { project, input }: SessionEndInput,
): Promise<SessionBegin | null> {
  if (input.session === null) return null
  try {
    const past = await tools.past(project)
    if (past === null) return null
    const first = (await past.store.log(past.uid, { session: input.session, limit: 200 })).at(-1)
    if (first === undefined) return null
    const { body, stored } = await findInjection(past, `@${first.seq}`)
    return { commit: body.commit, at: stored.entry.at }
  } catch (error) {
    if (error instanceof StoreFailure || error instanceof Refusal) return null
    throw error
  }
}
