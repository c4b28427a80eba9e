import { boundText, maxFieldLengths, maxTags } from './bounded-text.ts'
import type { WorkItem } from './work-item.ts'

type WorkItemFields = Pick<WorkItem, 'title' | 'state' | 'priority' | 'summary' | 'tags'>

/** Formats an item as a document with one line for each field. */
export function formatWorkItem({ title, state, priority, summary, tags }: WorkItemFields): string {
  const lines = [
    ['title', title],
    ['state', state],
    ['priority', priority === null ? '' : String(priority)],
    ['summary', summary],
    ['tags', tags.join(tagBreak)],
  ]
  return lines.map(([label, value]) => (value === '' ? '' : `${label}: ${value}\n`)).join('')
}

const tagBreak = ', '

/** Shortens the lines of such a document. Call it after redaction, because the redactor does not recognise half a secret. */
export function shortenLines(text: string): string {
  return text.split('\n').map(shortenLine).join('\n')
}

function shortenLine(line: string): string {
  const [label, value] = splitLabel(line)
  if (label === 'tags') {
    const few = value.split(tagBreak).slice(0, maxTags)
    const tags = few.map((tag) => boundText(tag, maxFieldLengths.tag).text)
    return `tags: ${[...new Set(tags)].join(tagBreak)}`
  }
  return boundText(
    line,
    label.length + 2 + (label === 'title' ? maxFieldLengths.title : maxFieldLengths.summary),
  ).text
}

/** Joins the values of such a document without labels. A secret may span fields: `Password:` in the title, the password in the summary. */
export function joinWithoutMarkup(text: string): string {
  const lines = text.split('\n').map(splitLabel)
  const values = lines
    .filter(([label]) => label !== 'state' && label !== 'priority')
    .map(([, value]) => value)
  return values.join(' ').replaceAll(tagBreak, ' ').trim()
}

function splitLabel(line: string): [label: string, value: string] {
  const at = line.indexOf(': ')
  return at === -1 ? ['', line] : [line.slice(0, at), line.slice(at + 2)]
}
