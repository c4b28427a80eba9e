import type { JournalRule } from '../../core/manifest/index.ts'
import { RedactionFailure } from '../../core/redact/index.ts'
import {
  compareTasks,
  formatJournal,
  hasReportableFacts,
  isJournalPath,
  makeJournalGlob,
  makeJournalPath,
  mapFactTexts,
  matchDayJournals,
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
  /** Null if unknown. */
  readonly begin: SessionBegin | null
  /** Facts from the transcript, if there is one. */
  readonly facts: Pick<SessionFacts, 'agent' | 'model' | 'todos' | 'failures' | 'message'>
}

/** `off`: the manifest does not ask for a journal. `nothing`: nothing happened. `kept`: the same journal exists already. */
export type JournalResult =
  | { readonly kind: 'off' | 'nothing' }
  | { readonly kind: 'written' | 'kept'; readonly path: string }
  | { readonly kind: 'withheld'; readonly why: string }

/** Writes the journal of an ending session if the manifest asks for one. Never overwrites. */
export async function writeJournal(deps: JournalDeps, input: JournalInput): Promise<JournalResult> {
  const { engine, files } = deps
  const { manifest } = await engine.loadManifest(input.project.manifestFile)
  const rule = manifest.journal
  if (rule === undefined) return { kind: 'off' }
  const reader = await engine.sources(input.project, manifest.exclude)
  const known = collectFacts(deps, input, { rule, reader })
  if (!hasReportableFacts(known)) return { kind: 'nothing' }
  const { rules, trouble } = await engine.projectRedactionRules(input.project, manifest.redact)
  if (trouble.length > 0) return { kind: 'withheld', why: trouble.join('; ') }
  const redactor = makeRedactor(manifest.redact, rules)
  try {
    const facts = mapFactTexts(known, (text) => redactor.redact(text).text)
    const formatOn = (date: string) => redactor.redact(formatJournal(rule, { ...facts, date })).text
    const same = findSameJournal(rule, reader, { formatOn, date: facts.date })
    if (same !== null) return { kind: 'kept', path: same }
    const text = formatOn(facts.date)
    const day = matchDayJournals(rule, facts.date)
    const there = reader.list(day.glob)
    const first = Math.max(0, ...there.map(day.parseNumber)) + 1
    return writeNext((n) => makeJournalPath(rule, facts, n), {
      first,
      write: (path) => files.writeNew(input.project.root, path, text),
    })
  } catch (failure) {
    if (!(failure instanceof RedactionFailure)) throw failure
    return { kind: 'withheld', why: `The journal ${failure.message}.` }
  }
}

/** Number of latest journals that are compared. */
const maxComparedJournals = 20

interface DatedText {
  readonly formatOn: (date: string) => string
  readonly date: string
}

/** Finds the journal of a session that was resumed without new events. It may have an earlier date. */
function findSameJournal(
  rule: JournalRule,
  reader: SourceReader,
  { formatOn, date }: DatedText,
): string | null {
  const journals = reader.list(makeJournalGlob(rule)).filter((path) => isJournalPath(rule, path))
  const last = journals.toSorted().slice(-maxComparedJournals)
  return last.findLast((path) => hasText(reader, path, formatOn(parseJournalDay(path) ?? date))) ?? null
}

function hasText(reader: SourceReader, path: string, text: string): boolean {
  const seen = reader.read(path)
  return seen.state === 'found' && seen.text === text
}

interface Writing {
  readonly first: number
  write(path: string): 'written' | 'kept'
}

/** More than the number of sessions that end at the same moment. */
const maxTries = 100

/** Tries the next number if another session took this one. A name without a number is tried once. */
function writeNext(makePath: (n: number) => string, { first, write }: Writing): JournalResult {
  const isNumbered = makePath(first) !== makePath(first + 1)
  for (let n = first; ; n += 1) {
    const path = makePath(n)
    const kind = write(path)
    if (kind === 'written' || !isNumbered || n - first >= maxTries) return { kind, path }
  }
}

interface Known {
  readonly rule: JournalRule
  readonly reader: SourceReader
}

function collectFacts(
  { engine, history }: JournalDeps,
  input: JournalInput,
  { rule, reader }: Known,
): SessionFacts {
  const { project, begin, session, facts } = input
  const now = engine.clock.now().toISOString()
  const { commits, changed } = history.since(project.root, begin)
  // An uncommitted journal is not work of this session.
  const work = { commits, changed: changed.filter(({ path }) => !isJournalPath(rule, path)) }
  const commit = begin?.commit ?? null
  const before = (path: string) => (commit === null ? null : history.at(project.root, commit, path))
  return {
    ...facts,
    session,
    date: now.slice(0, 10),
    time: now.slice(11, 16),
    ...work,
    tasks: collectTasks(work, reader, before),
  }
}

/** Compares the check boxes of every changed document. In a document that is older than the session, none was ticked. */
function collectTasks(
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
  return { done: each.flatMap(({ done }) => done), open: each.flatMap(({ open }) => open) }
}
