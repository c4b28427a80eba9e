import type { Account, ReceiptSection } from '../../../core/receipt/index.ts'
import { redact, redactionRules } from '../../../core/redact/index.ts'
import { findText, type TextMatch } from './find-text.ts'
import { getFirstPath } from './past-sources.ts'
import type { WhyAbsence } from './why-output.ts'
import { getLineRange, type WhyQuestion } from './why-places.ts'

/** Explains why a text is not in the packet. Does not quote a source, because the line may hold a secret. */
export function explainAbsentText(question: WhyQuestion, wanted: string): WhyAbsence[] {
  const { sections, left_out } = question.account
  const gone: string[] = []
  const searched: string[] = []
  const cut = sections.flatMap((section) =>
    section.sources.flatMap(({ path, digest }) => {
      const text = question.sources.asRead(path, digest)
      ;(text === null ? gone : searched).push(path)
      const [match] = text === null ? [] : findText(text, wanted)
      return match === undefined ? [] : [explainCut(question.account, { section, path, text: text!, match })]
    }),
  )
  const out = left_out.flatMap((section) =>
    section.sources.flatMap(({ path, digest }) => {
      const text = question.sources.asRead(path, digest)
      ;(text === null ? gone : searched).push(path)
      const [match] = text === null ? [] : findText(text, wanted)
      return match === undefined ? [] : [makeLeftOut(section, path, getLineRange(text!, match))]
    }),
  )
  const found = [...cut, ...out, ...explainUnreadSections(question, wanted)]
  return found.length > 0 ? found : [makeUnknown(question.account, searched, gone)]
}

/** Searches the present sources of sections that read nothing. */
function explainUnreadSections({ account, sources }: WhyQuestion, wanted: string): WhyAbsence[] {
  return account.left_out.flatMap((section) =>
    sources.now(section.looked).flatMap(({ path, text }) => {
      const [match] = findText(text, wanted)
      return match === undefined ? [] : [makeLeftOut(section, path, getLineRange(text, match))]
    }),
  )
}

/** Explains why a file gave nothing, or only a part. */
export function explainAbsentPath(
  { account, sources }: WhyQuestion,
  path: string,
  found: boolean,
): WhyAbsence[] {
  const from = account.sections.filter(({ sources }) => sources.some((source) => source.path === path))
  const cut = from.filter(({ id, reductions }) => reductions.length > 0 || !isMapped(account, id, path))
  const out = account.left_out.filter((section) => section.sources.some((source) => source.path === path))
  const known = [
    ...cut.map((section) => makeReduced(section, path, null, describeReductions(section))),
    ...out.map((section) => makeLeftOut(section, path, null)),
  ]
  if (known.length > 0 || found || from.length > 0) return known
  const place = { source: path, lines: null }
  const unread = findUnreadDiagnostics(account, path)
  if (unread.length > 0) {
    return unread.map(({ section, detail }) => ({
      section: section ?? null,
      ...place,
      reason: 'unread',
      detail,
    }))
  }
  const full = account.diagnostics.find(
    ({ code, detail }) => code === 'partition-full' && namesPath(detail, path),
  )
  if (full !== undefined) return [{ section: null, ...place, reason: 'left-out', detail: noRoom }]
  const looking = account.left_out.filter(({ looked }) => sources.names(looked, path))
  if (looking.length > 0) return looking.map((section) => makeLeftOut(section, path, null))
  const detail = `No requested section reads it.${listUnreadSections(account)}`
  return [{ section: null, ...place, reason: 'undeclared', detail }]
}

const noRoom = 'It did not fit among the chosen documents, or its section already had enough.'

interface Cut {
  readonly section: ReceiptSection
  readonly path: string
  readonly text: string
  readonly match: TextMatch
}

/** Explains why a text of a source is missing from its section: it was redacted, reduced or reshaped. */
function explainCut(account: Account, { section, path, text, match }: Cut): WhyAbsence {
  const lines = getLineRange(text, match)
  const rules = redactionRules.filter((rule) => (section.redactions[rule] ?? 0) > 0)
  const hit = redact(text, { rules, marker: '[REDACTED]' }).hits.find(
    ({ start, end }) => start < match.end && end > match.start,
  )
  if (hit !== undefined && isMapped(account, section.id, path, getLineRange(text, hit)[0])) {
    const detail = `The text was redacted as a secret (${hit.rule}); the packet has a marker in its place.`
    return { section: section.id, source: path, lines, reason: 'redacted', detail }
  }
  if (!isMapped(account, section.id, path, lines[0]))
    return makeReduced(section, path, lines, describeReductions(section))
  const changed = 'The packet has the line in another form: reshaped or shortened.'
  return makeReduced(
    section,
    path,
    lines,
    section.reductions.length > 0 ? `${changed} ${describeReductions(section)}` : changed,
  )
}

function makeReduced(
  section: ReceiptSection,
  source: string,
  lines: WhyAbsence['lines'],
  detail: string,
): WhyAbsence {
  return { section: section.id, source, lines, reason: 'reduced', detail }
}

const verbs: Readonly<Record<string, string>> = {
  'not-asked': 'was not asked for',
  missing: 'found nothing there',
}

function makeLeftOut(
  section: Account['left_out'][number],
  source: string,
  lines: WhyAbsence['lines'],
): WhyAbsence {
  const detail = `The section ${verbs[section.reason] ?? 'was left out'}: ${section.why}.`
  return { section: section.id, source, lines, reason: 'left-out', detail }
}

const causes: Readonly<Record<string, string>> = {
  age: 'for its age',
  cap: 'for its cap',
  tier: 'for the budget of its tier',
  budget: 'for the budget',
  delivery: 'because only its address is sent',
}

function describeReductions({ reductions }: ReceiptSection): string {
  const steps = reductions.map(
    ({ by, why, before, after }) => `by ${by} ${causes[why] ?? why}, ${before} → ${after}`,
  )
  return steps.length > 0
    ? `The section was shortened ${steps.join('; ')}.`
    : 'The shape of the section leaves these lines of the source out.'
}

function isMapped({ map }: Account, section: string, path: string, line?: number): boolean {
  return map.some(
    (entry) =>
      entry.section === section &&
      getFirstPath(entry.source) === path &&
      (line === undefined || (entry.lines[0] <= line && line <= entry.lines[1])),
  )
}

/** Finds the diagnostics about a source that could not be read. */
export function findUnreadDiagnostics({ diagnostics }: Account, path: string): Account['diagnostics'] {
  return diagnostics.filter(({ code, detail }) => code.startsWith('source-') && namesPath(detail, path))
}

/** Matches whole paths: `data.md` does not name `a.md`. */
function namesPath(detail: string, path: string): boolean {
  const at = detail.indexOf(path)
  const [before = ' ', after = ' '] = [detail[at - 1], detail[at + path.length]]
  return at !== -1 && !/[\w./-]/.test(before) && !/[\w/-]/.test(after)
}

function makeUnknown(account: Account, searched: readonly string[], gone: readonly string[]): WhyAbsence {
  const list = (paths: readonly string[]) => [...new Set(paths)].join(', ')
  const looked = searched.length === 0 ? '' : ` or in its sources (${list(searched)})`
  const lost =
    gone.length === 0
      ? ''
      : ` The content read from ${list(gone)} no longer exists and could not be searched.`
  const detail = `Not found in the packet${looked}.${lost}${listUnreadSections(account)}`
  return { section: null, source: null, lines: null, reason: 'unknown', detail }
}

function listUnreadSections({ left_out }: Account): string {
  const unread = left_out.filter(({ source }) => source === null).map(({ id, why }) => `${id} (${why})`)
  return unread.length === 0 ? '' : ` Sections that read nothing: ${unread.join(', ')}.`
}
