import type {
  MemoryAddResult,
  MemoryListResult,
  MemoryPromoteResult,
  MemoryPruneResult,
  MemorySearchResult,
  ShownRecord,
} from '../../../app/sources/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, when } from './text.ts'

const standing = 'Notes are never authoritative until a person accepts them.'

export function addView({ record }: MemoryAddResult): string {
  const { sanitization, policy, content } = record
  const taken = sanitization.redaction_actions.map(({ class: name, count }) => `${name} (${count})`)
  return page([
    record.record_id,
    ...paragraph(
      `Stored as ${content.content_class} until ${when(policy.ttl_expires_at)}. A note is never authoritative.`,
    ),
    ...(taken.length === 0 ? [] : paragraph(`Redacted before storing: ${taken.join(', ')}.`)),
  ])
}

export function listView(result: MemoryListResult, paint: Paint): string {
  const { records, total, project } = result
  if (records.length === 0)
    return page(paragraph(`No notes of ${project}. Add one with "foreword memory add".`))
  return page([
    ...paragraph(standing),
    ...records.flatMap((record) => ['', ...lines(record, paint)]),
    ...rest(total, records.length),
  ])
}

export function searchView(result: MemorySearchResult, paint: Paint): string {
  const { records, total, terms, project } = result
  if (records.length === 0)
    return page(paragraph(`No note of ${project} contains any of: ${terms.join(', ')}.`))
  return page([
    ...paragraph(standing),
    ...records.flatMap((record) => [
      '',
      ...lines(record, paint),
      ...paragraph(`score ${record.score}: ${record.why.join('; ')}`, '  '),
    ]),
    ...rest(total, records.length),
  ])
}

function lines(record: ShownRecord, paint: Paint): string[] {
  const { content, policy, promoted, provenance } = record
  const until = record.state === 'expired' ? 'expired' : 'until'
  const facts = [
    content.content_class,
    `captured ${when(record.captured_at)}`,
    `${until} ${when(policy.ttl_expires_at)}`,
    ...(promoted === null ? [] : [`promoted to ${promoted.to}`]),
  ]
  return [
    paint.faint(record.record_id),
    ...paragraph(facts.join(', '), '  '),
    ...(content.tags.length === 0 ? [] : paragraph(`tags: ${content.tags.join(', ')}`, '  ')),
    ...(provenance.source_refs.length === 0
      ? []
      : paragraph(`about: ${provenance.source_refs.join(', ')}`, '  ')),
    ...content.text
      .replace(/\s+$/, '')
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? ['  |'] : paragraph(line, '  | '))),
  ]
}

function rest(total: number, shown: number): string[] {
  return total === shown ? [] : ['', `${formatCount(total - shown, 'more note')}: use --limit.`]
}

export function pruneView({ records, dry_run, left }: MemoryPruneResult): string {
  if (records.length === 0) return page([`Nothing to delete; ${formatCount(left, 'note')} left.`])
  const did = dry_run ? 'Would delete' : 'Deleted'
  return page([
    ...paragraph(`${did} ${formatCount(records.length, 'note')}; ${formatCount(left, 'note')} left.`),
    ...records.map((id) => `  ${id}`),
  ])
}

export function promoteNotice({ record_id, to }: MemoryPromoteResult): string {
  const where = to === null ? '' : ` in ${to}`
  return page(
    paragraph(`${record_id} is now a candidate${where}. It is not authoritative until a person accepts it.`),
  )
}
