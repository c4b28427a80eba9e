import type { JournalRule } from '../../manifest/index.ts'
import type { ToolFailure } from './failures.ts'
import { findNextSteps } from './next-steps.ts'
import type { SessionFacts } from './session-facts.ts'

/** The fields that the journal section of a published system reads back. */
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
/** So that why it failed has its place in the line. */
const maxCommandLength = 200

/** The text of a journal. Same facts, same bytes. */
export function formatJournal(rule: JournalRule, facts: SessionFacts): string {
  const fields = fieldsOf(facts)
  const paragraphs = (rule.template ?? defaultTemplate).split(/\n{2,}/)
  const filled = paragraphs.map((paragraph) => fill(paragraph, fields)).filter((text) => text !== null)
  return `${filled.join('\n\n').trimEnd()}\n`
}

/** The name of its file, with the number that is given. */
export function makeJournalPath(rule: JournalRule, facts: SessionFacts, n: number): string {
  return named(rule, { date: facts.date, n: String(n).padStart(3, '0'), slug: slugOf(titleOf(facts)) })
}

/** A glob for the journals of the same day, and the number that stands in the name of one of them. */
export function matchJournalsOfDay(rule: JournalRule, date: string): JournalsOfDay {
  const form = formOf(rule, date)
  return {
    glob: named(rule, { date, n: '*', slug: '*' }),
    numberIn: (path) => Number(form.exec(path)?.groups?.n ?? 0),
  }
}

/** A glob for the journals of all days. */
export function matchAllJournals(rule: JournalRule): string {
  return named(rule, { date: '*', n: '*', slug: '*' })
}

/** The day that stands in the name of a journal; null where none does. */
export function parseJournalDay(path: string): string | null {
  return /[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(path)?.[0] ?? null
}

export interface JournalsOfDay {
  readonly glob: string
  numberIn(path: string): number
}

/** Whether a path could be that of a journal, of any day. */
export function isJournalPath(rule: JournalRule, path: string): boolean {
  return formOf(rule, '[0-9]{4}-[0-9]{2}-[0-9]{2}').test(path)
}

function formOf(rule: JournalRule, date: string): RegExp {
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

function named(rule: JournalRule, names: Readonly<Record<string, string>>): string {
  return rule.file.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
}

/** Null for a paragraph whose fields all have nothing to say. */
function fill(paragraph: string, fields: Readonly<Record<string, string>>): string | null {
  let asked = false
  let told = false
  const lines = paragraph.split('\n').flatMap((line) => {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    asked ||= names.length > 0
    if (names.length > 0 && names.every((name) => fields[name] === '')) return []
    told ||= names.length > 0
    return [line.replace(/ ?\{(\w+)\}/g, (whole, name: string) => placed(whole, fields[name] ?? ''))]
  })
  return asked && !told ? null : lines.join('\n')
}

/** A list that follows a label begins on the next line. */
function placed(whole: string, value: string): string {
  if (value.startsWith('- ')) return whole.startsWith(' ') ? `\n${value}` : value
  return whole.startsWith(' ') ? ` ${value}` : value
}

function fieldsOf(facts: SessionFacts): Record<string, string> {
  const { commits, changed, tasks } = facts
  const open = [...new Set([...tasks.open, ...facts.todos].map((task) => oneLine(task)))]
  const told = findNextSteps(facts.message ?? '')
  const next = (told.length > 0 ? told : open.slice(0, 1))
    .map((step) => oneLine(step))
    .filter((step) => step !== '')
  const made = commits.map(({ hash, subject }) => `${subject} (${hash.slice(0, 10)})`)
  const loose = changed.some((one) => !one.committed)
  return {
    date: facts.date,
    time: facts.time,
    session: oneLine(facts.session ?? ''),
    agent: oneLine(facts.agent ?? ''),
    model: oneLine(facts.model ?? ''),
    status: open.length > 0 || loose ? 'In Progress' : 'Complete',
    accomplishments: bullets([...made, ...tasks.done]) || '- Nothing was committed',
    commits: bullets(made),
    done: bullets(tasks.done),
    changed: bullets(changed.map(({ path, committed }) => `${path}${committed ? '' : ' (not committed)'}`)),
    open: bullets(open),
    failures: bullets(facts.failures.map(failureLine)),
    next: next.length > 1 ? bullets(next) : (next[0] ?? 'None was named'),
  }
}

function bullets(items: readonly string[]): string {
  const said = items.map((item) => oneLine(item)).filter((item) => item !== '')
  const shown = said.slice(0, maxListLength)
  const more = said.length - shown.length
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].map((item) => `- ${item}`).join('\n')
}

/** What a stranger wrote cannot make up a line of its own. */
function oneLine(text: string, longest = maxLineLength): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

function failureLine({ what, why }: ToolFailure): string {
  return `${oneLine(what, maxCommandLength)}: ${oneLine(why)}`
}

/** What the session was about, in its own words: its last commit, else a task, else what was changed. */
function titleOf({ commits, tasks, changed }: SessionFacts): string {
  return commits.at(-1)?.subject ?? tasks.done.at(-1) ?? changed[0]?.path ?? 'session'
}

function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return words.replace(/^-+|-+$/g, '') || 'session'
}
