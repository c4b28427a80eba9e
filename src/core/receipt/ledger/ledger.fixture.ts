import { occasion } from '../receipt.fixture.ts'
import { buildInjectionBody } from './account.ts'
import { computeGenesisDigest, type Entry, type EntryDraft, linkEntry } from './entry.ts'
import { buildEntryRow } from './entry-row.ts'
import type { StoredEntry } from './ledger-walk.ts'

/** Distinguishes the texts of the tests. The core cannot import a hash function. */
export function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b)
  }
  return `test:${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`
}

export function draftOf(n: number, over: Partial<EntryDraft> = {}): EntryDraft {
  const receipt = { ...occasion, injection_id: `INJ-20260103-183000-${String(n).padStart(6, '0')}` }
  const facts = {
    status: 'success',
    error: null,
    level: 'standard',
    total: 10 + n,
    packet_digest: hash(`${n}`),
  }
  const body = buildInjectionBody({ ...receipt, ...facts } as never, hash('account'), hash(`text ${n % 3}`))
  return {
    uid: `uid-${n}`,
    kind: 'injection',
    at: new Date(Date.UTC(2026, 0, 3, 18, 30, n)).toISOString(),
    body: JSON.stringify(body),
    ...over,
  }
}

export function ledgerOf(project: string, drafts: readonly EntryDraft[]): StoredEntry[] {
  let prev = computeGenesisDigest(project, hash)
  return drafts.map((draft, i) => {
    const entry = linkEntry(draft, i + 1, prev, hash)
    prev = entry.digest
    return storedOf(entry)
  })
}

export function storedOf(entry: Entry): StoredEntry {
  const row = buildEntryRow(entry.kind, entry.body)
  return { entry, row: typeof row === 'string' ? null : row }
}
