import type { JournalRule } from '../../manifest/index.ts'
import type { ToolFailure } from './find-failures.ts'
import { findNextSteps } from './next-steps.ts'
import type { SessionFacts } from './session-facts.ts'

/** A published system reads these fields back from the journal. */
const defaultTemplate = `Last Session: {date}
Session: {session}
Agent: {agent}
Model: {model}
Status: {status}

Accomplishments:
{accomplishments}

Changed Files:
{changed}

Open Tasks:
{open}

Failures:
{failures}

Next Action: {next}
`

const maxLineLength = 300
const maxListLength = 40
/** Leaves space in the line for the reason of the failure. */
const maxCommandLength = 200

/** Formats a journal. The same facts give the same bytes. */
export function formatJournal(rule: JournalRule, facts: SessionFacts): string {
  const fields = buildFields(facts)
  const paragraphs = (rule.template ?? defaultTemplate).split(/\n{2,}/)
  const filled = paragraphs
    .map((paragraph) => fillParagraph(paragraph, fields))
    .filter((text) => text !== null)
  return `${filled.join('\n\n').trimEnd()}\n`
}

/** Makes the path of a journal with the number `n`. */
export function makeJournalPath(rule: JournalRule, facts: SessionFacts, n: number): string {
  return fillPath(rule, {
    date: facts.date,
    n: String(n).padStart(3, '0'),
    slug: makeSlug(chooseTitle(facts)),
  })
}

/** Returns a glob for the journals of a day, and a function that parses the number in a journal's path. */
export function matchDayJournals(rule: JournalRule, date: string): DayJournals {
  const pattern = buildPathPattern(rule, date)
  return {
    glob: fillPath(rule, { date, n: '*', slug: '*' }),
    parseNumber: (path) => Number(pattern.exec(path)?.groups?.n ?? 0),
  }
}

/** Returns a glob for the journals of all days. */
export function makeJournalGlob(rule: JournalRule): string {
  return fillPath(rule, { date: '*', n: '*', slug: '*' })
}

/** Parses the day in a journal's path; null if it has none. */
export function parseJournalDay(path: string): string | null {
  return /[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(path)?.[0] ?? null
}

export interface DayJournals {
  readonly glob: string
  parseNumber(path: string): number
}

/** Whether a path has the form of a journal's path, of any day. */
export function isJournalPath(rule: JournalRule, path: string): boolean {
  return buildPathPattern(rule, '[0-9]{4}-[0-9]{2}-[0-9]{2}').test(path)
}

function buildPathPattern(rule: JournalRule, date: string): RegExp {
  const plain = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const filled = { date, n: '\\d+', slug: '.*' }
  let counted = false
  const parts = rule.file.split(/(\{\w+\})/).map((part) => {
    const name = part.slice(1, -1) as keyof typeof filled
    if (name !== 'n' || counted) return filled[name] ?? plain(part)
    counted = true
    return '(?<n>\\d+)'
  })
  return new RegExp(`^${parts.join('')}$`)
}

function fillPath(rule: JournalRule, names: Readonly<Record<string, string>>): string {
  return rule.file.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
}

/** Null if all fields of the paragraph are empty. */
function fillParagraph(paragraph: string, fields: Readonly<Record<string, string>>): string | null {
  let hasFields = false
  let hasContent = false
  const lines = paragraph.split('\n').flatMap((line) => {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    hasFields ||= names.length > 0
    if (names.length > 0 && names.every((name) => fields[name] === '')) return []
    hasContent ||= names.length > 0
    return [line.replace(/ ?\{(\w+)\}/g, (whole, name: string) => placeValue(whole, fields[name] ?? ''))]
  })
  return hasFields && !hasContent ? null : lines.join('\n')
}

/** Puts a list that follows a label on the next line. */
function placeValue(whole: string, value: string): string {
  if (value.startsWith('- ')) return whole.startsWith(' ') ? `\n${value}` : value
  return whole.startsWith(' ') ? ` ${value}` : value
}

function buildFields(facts: SessionFacts): Record<string, string> {
  const { commits, changed, tasks } = facts
  const open = [...new Set([...tasks.open, ...facts.todos].map((task) => toOneLine(task)))]
  const steps = findNextSteps(facts.message ?? '')
  const next = (steps.length > 0 ? steps : open.slice(0, 1))
    .map((step) => toOneLine(step))
    .filter((step) => step !== '')
  const commitLines = commits.map(({ hash, subject }) => `${subject} (${hash.slice(0, 10)})`)
  const hasUncommitted = changed.some((file) => !file.committed)
  return {
    date: facts.date,
    time: facts.time,
    session: toOneLine(facts.session ?? ''),
    agent: toOneLine(facts.agent ?? ''),
    model: toOneLine(facts.model ?? ''),
    status: open.length > 0 || hasUncommitted ? 'In Progress' : 'Complete',
    accomplishments: formatBullets([...commitLines, ...tasks.done]) || '- Nothing was committed',
    commits: formatBullets(commitLines),
    done: formatBullets(tasks.done),
    changed: formatBullets(
      changed.map(({ path, committed }) => `${path}${committed ? '' : ' (not committed)'}`),
    ),
    open: formatBullets(open),
    failures: formatBullets(facts.failures.map(formatFailure)),
    next: next.length > 1 ? formatBullets(next) : (next[0] ?? 'None was named'),
  }
}

function formatBullets(items: readonly string[]): string {
  const lines = items.map((item) => toOneLine(item)).filter((item) => item !== '')
  const shown = lines.slice(0, maxListLength)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].map((item) => `- ${item}`).join('\n')
}

/** Joins a text to one line, so that text from outside cannot add lines to the journal. */
function toOneLine(text: string, maxLength = maxLineLength): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}

function formatFailure({ what, why }: ToolFailure): string {
  return `${toOneLine(what, maxCommandLength)}: ${toOneLine(why)}`
}

/** Chooses a title: the last commit, else the last task, else the first changed file. */
function chooseTitle({ commits, tasks, changed }: SessionFacts): string {
  return commits.at(-1)?.subject ?? tasks.done.at(-1) ?? changed[0]?.path ?? 'session'
}

function makeSlug(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return words.replace(/^-+|-+$/g, '') || 'session'
}
