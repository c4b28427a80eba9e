import { type EntryKind, entryKinds } from './entry.ts'
import type { Account, EntryBodies } from './entry-bodies.ts'

/** The search columns of an entry. All of them follow from its body, so all of them can be checked. */
export type EntryRow = {
  readonly [Kind in EntryKind]: { readonly kind: Kind } & Readonly<Columns[Kind]>
}[EntryKind]

interface Columns {
  injection: {
    injection_id: string
    session_id: string
    run_id: string | null
    agent: string | null
    role: string | null
    level: string
    status: string
    total: number
    account: string
    text: string | null
  }
  run: {
    run_id: string
    session_id: string
    agent: string
    level: string | null
    injection_id: string | null
    task_digest: string
  }
  outcome: {
    run_id: string
    status: string
    changes: string | null
    seconds: number | null
    exit_code: number | null
  }
  event: { name: string }
}

export type EntryRowOfKind<Kind extends EntryKind> = Extract<EntryRow, { kind: Kind }>

type Type = 'text' | 'number' | 'text?' | 'number?'

const columns: { readonly [Kind in EntryKind]: Readonly<Record<keyof Columns[Kind], Type>> } = {
  injection: {
    injection_id: 'text',
    session_id: 'text',
    run_id: 'text?',
    agent: 'text?',
    role: 'text?',
    level: 'text',
    status: 'text',
    total: 'number',
    account: 'text',
    text: 'text?',
  },
  run: {
    run_id: 'text',
    session_id: 'text',
    agent: 'text',
    level: 'text?',
    injection_id: 'text?',
    task_digest: 'text',
  },
  outcome: { run_id: 'text', status: 'text', changes: 'text?', seconds: 'number?', exit_code: 'number?' },
  event: { name: 'text' },
}

// Written by hand because a hook runs this for every receipt, and loading zod takes 25 ms.
/** Builds the columns of a body, or returns what is wrong with it. The body may come from an untrusted source. */
export function buildEntryRow(kind: EntryKind, body: string): EntryRow | string {
  if (!entryKinds.includes(kind)) return `unknown kind of entry "${kind}"; kinds: ${entryKinds.join(', ')}`
  const parsed = parseObject(body)
  if (parsed === null) return 'the body is not a JSON object'
  const row: Record<string, unknown> = { kind }
  for (const [name, type] of Object.entries(columns[kind])) {
    const value = Object.hasOwn(parsed, name) ? parsed[name] : undefined
    const optional = type.endsWith('?')
    const fits = value === null ? optional : typeof value === (type.startsWith('text') ? 'string' : 'number')
    if (!fits)
      return `"${name}" must be ${type.startsWith('text') ? 'a text' : 'a number'}${optional ? ' or null' : ''}`
    row[name] = typeof value === 'string' ? makeStorable(value) : value
  }
  return row as unknown as EntryRow
}

/** Parses the body of an entry. Call it only after `buildEntryRow` accepted the body. */
export function parseEntryBody<Kind extends EntryKind>(_kind: Kind, body: string): EntryBodies[Kind] {
  return JSON.parse(body)
}

export function getBlobDigests(row: EntryRow): readonly string[] {
  return row.kind === 'injection' ? [row.account, ...(row.text === null ? [] : [row.text])] : []
}

/** The search columns of a section. */
export interface SectionRow {
  readonly position: number
  readonly section: string
  readonly tier: string | null
  readonly size: number
  readonly sent_digest: string
  readonly sources: readonly { readonly path: string; readonly digest: string }[]
}

/** Null if the text is not an account. */
export function buildSectionRows(account: string): readonly SectionRow[] | null {
  const parsed = parseObject(account) as Partial<Account> | null
  if (parsed === null || !Array.isArray(parsed.sections)) return null
  try {
    const sections: Account['sections'] = parsed.sections
    return sections.map(({ id, tier, size, sent_digest, sources }, position) => ({
      position,
      section: makeStorable(String(id)),
      tier: tier === null || tier === undefined ? null : makeStorable(String(tier)),
      size: Number(size) || 0,
      sent_digest: makeStorable(String(sent_digest)),
      sources: sources.map(({ path, digest }) => ({
        path: makeStorable(String(path)),
        digest: makeStorable(String(digest)),
      })),
    }))
  } catch {
    return null
  }
}

/** Replaces NUL and lone surrogates. JSON can contain them; the columns of some databases cannot. */
function makeStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
