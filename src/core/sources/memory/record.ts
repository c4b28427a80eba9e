// A record in the published form. Anyone who can write to the store may have changed it.

export const sourceKinds = [
  'manual_capture',
  'context_hydration',
  'adapter_signal',
  'derived_summary',
  'imported',
] as const

export interface RecordAction {
  readonly class: string
  readonly action: 'redact' | 'drop'
  readonly count: number
}

export interface TacticalRecord {
  readonly record_id: string
  /** ISO 8601, UTC, as all times here. */
  readonly captured_at: string
  readonly source: {
    readonly source_kind: (typeof sourceKinds)[number]
    readonly source_ref: string | null
    readonly captured_by: string | null
  }
  readonly provenance: {
    readonly origin_command: string
    readonly source_refs: readonly string[]
    /** The commit that was checked out. */
    readonly git_head: string | null
  }
  readonly content: {
    readonly text: string
    readonly content_class: string
    readonly tags: readonly string[]
  }
  readonly policy: {
    readonly ttl_expires_at: string
    readonly retention_class: string
  }
  readonly sanitization: {
    readonly status: 'clean' | 'redacted'
    readonly redaction_actions: readonly RecordAction[]
  }
  /** Always false: only documents that people accepted are authoritative. */
  readonly authoritative: false
}

/** When a record became a candidate, and in which file. */
export interface Promotion {
  readonly at: string
  readonly to: string
}

export interface StoredRecord {
  readonly record: TacticalRecord
  readonly promoted: Promotion | null
}

const idForm = /^tmr_[a-z0-9][a-z0-9_-]{5,58}$/

export function isRecordId(text: string): boolean {
  return idForm.test(text)
}

/** Makes a unique id that sorts by time: `tmr_20260224t050000z_4f9a1c2b`. */
export function makeRecordId(capturedAt: string, random: string): string {
  const time = capturedAt.replace(/\.\d+/, '').replace(/[-:]/g, '').toLowerCase()
  return `tmr_${time}_${random}`
}

export function isExpired({ policy }: TacticalRecord, now: string): boolean {
  return policy.ttl_expires_at <= now
}

// Written by hand because `load` runs this, and loading zod would take it from 2.5× to over 3.5× bare Node.
/** Parses a record, or returns what is wrong with it. */
export function parseRecord(body: string): TacticalRecord | string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'it is not JSON'
  }
  const fault = findFault(value, shape, '')
  return fault ?? (value as TacticalRecord)
}

type Shape =
  | 'text'
  | 'text?'
  | 'time'
  | 'id'
  | 'texts'
  | 'actions'
  | readonly unknown[]
  | { readonly [key: string]: Shape }

const shape: Shape = {
  record_id: 'id',
  captured_at: 'time',
  source: { source_kind: sourceKinds, source_ref: 'text?', captured_by: 'text?' },
  provenance: { origin_command: 'text', source_refs: 'texts', git_head: 'text?' },
  content: { text: 'text', content_class: 'text', tags: 'texts' },
  policy: { ttl_expires_at: 'time', retention_class: 'text' },
  sanitization: { status: ['clean', 'redacted'], redaction_actions: 'actions' },
  authoritative: [false],
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isText = (value: unknown) => typeof value === 'string'
const fits: Readonly<Record<Extract<Shape, string>, (value: unknown) => boolean>> = {
  text: isText,
  'text?': (value) => value === null || isText(value),
  time: (value) => isText(value) && timeForm.test(value as string),
  id: (value) => isText(value) && isRecordId(value as string),
  texts: (value) => Array.isArray(value) && value.every(isText),
  actions: (value) => Array.isArray(value) && value.every(isAction),
}

function isAction(value: unknown): boolean {
  const { class: name, action, count } = (value ?? {}) as Record<string, unknown>
  return isText(name) && (action === 'redact' || action === 'drop') && Number.isSafeInteger(count)
}

function findFault(value: unknown, expected: Shape, at: string): string | null {
  const wrong = `"${at}" has an invalid value`
  if (typeof expected === 'string') return fits[expected](value) ? null : wrong
  if (isChoice(expected)) return expected.includes(value) ? null : wrong
  if (typeof value !== 'object' || value === null) return at === '' ? 'it is not an object' : wrong
  for (const [key, inner] of Object.entries(expected)) {
    const field = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    const fault = findFault(field, inner, at === '' ? key : `${at}.${key}`)
    if (fault !== null) return fault
  }
  return null
}

function isChoice(expected: Shape): expected is readonly unknown[] {
  return Array.isArray(expected)
}
