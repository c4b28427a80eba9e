// Opens the store of a project for somebody who asks, and takes in what waits in the spool before any answer is given.
import { existsSync } from 'node:fs'
import { hash, ids } from '../adapters/digest/index.ts'
import { openSpool, waiting } from '../adapters/spool/index.ts'
import { openPostgres, openSqlite, repairSqlite } from '../adapters/sql/index.ts'
import type { Place } from '../adapters/state/index.ts'
import type { OpenOptions, RepairAnswer, StoreChoice } from '../app/index.ts'
import { drain } from '../app/record/drain.ts'
import { parcel } from '../app/record/parcels.ts'
import { namesServer, Refusal, StoreFailure } from '../core/values/index.ts'
import type { Ledger, LedgerKey, Store, StoreTrouble } from '../ports/index.ts'
import { databaseAt, makeStateAt, placeOf } from './keeping.ts'

export interface Opened {
  readonly store: Store
  readonly key: LedgerKey
  /** Null while nothing was recorded. */
  readonly ledger: Ledger | null
  /** That it is the ledger of this project, or that there is none. */
  readonly own: boolean
  readonly name: string
  readonly place: Exclude<Place, { kind: 'off' }>
  readonly takenIn: number
}

export interface StoreTools {
  readonly env: NodeJS.ProcessEnv
  readonly warn: (trouble: StoreTrouble) => void
  /** How long to wait for a server. */
  readonly patienceMs?: number
}

/** A program that a person waits for may wait longer than a hook. */
const patientMs = 10_000

export async function openStore(
  tools: StoreTools,
  choice: StoreChoice,
  { make = false, any = false }: OpenOptions = {},
): Promise<Opened> {
  const place = usable(placeOf(tools.env, choice.project, choice.store))
  if (place.trouble !== null) tools.warn(place.trouble)
  if (choice.store !== undefined && !make) refuseMissing(place)
  try {
    const store = await storeAt(tools, place, make)
    const takenIn = await takeIn(tools, place, store)
    const mine = choice.ledger === undefined ? await store.ledger(place.key) : null
    const only = choice.store !== undefined && !make && !any
    const ledger = mine ?? (await otherLedger(store, place.key, { wanted: choice.ledger, only }))
    const key = ledger === null ? place.key : { uid: ledger.uid, name: ledger.name }
    return { store, key, ledger, own: ledger === mine, name: key.name, place, takenIn }
  } catch (error) {
    throw asRefusal(error)
  }
}

interface Wanted {
  /** By name or uid. */
  readonly wanted: string | undefined
  /** Whoever names a store wants to see what is in it, if it is one ledger. */
  readonly only: boolean
}

/**
 * The one that was asked for. Else, where the project has none of its own: one of the same name in its own store, which came from another
 * machine. In a store for many, another project may have that name.
 */
async function otherLedger(store: Store, key: LedgerKey, { wanted, only }: Wanted): Promise<Ledger | null> {
  const all = await store.ledgers()
  const exact = all.find((one) => one.uid === wanted)
  if (exact !== undefined) return exact
  const mayBeNamed = wanted !== undefined || key.uid === null
  const named = mayBeNamed ? all.filter((one) => one.name === (wanted ?? key.name)) : []
  const found = named.length === 0 && wanted === undefined && only ? all : named
  if (found.length === 1) return found[0]!
  if (found.length === 0 && wanted === undefined) return null
  throw noLedger(wanted ?? key.name, found.length === 0 ? all : found)
}

function noLedger(name: string, others: readonly Ledger[]): Refusal {
  const list = others.map((one) => one.uid).join(', ')
  return new Refusal(
    'not-recorded',
    `The store has no ledger that is "${name}" and no other.`,
    others.length === 0 ? undefined : `Name one with --ledger: ${list}`,
  )
}

function refuseMissing(place: Opened['place']): void {
  if (place.kind !== 'sqlite' || existsSync(place.file) || waitingAt(place) > 0) return
  throw new Refusal(
    'store-unavailable',
    `There is no store at ${place.file}.`,
    'Give --store the directory that has the file store.db in it.',
  )
}

function usable(place: Place): Opened['place'] {
  if (place.kind !== 'off') return place
  throw new Refusal(
    'store-unavailable',
    place.trouble?.detail ?? 'Nothing is kept: FOREWORD_STORE is "off".',
    'Name a store with --store or FOREWORD_STORE.',
  )
}

export function asRefusal(error: unknown): unknown {
  if (!(error instanceof StoreFailure)) return error
  const fix: Partial<Record<string, string>> = {
    'store-damaged': 'Save what can be saved with "foreword store repair".',
    'store-locked': 'Try again when the other program is done.',
    'store-full': 'Make room on the disk.',
    'store-newer': 'Update foreword.',
    'store-unreachable': 'Look at FOREWORD_STORE and at the server. Receipts wait in the spool meanwhile.',
  }
  return new Refusal('store-unavailable', `The store cannot be used: ${error.message}`, fix[error.code])
}

/** Nothing can be written there now; what is there can be read all the same. */
const readable: ReadonlySet<string> = new Set(['store-read-only', 'store-full'])

const unreadableUrl =
  'its URL cannot be read: write @, /, ? and # in a name or password as %40, %2F, %3F and %23'

async function storeAt(
  { env, warn, patienceMs }: StoreTools,
  place: Opened['place'],
  make: boolean,
): Promise<Store> {
  const database = databaseAt(env, { file: place.kind === 'sqlite' ? place.file : '' })
  if (place.kind === 'postgres') {
    if (!namesServer(place.url)) throw new StoreFailure('store-unreachable', unreadableUrl)
    const { newUid } = database
    return openPostgres({ url: place.url, hash, newUid, connectTimeoutMs: patienceMs ?? patientMs })
  }
  const writes = make || waitingAt(place) > 0
  if (!existsSync(place.file) && !writes)
    return openSqlite({ ...database, file: ':memory:', timeoutMs: patientMs })
  try {
    if (writes) makeStateAt(place.directory)
    return await openSqlite({ ...database, timeoutMs: patientMs })
  } catch (error) {
    if (!(error instanceof StoreFailure) || !readable.has(error.code) || !existsSync(place.file)) throw error
    const waits = waitingAt(place) > 0 ? ', without the receipts that wait in the spool' : ''
    warn({ code: error.code, detail: `${error.message}; what is there is shown as it is${waits}` })
    return openSqlite({ ...database, timeoutMs: patientMs, immutable: true })
  }
}

async function takeIn({ warn }: StoreTools, place: Opened['place'], store: Store): Promise<number> {
  const spools = place.spools.filter((directory) => waiting(directory) > 0).map(openSpool)
  if (spools.length === 0) return 0
  const { takenIn, troubles } = await drain({ spools, hash, append: (some) => store.append(place.key, some) })
  for (const trouble of troubles) warn(trouble)
  return takenIn
}

export function waitingAt(place: Opened['place']): number {
  return place.spools.reduce((sum, directory) => sum + waiting(directory), 0)
}

function nothingSaved() {
  return parcel({ ids, stamps: Date }, 'event', { name: 'repaired', lost: [], lost_blobs: [] })
}

export async function repairStore(tools: StoreTools, choice: StoreChoice): Promise<RepairAnswer> {
  const place = usable(placeOf(tools.env, choice.project, choice.store))
  if (place.kind === 'postgres')
    throw new Refusal('usage', 'Only an SQLite store is repaired here; Postgres has its own tools for that.')
  if (!existsSync(place.file)) throw new Refusal('not-recorded', `There is no store at ${place.file}.`)
  try {
    const database = { ...databaseAt(tools.env, place), timeoutMs: patientMs, random: () => ids.random(16) }
    const { setAside, entries, lost, lostBlobs } = await repairSqlite(database)
    const opened = await openStore(tools, choice, { any: true })
    // Where nothing could be saved, the new ledger begins with saying so.
    if (setAside !== null && opened.ledger === null) await opened.store.append(place.key, [nothingSaved()])
    await opened.store.close()
    return {
      project: opened.name,
      set_aside: setAside,
      entries,
      lost,
      lost_blobs: lostBlobs,
      taken_in: opened.takenIn,
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** At the end of a long run: takes to the server what the run left in the spool. Says what kept it from doing so. */
export async function deliverSpool(tools: StoreTools, choice: StoreChoice): Promise<void> {
  const place = placeOf(tools.env, choice.project, choice.store)
  if (place.kind !== 'postgres' || waitingAt(place) === 0) return
  try {
    const store = await storeAt(tools, place, true)
    await takeIn(tools, place, store).finally(() => store.close())
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    tools.warn({ code: error.code, detail: `${error.message}; receipts wait in the spool` })
  }
}
