import {
  type DayOfJournals,
  isEventful,
  isJournal,
  journalPath,
  journalsOfDay,
  journalText,
  mapFacts,
  type SessionFacts,
  type Tasks,
  tasksBetween,
} from '../core/journal/index.ts'
import type { JournalRule } from '../core/manifest/index.ts'
import { RedactionFailure } from '../core/redact/index.ts'
import type { Project, SessionHistory, SourceReader, Templates, WorkSince, Workshop } from '../ports/index.ts'
import { redactorFor } from './clean.ts'

export interface JournalTools {
  readonly shop: Workshop
  readonly history: SessionHistory
  readonly files: Pick<Templates, 'writeNew'>
}

export interface JournalOrder {
  readonly project: Project
  readonly session: string | null
  /** What was checked out when the session began; null where that is not known. */
  readonly startedCommit: string | null
  /** What the transcript says, where there is one. */
  readonly facts: Pick<SessionFacts, 'agent' | 'model' | 'failures' | 'message'>
}

/** `off`: the manifest does not ask for one; `nothing`: there is nothing to say; `kept`: the file is there already. */
export type JournalAnswer =
  | { readonly kind: 'off' | 'nothing' }
  | { readonly kind: 'written' | 'kept'; readonly path: string }
  | { readonly kind: 'withheld'; readonly why: string }

/** Writes the journal of a session that ends, where the manifest asks for one. Never overwrites. */
export async function writeJournal(tools: JournalTools, order: JournalOrder): Promise<JournalAnswer> {
  const { shop, files } = tools
  const { manifest } = await shop.loadManifest(order.project.manifestFile)
  const rule = manifest.journal
  if (rule === undefined) return { kind: 'off' }
  const reader = await shop.sources(order.project, manifest.exclude)
  const known = factsOf(tools, order, { rule, reader })
  if (!isEventful(known)) return { kind: 'nothing' }
  const { rules, trouble } = await shop.outside(order.project, manifest.redact)
  if (trouble.length > 0) return { kind: 'withheld', why: trouble.join('; ') }
  const redactor = redactorFor(manifest.redact, rules)
  try {
    const facts = mapFacts(known, (text) => redactor.redact(text).text)
    const { text } = redactor.redact(journalText(rule, facts))
    const path = journalPath(rule, facts, nextNumber(reader, journalsOfDay(rule, facts.date)))
    return { kind: files.writeNew(order.project.root, path, text), path }
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    return { kind: 'withheld', why: `The journal ${failure.message}.` }
  }
}

function nextNumber(reader: SourceReader, { glob, numberIn }: DayOfJournals): number {
  return Math.max(0, ...reader.list(glob).map(numberIn)) + 1
}

interface Known {
  readonly rule: JournalRule
  readonly reader: SourceReader
}

function factsOf(
  { shop, history }: JournalTools,
  order: JournalOrder,
  { rule, reader }: Known,
): SessionFacts {
  const { project, startedCommit, session, facts } = order
  const now = shop.clock.now().toISOString()
  const { commits, changed } = history.since(project.root, startedCommit)
  // Journals that nobody has committed are no work of this session.
  const work = { commits, changed: changed.filter(({ path }) => !isJournal(rule, path)) }
  const before = (path: string) =>
    startedCommit === null ? null : history.at(project.root, startedCommit, path)
  return {
    ...facts,
    session,
    date: now.slice(0, 10),
    time: now.slice(11, 16),
    ...work,
    tasks: tasksOf(work, reader, before),
  }
}

/** Of every changed document with check boxes. */
function tasksOf(
  { changed }: WorkSince,
  reader: SourceReader,
  before: (path: string) => string | null,
): Tasks {
  const each = changed
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path }): Tasks => {
      const seen = reader.read(path)
      return seen.state === 'found' ? tasksBetween(before(path), seen.text) : { done: [], open: [] }
    })
  return { done: each.flatMap((one) => one.done), open: each.flatMap((one) => one.open) }
}
