import type { Agent } from '../../agents/index.ts'
import { findFailures, type SessionFacts } from '../../core/session/index.ts'
import { Refusal, StoreFailure } from '../../core/values/index.ts'
import type { Project, SessionBegin, Transcripts } from '../../ports/index.ts'
import { findInjection, type HistoryDeps } from '../history/index.ts'
import type { HookInput } from './hook/hook-input.ts'
import { type JournalDeps, writeJournal } from './write-journal.ts'

export interface SessionEndDeps extends JournalDeps {
  readonly transcripts: Pick<Transcripts, 'work'>
  /** The ledger of a project; null before the first entry. */
  past(project: Project): Promise<HistoryDeps | null>
}

export interface SessionEndInput {
  readonly project: Project
  readonly agent: Agent
  readonly input: HookInput
}

/** Writes the journal of a finished session. Returns a line for the user if that failed; otherwise null. */
export async function writeJournalAtSessionEnd(
  deps: SessionEndDeps,
  ended: SessionEndInput,
): Promise<string | null> {
  const { project, input } = ended
  const begin = await findSessionBegin(deps, ended)
  try {
    const result = await writeJournal(deps, {
      project,
      session: input.session,
      begin,
      facts: readTranscriptFacts(deps, ended),
    })
    return result.kind === 'withheld' ? formatUnwritten(result.why) : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return formatUnwritten(error.message)
  }
}

const formatUnwritten = (why: string) => `foreword: no journal was written: ${why.split('\n')[0]}`

/** Reads the agent's own transcript. Returns the bare minimum if there is none. */
function readTranscriptFacts(
  { transcripts }: SessionEndDeps,
  { agent, input, project }: SessionEndInput,
): TranscriptFacts {
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

type TranscriptFacts = Pick<SessionFacts, 'agent' | 'model' | 'todos' | 'failures' | 'message'>

/** The first receipt of the session names the commit that was checked out. */
async function findSessionBegin(
  deps: SessionEndDeps,
  { project, input }: SessionEndInput,
): Promise<SessionBegin | null> {
  if (input.session === null) return null
  try {
    const past = await deps.past(project)
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
