import { createHash } from 'node:crypto'
import type { Account, Blob, EntryDraft, Parcel } from '../../../core/receipt/index.ts'

export const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

export function blobOf(content: string): Blob {
  return { digest: hash(content), content: () => content }
}

const start = Date.parse('2026-03-01T08:00:00.000Z')
/** Returns the time this many seconds after the start. */
export const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()

export interface Wish {
  readonly uid: string
  readonly at?: string
  readonly id?: string
  readonly session?: string
  readonly run?: string | null
  readonly agent?: string | null
  readonly level?: string
  readonly status?: string
  /** Sections by name, with the paths that they came from. */
  readonly sections?: Readonly<Record<string, readonly string[]>>
  readonly text?: string | null
}

export function accountText(sections: Readonly<Record<string, readonly string[]>>, pad = ''): string {
  const account: Partial<Account> = {
    like: pad as never,
    sections: Object.entries(sections).map(([id, paths], i) => ({
      id,
      tier: i % 2 === 0 ? 'core' : null,
      size: 10 + i,
      sent_digest: hash(id),
      sources: paths.map((path) => ({ path, digest: hash(path) })),
    })) as never,
  }
  return JSON.stringify(account)
}

/** Creates an injection as the program would record it, as far as a store needs it. */
export function injection(wish: Wish): Parcel {
  const account = blobOf(accountText(wish.sections ?? { rules: ['RULES.md'] }))
  const text = wish.text === null ? null : blobOf(wish.text ?? 'the text')
  const body = {
    receipt: 1,
    injection_id: wish.id ?? `INJ-${wish.uid}`,
    session_id: wish.session ?? 's1',
    run_id: wish.run ?? null,
    agent: wish.agent === undefined ? 'one' : wish.agent,
    role: null,
    level: wish.level ?? 'full',
    status: wish.status ?? 'ok',
    total: 42,
    account: account.digest,
    text: text?.digest ?? null,
  }
  const blobs = [account, ...(text === null ? [] : [text])]
  return { draft: draftOf('injection', wish, body), blobs }
}

export function run(
  uid: string,
  over: { run?: string; level?: string | null; injection?: string | null; agent?: string; at?: string } = {},
): Parcel {
  const body = {
    run_id: over.run ?? `run-${uid}`,
    session_id: 's-run',
    agent: over.agent ?? 'one',
    level: over.level ?? null,
    injection_id: over.injection ?? null,
    task_digest: hash('task'),
  }
  return { draft: draftOf('run', { uid, ...over }, body), blobs: [] }
}

export function outcome(uid: string, runId: string, status: string, when?: string): Parcel {
  const body = { run_id: runId, status, changes: null, seconds: 1.5, exit_code: 0 }
  return { draft: draftOf('outcome', { uid, ...(when && { at: when }) }, body), blobs: [] }
}

export function event(
  uid: string,
  body: object = { name: 'pruned', texts_to: 0, accounts_to: 0, blobs: 0, bytes: 0 },
): Parcel {
  return { draft: draftOf('event', { uid }, body), blobs: [] }
}

function draftOf(
  kind: EntryDraft['kind'],
  { uid, at: when }: { uid: string; at?: string },
  body: object,
): EntryDraft {
  return { uid, kind, at: when ?? at(0), body: JSON.stringify(body) }
}
