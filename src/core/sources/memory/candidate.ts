import type { MemoryRules } from '../../manifest/index.ts'
import { appendToList, parseSettings } from '../../settings/index.ts'
import { fillTemplate } from '../../values/index.ts'
import type { TacticalRecord } from './record.ts'

type Target = NonNullable<MemoryRules['promote']>

/** Builds the entry of a candidate from the manifest's template. */
export function buildCandidate(
  template: Target['entry'],
  record: TacticalRecord,
  promotedAt: string,
): Record<string, unknown> {
  const { source, provenance, content, policy } = record
  return fillTemplate(template, {
    record_id: record.record_id,
    title: makeTitle(content.text),
    text: content.text,
    content_class: content.content_class,
    tags: content.tags,
    captured_at: record.captured_at,
    captured_by: source.captured_by,
    promoted_at: promotedAt,
    source_kind: source.source_kind,
    source_ref: source.source_ref,
    source_refs: provenance.source_refs,
    git_head: provenance.git_head,
    retention_class: policy.retention_class,
    ttl_expires_at: policy.ttl_expires_at,
  }) as Record<string, unknown>
}

/** Adds a candidate to the text of a file, unless the file names the record already. Throws a `SettingsFault` if the file has another form. */
export function addCandidate(
  text: string | null,
  { list, empty }: Target,
  { entry, recordId }: { readonly entry: object; readonly recordId: string },
): string {
  if (text === null || text.trim() === '')
    return `${JSON.stringify({ ...empty, [list]: [entry] }, null, 2)}\n`
  const changed = appendToList(text, list, entry)
  return namesRecord((parseSettings(text) as Record<string, unknown>)[list], recordId) ? text : changed
}

function namesRecord(value: unknown, recordId: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((inner) => namesRecord(inner, recordId))
  return value === recordId
}

const maxTitleLength = 80

/** Takes the first line with a letter or digit, without heading and list marks. */
function makeTitle(text: string): string {
  const titleLine = text.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? text
  const bare = titleLine.replace(/^[\s#>*+-]+/, '').trim()
  const characters = [...bare]
  return characters.length <= maxTitleLength ? bare : `${characters.slice(0, maxTitleLength - 1).join('')}…`
}

/** Formats a candidate as a document that a person accepts or deletes. */
export function formatCandidateDocument(record: TacticalRecord, promotedAt: string): string {
  const { source, provenance, content, policy, sanitization } = record
  const rows = [
    ['Record', record.record_id],
    ['Class', content.content_class],
    ['Tags', content.tags.join(', ')],
    ['Captured', record.captured_at],
    ['By', source.captured_by ?? ''],
    ['Sources', provenance.source_refs.join(', ')],
    ['Commit', provenance.git_head ?? ''],
    ['Command', provenance.origin_command],
    ['Retention', `${policy.retention_class}, until ${policy.ttl_expires_at}`],
    ['Sanitised', sanitization.status],
    ['Promoted', promotedAt],
  ].filter(([, value]) => value !== '')
  return [
    `# Candidate: ${makeTitle(content.text)}`,
    '',
    'Status: candidate. From tactical memory, which is never authoritative: it counts when a person has accepted it.',
    '',
    ...rows.map(([name, value]) => `- ${name}: ${value}`),
    '',
    '## Text',
    '',
    content.text.replace(/\n+$/, ''),
    '',
  ].join('\n')
}
