import type { ShownRecord } from '../../../app/sources/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { formatTime, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

/** Lists records of tactical memory. `explain` gives a line below each of them. */
export function formatRecords<Shown extends ShownRecord>(
  { records, total }: { readonly records: readonly Shown[]; readonly total: number },
  paint: Paint,
  explain?: (record: Shown) => string,
): string[] {
  const left = total - records.length
  return [
    'Notes are never authoritative until a person accepts them.',
    ...records.flatMap((record) => [
      '',
      ...formatRecord(record, paint),
      ...(explain === undefined ? [] : wrapParagraph(explain(record), '  ')),
    ]),
    ...(left === 0 ? [] : ['', `${formatCount(left, 'more note')}: use --limit.`]),
  ]
}

function formatRecord(record: ShownRecord, paint: Paint): string[] {
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
