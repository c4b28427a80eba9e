import type {
  MemoryAddResult,
  MemoryListResult,
  MemoryPromoteResult,
  MemoryPruneResult,
  MemorySearchResult,
  ShownRecord,
} from '../../../app/sources/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { formatTime, joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

const standing = 'Notes are never authoritative until a person accepts them.'

export function memoryAddView({ record }: MemoryAddResult): string {
  const { sanitization, policy, content } = record
  const taken = sanitization.redaction_actions.map(({ class: name, count }) => `${name} (${count})`)
  return joinLines([
    record.record_id,
    ...wrapParagraph(
      `Stored as ${content.content_class} until ${formatTime(policy.ttl_expires_at)}. A note is never authoritative.`,
    ),
    ...(taken.length === 0 ? [] : wrapParagraph(`Redacted before storing: ${taken.join(', ')}.`)),
  ])
}

export function memoryListView(result: MemoryListResult, paint: Paint): string {
  const { records, total, project } = result
  if (records.length === 0)
    return joinLines(wrapParagraph(`No notes of ${project}. Add one with "foreword memory add".`))
  return joinLines([
    ...wrapParagraph(standing),
    ...records.flatMap((record) => ['', ...lines(record, paint)]),
    ...rest(total, records.length),
  ])
}

export function memorySearchView(result: MemorySearchResult, paint: Paint): string {
  const { records, total, terms, project } = result
  if (records.length === 0)
    return joinLines(wrapParagraph(`No note of ${project} contains any of: ${terms.join(', ')}.`))
  return joinLines([
    ...wrapParagraph(standing),
    ...records.flatMap((record) => [
      '',
      ...lines(record, paint),
      ...wrapParagraph(`score ${record.score}: ${record.why.join('; ')}`, '  '),
    ]),
    ...rest(total, records.length),
  ])
}

function lines(record: ShownRecord, paint: Paint): string[] {
  const { content, policy, promoted, provenance } = record
  const until = record.state === 'expired' ? 'expired' : 'until'
  const facts = [
    content.content_class,
    `captured ${formatTime(record.captured_at)}`,
    `${until} ${formatTime(policy.ttl_expires_at)}`,
    ...(promoted === null ? [] : [`promoted to ${promoted.to}`]),
  ]
  return [
    paint.faint(record.record_id),
    ...wrapParagraph(facts.join(', '), '  '),
    ...(content.tags.length === 0 ? [] : wrapParagraph(`tags: ${content.tags.join(', ')}`, '  ')),
    ...(provenance.source_refs.length === 0
      ? []
      : wrapParagraph(`about: ${provenance.source_refs.join(', ')}`, '  ')),
    ...content.text
      .replace(/\s+$/, '')
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? ['  |'] : wrapParagraph(line, '  | '))),
  ]
}

function rest(total: number, shown: number): string[] {
  return total === shown ? [] : ['', `${formatCount(total - shown, 'more note')}: use --limit.`]
}

export function memoryPruneView({ records, dry_run, left }: MemoryPruneResult): string {
  if (records.length === 0) return joinLines([`Nothing to delete; ${formatCount(left, 'note')} left.`])
  const did = dry_run ? 'Would delete' : 'Deleted'
  return joinLines([
    ...wrapParagraph(`${did} ${formatCount(records.length, 'note')}; ${formatCount(left, 'note')} left.`),
    ...records.map((id) => `  ${id}`),
  ])
}

export function formatMemoryPromotion({ record_id, to }: MemoryPromoteResult): string {
  const where = to === null ? '' : ` in ${to}`
  return joinLines(
    wrapParagraph(
      `${record_id} is now a candidate${where}. It is not authoritative until a person accepts it.`,
    ),
  )
}
