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

export function recordOf(overrides: Wanted = {}): TacticalRecord {
  const refs = overrides.refs ?? []
  return {
    record_id: overrides.id ?? 'tmr_first-1',
    captured_at: overrides.at ?? '2026-02-24T05:00:00.000Z',
    source: { source_kind: 'manual_capture', source_ref: refs[0] ?? null, captured_by: null },
    provenance: { origin_command: 'foreword memory add', source_refs: refs, git_head: null },
    content: {
      text: overrides.text ?? 'The importer fails above 5000 rows',
      content_class: overrides.class ?? 'risk_note',
      tags: overrides.tags ?? [],
    },
    policy: {
      ttl_expires_at: overrides.expires ?? '2026-03-26T05:00:00.000Z',
      retention_class: 'standard',
    },
    sanitization: { status: 'clean', redaction_actions: [] },
    authoritative: false,
  }
}

export function keptOf(overrides: Wanted = {}): StoredRecord {
  return { record: recordOf(overrides), promoted: overrides.promoted ?? null }
}
