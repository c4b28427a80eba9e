import type { JournalRule } from '../../core/manifest/index.ts'
import { RedactionFailure } from '../../core/redact/index.ts'
import {
  compareTasks,
  formatJournal,
  isEventful,
  isJournalPath,
  makeJournalPath,
  mapFacts,
  matchAllJournals,
  matchJournalsOfDay,
  parseJournalDay,
  type SessionFacts,
  type TaskChanges,
} from '../../core/session/index.ts'
import type {
  EngineServices,
  Project,
  SessionBegin,
  SessionHistory,
  SourceReader,
  Templates,
  WorkSince,
} from '../../ports/index.ts'
import { makeRedactor } from '../redaction/index.ts'

export interface JournalDeps {
  readonly engine: EngineServices
  readonly history: SessionHistory
  readonly files: Pick<Templates, 'writeNew'>
}

export interface JournalInput {
  readonly project: Project
  readonly session: string | null
  /** Null where that is not known. */
  readonly begin: SessionBegin | null
  /** What the transcript says, where there is one. */
  readonly facts: Pick<SessionFacts, 'agent' | 'model' | 'todos' | 'failures' | 'message'>
}

/** `off`: the manifest does not ask for one; `nothing`: there is nothing to say; `kept`: the file is there already. */
export type JournalResult =
  | { readonly kind: 'off' | 'nothing' }
  | { readonly kind: 'written' | 'kept'; readonly path: string }
  | { readonly kind: 'withheld'; readonly why: string }

/** Writes the journal of a session that ends, where the manifest asks for one. Never overwrites. */
export async function writeJournal(tools: JournalDeps, order: JournalInput): Promise<JournalResult> {
  const { engine, files } = tools
  const { manifest } = await engine.loadManifest(order.project.manifestFile)
  const rule = manifest.journal
  if (rule === undefined) return { kind: 'off' }
  const reader = await engine.sources(order.project, manifest.exclude)
  const known = factsOf(tools, order, { rule, reader })
  if (!isEventful(known)) return { kind: 'nothing' }
  const { rules, trouble } = await engine.projectRedactionRules(order.project, manifest.redact)
  if (trouble.length > 0) return { kind: 'withheld', why: trouble.join('; ') }
  const redactor = makeRedactor(manifest.redact, rules)
  try {
    const facts = mapFacts(known, (text) => redactor.redact(text).text)
    const textOn = (date: string) => redactor.redact(formatJournal(rule, { ...facts, date })).text
    const same = sameAs(rule, reader, { textOn, date: facts.date })
    if (same !== null) return { kind: 'kept', path: same }
    const text = textOn(facts.date)
    const day = matchJournalsOfDay(rule, facts.date)
    const there = reader.list(day.glob)
    const first = Math.max(0, ...there.map(day.numberIn)) + 1
    return writeNext((n) => makeJournalPath(rule, facts, n), {
      first,
      write: (path) => files.writeNew(order.project.root, path, text),
    })
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    return { kind: 'withheld', why: `The journal ${failure.message}.` }
  }
}

/** Further back nobody looks. */
const maxComparedPlans = 20

interface Told {
  readonly textOn: (date: string) => string
  readonly date: string
}

/** A session that was resumed, and in which nothing happened then, has left its journal already, on that day or before. */
function sameAs(rule: JournalRule, reader: SourceReader, { textOn, date }: Told): string | null {
  const journals = reader.list(matchAllJournals(rule)).filter((path) => isJournalPath(rule, path))
  const last = journals.toSorted().slice(-maxComparedPlans)
  return last.findLast((path) => isText(reader, path, textOn(parseJournalDay(path) ?? date))) ?? null
}

function isText(reader: SourceReader, path: string, text: string): boolean {
  const seen = reader.read(path)
  return seen.state === 'found' && seen.text === text
}

interface Writing {
  readonly first: number
  write(path: string): 'written' | 'kept'
}

/** More sessions than end at the same moment. */
const maxTries = 100

/** Another session that ended at the same time may have taken the number; a name without one is there once. */
function writeNext(pathOf: (n: number) => string, { first, write }: Writing): JournalResult {
  const counts = pathOf(first) !== pathOf(first + 1)
  for (let n = first; ; n += 1) {
    const path = pathOf(n)
    const kind = write(path)
    if (kind === 'written' || !counts || n - first >= maxTries) return { kind, path }
  }
}

interface Known {
  readonly rule: JournalRule
  readonly reader: SourceReader
}

function factsOf(
  { engine, history }: JournalDeps,
  order: JournalInput,
  { rule, reader }: Known,
): SessionFacts {
  const { project, begin, session, facts } = order
  const now = engine.clock.now().toISOString()
  const { commits, changed } = history.since(project.root, begin)
  // Journals that nobody has committed are no work of this session.
  const work = { commits, changed: changed.filter(({ path }) => !isJournalPath(rule, path)) }
  const commit = begin?.commit ?? null
  const before = (path: string) => (commit === null ? null : history.at(project.root, commit, path))
  return {
    ...facts,
    session,
    date: now.slice(0, 10),
    time: now.slice(11, 16),
    ...work,
    tasks: tasksOf(work, reader, before),
  }
}

/** Of every changed document with check boxes. In one that nobody has touched, none was ticked. */
function tasksOf(
  { changed }: WorkSince,
  reader: SourceReader,
  before: (path: string) => string | null,
): TaskChanges {
  const each = changed
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, old }): TaskChanges => {
      const seen = reader.read(path)
      if (seen.state !== 'found') return { done: [], open: [] }
      return compareTasks(old ? seen.text : before(path), seen.text)
    })
  return { done: each.flatMap((one) => one.done), open: each.flatMap((one) => one.open) }
}
