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
import { parseAccount } from './parse-account.ts'
import type { SkippedInjection } from './skipped-injection.ts'

/** Read access to the ledger of one project. */
export interface HistoryDeps {
  /** Name of the project. */
  readonly project: string
  readonly uid: string
  readonly store: Pick<Store, 'log' | 'entries' | 'injections' | 'findOutcome' | 'blob' | 'present'>
  readonly hash: Hash
}

export interface PastInjection {
  readonly stored: StoredEntry
  readonly body: InjectionBody
  /** Null if it was pruned. */
  readonly account: Account | null
  readonly outcome: OutcomeBody | null
}

/** Enough access to read a single entry. */
export type HistoryReader = Pick<HistoryDeps, 'project' | 'uid' | 'hash'> & {
  readonly store: Pick<SentReads, 'entries' | 'blob'>
}

/** The part of an injection that its delivery is judged by. */
export type SentInjection = Pick<PastInjection, 'body' | 'account'> & {
  readonly stored: Pick<StoredEntry, 'entry'>
}

/** Reads the injection with this number. */
export async function readSentInjection(past: HistoryReader, seq: number): Promise<SentInjection> {
  const stored = await readNumbered(past, seq)
  const body = parseInjectionEntry(stored)
  return { stored, body, account: await readAccount(past, body) }
}

/** Finds an injection by id, by number (`@12` or `#12`), or counted from the end: `latest`, `latest~2`. */
export async function findInjection(past: HistoryDeps, ref: string): Promise<PastInjection> {
  const stored = await findStored(past, ref.trim())
  const body = parseInjectionEntry(stored)
  const account = await readAccount(past, body)
  const ended = body.run_id === null ? null : await past.store.findOutcome(past.uid, body.run_id)
  return { stored, body, account, outcome: ended === null ? null : parseOutcomeEntry(ended) }
}

/** An injection as the source of a packet. `skipped` are later ones that sent nothing, newest first. */
export interface SentPacket extends PastInjection {
  readonly skipped: readonly SkippedInjection[]
}

/** Finds an injection that a caller needs the packet of. Counted from the end, only injections that sent something count. */
export async function findSentPacket(past: HistoryDeps, ref: string): Promise<SentPacket> {
  const back = parseLatest(ref.trim())
  if (back === null) return { ...(await findInjection(past, ref)), skipped: [] }
  const skipped: SkippedInjection[] = []
  const stored = await findLatest(past, back, (entry) => {
    const { status, injection_id, error } = parseInjectionEntry(entry)
    if (status !== 'error') return true
    if (skipped.length < maxSkipped) skipped.push({ injection_id, reason: error ?? 'it was refused' })
    return false
  }).catch((error) => {
    throw explainAllRefused(past, error, skipped)
  })
  return { ...(await findInjection(past, `@${stored.entry.seq}`)), skipped }
}

/** Enough to see why. */
const maxSkipped = 5

function explainAllRefused(
  { project }: HistoryDeps,
  error: unknown,
  [newest]: readonly SkippedInjection[],
): unknown {
  if (!(error instanceof Refusal) || error.code !== 'not-recorded' || newest === undefined) return error
  return new Refusal(
    'not-recorded',
    `The ledger of ${project} has no packet that was sent so far back. The latest injection ${newest.injection_id} was refused: ${newest.reason}`,
    `See it with "foreword show ${newest.injection_id}".`,
  )
}

/** Reads a packet, byte for byte as it was sent. */
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
  throw new Refusal('not-verified', `The stored text of ${id} differs from the text that was sent.`, fix)
}

export function makeInjectionLabel({ entry }: StoredEntry, body: InjectionBody): InjectionLabel {
  const { injection_id, level, agent, total } = body
  return { injection_id, seq: entry.seq, at: entry.at, level, agent, total }
}

/** Returns the account, or refuses if it was pruned. */
export function requireAccount({ account, body }: PastInjection): Account {
  if (account !== null) return account
  throw new Refusal('pruned', `The account of ${body.injection_id} was deleted to save space.`)
}

/** Parses an entry that must be an injection. */
export function parseInjectionEntry({ entry }: Pick<StoredEntry, 'entry'>): InjectionBody {
  const row = buildEntryRow(entry.kind, entry.body)
  if (typeof row !== 'string' && row.kind === 'injection') return parseEntryBody('injection', entry.body)
  const what = typeof row === 'string' ? row : `it is not an injection (${row.kind})`
  throw new Refusal('not-verified', `Entry ${entry.seq} is damaged: ${what}.`, 'Run "foreword verify".')
}

/** Null if the reference is not counted from the end. */
function parseLatest(ref: string): number | null {
  const match = /^latest(?:~(\d{1,9}))?$/.exec(ref)
  return match === null ? null : Number(match[1] ?? 0)
}

async function findStored(past: HistoryDeps, ref: string): Promise<StoredEntry> {
  const back = parseLatest(ref)
  if (back !== null) return findLatest(past, back)
  const number = /^[@#](\d{1,15})$/.exec(ref)?.[1]
  if (number !== undefined) return readNumbered(past, Number(number))
  const [first, second, ...more] = await past.store.injections(past.uid, ref)
  if (first === undefined) throw makeMissing(past, `Injection ${JSON.stringify(ref)} was not found`)
  if (second === undefined) return first
  const numbers = [first, second, ...more].map(({ entry }) => `@${entry.seq}`).join(', ')
  throw new Refusal('not-recorded', `${ref} names more than one injection.`, `Choose one: ${numbers}.`)
}

type Entries<T> = Pick<HistoryDeps, 'project' | 'uid'> & {
  readonly store: { entries(uid: string, after: number, limit: number): Promise<readonly T[]> }
}

async function readNumbered<T extends Pick<StoredEntry, 'entry'>>(past: Entries<T>, seq: number): Promise<T> {
  const [stored] = await past.store.entries(past.uid, seq - 1, 1)
  if (stored === undefined || stored.entry.seq !== seq) throw makeMissing(past, `Entry ${seq} was not found`)
  const { kind } = stored.entry
  if (kind !== 'injection') throw makeMissing(past, `Entry ${seq} is not an injection (${kind})`)
  return stored
}

const page = 500

/** Whether an injection was pulled: read or searched by an agent, or the instructions that a server sends to a new client. A pull is not a packet of its own. */
export function isPulled({ level, asked }: Pick<InjectionBody, 'level' | 'asked'>): boolean {
  // Check `asked` too, because a manifest may have levels of these names.
  return asked !== undefined && (level === 'read' || level === 'search' || asked === 'instructions')
}

/** Whether the entry itself must be read to know. A pull has no agent name, except for a read within a session. */
const mayBePulled = ({ agent, level }: LogRow) => agent === null || level === 'read'

/** Finds a packet counted from the end. Pulls do not count, nor does an entry that `counts` rejects. */
async function findLatest(
  past: HistoryDeps,
  back: number,
  counts: ((stored: StoredEntry) => boolean) | null = null,
): Promise<StoredEntry> {
  let left = back
  for (let before: number | undefined; ; ) {
    const limit = before === undefined ? Math.min(page, left + 1) : page
    const rows = await past.store.log(past.uid, { limit, ...(before !== undefined && { before }) })
    for (const row of rows) {
      const isRead = left === 0 || counts !== null || mayBePulled(row)
      const stored = isRead ? await readNumbered(past, row.seq) : null
      if (mayBePulled(row) && isPulled(parseInjectionEntry(stored!))) continue
      if (counts?.(stored!) === false) continue
      if (left === 0) return stored!
      left -= 1
    }
    before = rows.at(-1)?.seq
    if (before !== undefined) continue
    throw makeMissing(
      past,
      back === 0 ? 'Nothing was injected yet' : `Fewer than ${back + 1} injections were found`,
    )
  }
}

function makeMissing({ project }: Pick<HistoryDeps, 'project'>, what: string): Refusal {
  return new Refusal(
    'not-recorded',
    `${what} in the ledger of ${project}.`,
    'List injections with "foreword log".',
  )
}

async function readAccount({ store, hash }: HistoryReader, body: InjectionBody): Promise<Account | null> {
  const content = await store.blob(body.account)
  if (content === null) return null
  if (hash(content) === body.account) return parseAccount(content, body.injection_id)
  const message = `The account of ${body.injection_id} does not match its digest.`
  throw new Refusal('not-verified', message, 'Run "foreword verify" to see what else was changed.')
}

/** Parses an outcome; null if the entry is not an outcome. */
export function parseOutcomeEntry({ entry }: StoredEntry): OutcomeBody | null {
  return typeof buildEntryRow('outcome', entry.body) === 'string'
    ? null
    : parseEntryBody('outcome', entry.body)
}
