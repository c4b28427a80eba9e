import type { StoredRecord, TacticalRecord } from './record.ts'

export interface Wanted {
  readonly id?: string
  readonly text?: string
  readonly class?: string
  readonly tags?: readonly string[]
  readonly refs?: readonly string[]
  readonly at?: string
  readonly expires?: string
  readonly promoted?: StoredRecord['promoted']
}

export const noon = '2026-02-24T12:00:00.000Z'

export function recordOf(wanted: Wanted = {}): TacticalRecord {
  const refs = wanted.refs ?? []
  return {
    record_id: wanted.id ?? 'tmr_first-1',
    captured_at: wanted.at ?? '2026-02-24T05:00:00.000Z',
    source: { source_kind: 'manual_capture', source_ref: refs[0] ?? null, captured_by: null },
    provenance: { origin_command: 'foreword memory add', source_refs: refs, git_head: null },
    content: {
      text: wanted.text ?? 'The importer fails above 5000 rows',
      content_class: wanted.class ?? 'risk_note',
      tags: wanted.tags ?? [],
    },
    policy: {
      ttl_expires_at: wanted.expires ?? '2026-03-26T05:00:00.000Z',
      retention_class: 'standard',
    },
    sanitization: { status: 'clean', redaction_actions: [] },
    authoritative: false,
  }
}

export function keptOf(wanted: Wanted = {}): StoredRecord {
  return { record: recordOf(wanted), promoted: wanted.promoted ?? null }
}
