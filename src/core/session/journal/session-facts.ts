import type { ToolFailure } from './find-failures.ts'
import { findNextSteps } from './next-steps.ts'

/** The facts about a session at its end. */
export interface SessionFacts {
  /** `2026-01-03` and `18:30`, UTC. */
  readonly date: string
  readonly time: string
  readonly session: string | null
  readonly agent: string | null
  readonly model: string | null
  /** The oldest first. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
  /** `old`: it was already uncommitted when the session began. */
  readonly changed: readonly { readonly path: string; readonly committed: boolean; readonly old: boolean }[]
  readonly tasks: TaskChanges
  /** Open tasks in the agent's own list. */
  readonly todos: readonly string[]
  /** Commands and tools that failed. */
  readonly failures: readonly ToolFailure[]
  /** The last message of the agent. */
  readonly message: string | null
}

/** Check boxes of the plans that the session changed. */
export interface TaskChanges {
  /** Ticked since the session began. */
  readonly done: readonly string[]
  readonly open: readonly string[]
}

/** Whether a journal is worth writing. A message of the agent alone is not, unless it names next steps. */
export function hasReportableFacts({
  commits,
  changed,
  tasks,
  todos,
  failures,
  message,
}: SessionFacts): boolean {
  const newChanges = changed.filter(({ old }) => !old)
  const lists = [commits, newChanges, tasks.done, todos, failures, findNextSteps(message ?? '')]
  return lists.some((list) => list.length > 0)
}

/** Applies a function, such as a redactor, to every text that did not come from foreword. */
export function mapFactTexts(facts: SessionFacts, mapText: (text: string) => string): SessionFacts {
  const mapOptional = (text: string | null) => (text === null ? null : mapText(text))
  return {
    ...facts,
    session: mapOptional(facts.session),
    agent: mapOptional(facts.agent),
    model: mapOptional(facts.model),
    commits: facts.commits.map((commit) => ({ ...commit, subject: mapText(commit.subject) })),
    changed: facts.changed.map((file) => ({ ...file, path: mapText(file.path) })),
    tasks: { done: facts.tasks.done.map(mapText), open: facts.tasks.open.map(mapText) },
    todos: facts.todos.map(mapText),
    failures: facts.failures.map(({ what, why }) => ({ what: mapText(what), why: mapText(why) })),
    message: mapOptional(facts.message),
  }
}
