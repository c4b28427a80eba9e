import type { WorkItem } from './item.ts'

/** An item as a document: one line for each thing that is known of it. */
export function workItemText({ title, state, priority, summary, tags }: WorkItem): string {
  const lines = [
    ['title', title],
    ['state', state],
    ['priority', priority === null ? '' : String(priority)],
    ['summary', summary],
    ['tags', tags.join(', ')],
  ]
  return lines.map(([label, value]) => (value === '' ? '' : `${label}: ${value}\n`)).join('')
}
