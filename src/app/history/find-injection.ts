import {
  type Account,
  buildEntryRow,
  type InjectionBody,
  type OutcomeBody,
  parseEntryBody,
  type StoredEntry,
  unsealText,
} from '../../core/receipt/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Hash, LogRow, SentReads, Store } from '../../ports/index.ts'
import type { InjectionLabel } from '../output/index.ts'

/** The ledger of one project, to be asked. */
export interface HistoryDeps {
  /** What people call it. */
  readonly project: string
  readonly uid: string
  readonly store: Pick<Store, 'log' | 'entries' | 'injections' | 'outcomeOf' | 'blob' | 'present'>
  readonly hash: Hash
}

export interface PastInjection {
  readonly stored: StoredEntry
  readonly body: InjectionBody
  /** Null when it was pruned. */
  readonly account: Account | null
  readonly outcome: OutcomeBody | null
}

/** As much of the past as one entry of it takes. */
export type HistoryReader = Pick<HistoryDeps, 'project' | 'uid' | 'hash'> & {
  readonly store: Pick<SentReads, 'entries' | 'blob'>
}

/** An injection, with what tells of its delivery. */
export type SentInjection = Pick<PastInjection, 'body' | 'account'> & {
  readonly stored: Pick<StoredEntry, 'entry'>
}

/** The one with this number. */
export async function readSentInjection(past: HistoryReader, seq: number): Promise<SentInjection> {
  const stored = await readNumbered(past, seq)
  const body = parseInjectionEntry(stored)
  return { stored, body, account: await readAccount(past, body) }
}

/** By id, by number (`@12` or `#12`), or counted from the end: `latest`, `latest~2`. */
export async function findInjection(past: HistoryDeps, ref: string): Promise<PastInjection> {
  const stored = await findStored(past, ref.trim())
  const body = parseInjectionEntry(stored)
  const account = await readAccount(past, body)
  const ended = body.run_id === null ? null : await past.store.outcomeOf(past.uid, body.run_id)
  return { stored, body, account, outcome: ended === null ? null : parseOutcomeEntry(ended) }
}

/** The packet, byte for byte as it was sent. */
export async function readPacketText({ store, hash }: HistoryDeps, body: InjectionBody): Promise<string> {
  const { injection_id: id, text, packet_digest, error } = body
  if (text === null) {
    const why = error === null ? '' : ` ${error}`
    throw new Refusal('not-recorded', `Nothing was sent for ${id}: it was refused.${why}`)
  }
  const sealed = await store.blob(text)
  if (sealed === null) {
    const fix = `Its receipt is still there: foreword show ${id}`
    throw new Refusal('pruned', `The text of ${id} was deleted to save space.`, fix)
  }
  const found = [unsealText(sealed, id), sealed].find((candidate) => hash(candidate) === packet_digest)
  if (found !== undefined) return found
  const fix = 'Run "foreword verify" to see what else was changed.'
  throw new Refusal('not-verified', `The text of ${id} is not the one that was sent.`, fix)
}

export function makeInjectionLabel({ entry }: StoredEntry, body: InjectionBody): InjectionLabel {
  const { injection_id, level, agent, total } = body
  return { injection_id, seq: entry.seq, at: entry.at, level, agent, total }
}

/** The account that questions about sections need. */
export function requireAccount({ account, body }: PastInjection): Account {
  if (account !== null) return account
  throw new Refusal('pruned', `The account of ${body.injection_id} was deleted to save space.`)
}

/** What an entry says, where it is an injection. */
export function parseInjectionEntry({ entry }: Pick<StoredEntry, 'entry'>): InjectionBody {
  const row = buildEntryRow(entry.kind, entry.body)
  if (typeof row !== 'string' && row.kind === 'injection') return parseEntryBody('injection', entry.body)
  const what = typeof row === 'string' ? row : `it is no injection (${row.kind})`
  throw new Refusal('not-verified', `Entry ${entry.seq} is damaged: ${what}.`, 'Run "foreword verify".')
}

async function findStored(past: HistoryDeps, ref: string): Promise<StoredEntry> {
  const [, back] = /^latest(?:~(\d{1,9}))?$/.exec(ref) ?? [null, null]
  if (back !== null) return findLatest(past, Number(back ?? 0))
  const number = /^[@#](\d{1,15})$/.exec(ref)?.[1]
  if (number !== undefined) return readNumbered(past, Number(number))
  const [first, second, ...more] = await past.store.injections(past.uid, ref)
  if (first === undefined) throw makeMissing(past, `There is no injection ${JSON.stringify(ref)}`)
  if (second === undefined) return first
  const numbers = [first, second, ...more].map(({ entry }) => `@${entry.seq}`).join(', ')
  throw new Refusal('not-recorded', `${ref} names more than one injection.`, `Say which one: ${numbers}.`)
}

type Entries<T> = Pick<HistoryDeps, 'project' | 'uid'> & {
  readonly store: { entries(uid: string, after: number, limit: number): Promise<readonly T[]> }
}

async function readNumbered<T extends Pick<StoredEntry, 'entry'>>(past: Entries<T>, seq: number): Promise<T> {
  const [stored] = await past.store.entries(past.uid, seq - 1, 1)
  if (stored === undefined || stored.entry.seq !== seq) throw makeMissing(past, `There is no entry ${seq}`)
  const { kind } = stored.entry
  if (kind !== 'injection') throw makeMissing(past, `Entry ${seq} is no injection (${kind})`)
  return stored
}

const page = 500

/** What an agent asked for, and what a server says to whoever connects: beside the packet of a session, none of its own. */
export function isPulled({ level, asked }: Pick<InjectionBody, 'level' | 'asked'>): boolean {
  // A manifest may have levels of these names.
  return asked !== undefined && (level === 'read' || level === 'search' || asked === 'instructions')
}

/** Who pulls says no agent's name, but for a read in its session: only then the entry itself has to be looked at. */
const mayBePulled = ({ agent, level }: LogRow) => agent === null || level === 'read'

/** What was pulled is no packet, and does not count. */
async function findLatest(past: HistoryDeps, back: number): Promise<StoredEntry> {
  let left = back
  for (let before: number | undefined; ; ) {
    const limit = before === undefined ? Math.min(page, left + 1) : page
    const rows = await past.store.log(past.uid, { limit, ...(before !== undefined && { before }) })
    for (const row of rows) {
      const stored = left === 0 || mayBePulled(row) ? await readNumbered(past, row.seq) : null
      if (mayBePulled(row) && isPulled(parseInjectionEntry(stored!))) continue
      if (left === 0) return stored!
      left -= 1
    }
    before = rows.at(-1)?.seq
    if (before !== undefined) continue
    throw makeMissing(past, back === 0 ? 'Nothing was injected yet' : `There are no ${back + 1} injections`)
  }
}

function makeMissing({ project }: Pick<HistoryDeps, 'project'>, what: string): Refusal {
  return new Refusal(
    'not-recorded',
    `${what} in the ledger of ${project}.`,
    'See "foreword log" for all there are.',
  )
}

async function readAccount({ store, hash }: HistoryReader, body: InjectionBody): Promise<Account | null> {
  const content = await store.blob(body.account)
  if (content === null) return null
  if (hash(content) === body.account) {
    // Imported here, because it loads zod, which commands that read no account do not need.
    const { parseAccount } = await import('./read-account.ts')
    return parseAccount(content, body.injection_id)
  }
  const message = `The account of ${body.injection_id} does not match its digest.`
  throw new Refusal('not-verified', message, 'Run "foreword verify" to see what else was changed.')
}

/** What an entry says, where it is an outcome. */
export function parseOutcomeEntry({ entry }: StoredEntry): OutcomeBody | null {
  return typeof buildEntryRow('outcome', entry.body) === 'string'
    ? null
    : parseEntryBody('outcome', entry.body)
}
