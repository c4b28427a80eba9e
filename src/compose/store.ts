// Wires the store for commands. Opening it takes in the parcels that wait in the spool. A hook never loads this file.
import { existsSync } from 'node:fs'
import { hash, ids } from '../adapters/cache/index.ts'
import { getUserDirectory } from '../adapters/disk/index.ts'
import {
  countWaiting,
  fingerprintKey,
  listSetAsideParcels,
  makeStoreDirectory,
  openRememberedHeads,
  openSpool,
  openTextFiles,
  openUserKeys,
  type StatePlace,
  tryWriting,
  verifySignature,
} from '../adapters/store/index.ts'
import { openPostgres } from '../adapters/store/sql/postgres.ts'
import { repairSqlite } from '../adapters/store/sql/repair.ts'
import { openSqlite } from '../adapters/store/sql/sqlite.ts'
import type { OpenedStore, OpenOptions, RepairResult, StoreChoice } from '../app/history/index.ts'
import type { CheckpointDeps } from '../app/history/verify/verify-checkpoint.ts'
import { type ChosenLedger, chooseLedger } from '../app/record/choose-ledger.ts'
import { drainSpools } from '../app/record/drain-spools.ts'
import { makeParcel } from '../app/record/parcel.ts'
import type { SendResult } from '../app/record/sending-recorder.ts'
import { toStoreRefusal, toStoreTrouble } from '../app/record/store-refusal.ts'
import type { DoctorStore } from '../app/setup/doctor/doctor-output.ts'
import { isServerUrl, Refusal, redactServerUrl, StoreFailure } from '../core/values/index.ts'
import type { Project, Store, StoreTrouble } from '../ports/index.ts'
import type { ComposeParts } from './process-info.ts'
import { databaseOptions, locateStore, placeOrRefusal, sessionsPlace } from './project-store.ts'

export interface Opened extends ChosenLedger {
  readonly store: Store
  readonly name: string
  readonly place: Exclude<StatePlace, { kind: 'off' }>
  readonly takenIn: number
}

export interface StoreDeps {
  readonly env: NodeJS.ProcessEnv
  readonly warn: (trouble: StoreTrouble) => void
  /** How long to wait for a server. */
  readonly patienceMs?: number
}

/** A program that a person waits for may wait longer than a hook. */
const patientMs = 10_000

export async function openStore(
  tools: StoreDeps,
  choice: StoreChoice,
  { make = false, any = false }: OpenOptions = {},
): Promise<Opened> {
  const place = usable(locateStore(tools.env, choice))
  if (place.trouble !== null) tools.warn(place.trouble)
  if (choice.store !== undefined && !make) refuseMissing(place)
  try {
    const store = await storeAt(tools, place, make)
    const takenIn = await takeIn(tools, place, store)
    const takeOnly = choice.store !== undefined && !make && !any
    const chosen = await chooseLedger(store, place.key, { wanted: choice.ledger, takeOnly })
    return { ...chosen, store, name: chosen.key.name, place, takenIn }
  } catch (error) {
    throw toStoreRefusal(error)
  }
}

function refuseMissing(place: Opened['place']): void {
  if (place.kind !== 'sqlite' || existsSync(place.file) || waitingAt(place) > 0) return
  throw new Refusal(
    'store-unavailable',
    `No store at ${place.file}.`,
    'Give --store the directory that has the file store.db in it.',
  )
}

function usable(place: StatePlace): Opened['place'] {
  if (place.kind !== 'off') return place
  throw new Refusal(
    'store-unavailable',
    place.trouble?.detail ?? 'Nothing is kept: FOREWORD_STORE is "off".',
    'Name a store with --store or FOREWORD_STORE.',
  )
}

/** The store cannot be written now, but its content can be read. */
const readable: ReadonlySet<string> = new Set(['store-read-only', 'store-full'])

const unreadableUrl =
  'its URL cannot be read: write @, /, ? and # in a name or password as %40, %2F, %3F and %23'

async function storeAt(
  { env, warn, patienceMs }: StoreDeps,
  place: Opened['place'],
  make: boolean,
): Promise<Store> {
  const database = databaseOptions(env, { file: place.kind === 'sqlite' ? place.file : '' })
  if (place.kind === 'postgres') {
    if (!isServerUrl(place.url))
      throw new StoreFailure('store-unreachable', `${redactServerUrl(place.url)}: ${unreadableUrl}`)
    const { newUid } = database
    return openPostgres({ url: place.url, hash, newUid, connectTimeoutMs: patienceMs ?? patientMs })
  }
  const writes = make || waitingAt(place) > 0
  if (!existsSync(place.file) && !writes)
    return openSqlite({ ...database, file: ':memory:', timeoutMs: patientMs })
  try {
    if (writes) makeStoreDirectory(place.directory)
    return await openSqlite({ ...database, timeoutMs: patientMs })
  } catch (error) {
    if (!(error instanceof StoreFailure) || !readable.has(error.code) || !existsSync(place.file)) throw error
    const waits = waitingAt(place) > 0 ? ', without the receipts that wait in the spool' : ''
    warn({ code: error.code, detail: `${error.message}; what is there is shown as it is${waits}` })
    return openSqlite({ ...database, timeoutMs: patientMs, immutable: true })
  }
}

async function takeIn({ warn }: StoreDeps, place: Opened['place'], store: Store): Promise<number> {
  const spools = place.spools.filter((directory) => countWaiting(directory) > 0).map(openSpool)
  if (spools.length === 0) return 0
  const { takenIn, troubles } = await drainSpools({
    spools,
    hash,
    append: (some) => store.append(place.key, some),
  })
  for (const trouble of troubles) warn(trouble)
  return takenIn
}

export function waitingAt(place: Opened['place']): number {
  return place.spools.reduce((sum, directory) => sum + countWaiting(directory), 0)
}

function nothingSaved() {
  return makeParcel({ ids, systemTime: Date.now }, 'event', { name: 'repaired', lost: [], lost_blobs: [] })
}

export async function repairStore(tools: StoreDeps, choice: StoreChoice): Promise<RepairResult> {
  const place = usable(locateStore(tools.env, choice))
  if (place.kind === 'postgres')
    throw new Refusal('usage', 'Only an SQLite store is repaired here; Postgres has its own tools for that.')
  if (!existsSync(place.file)) throw new Refusal('not-recorded', `No store at ${place.file}.`)
  try {
    const database = {
      ...databaseOptions(tools.env, place),
      timeoutMs: patientMs,
      random: () => ids.random(16),
    }
    const { setAside, entries, lost, lostBlobs } = await repairSqlite(database)
    const opened = await openStore(tools, choice, { any: true })
    // If no entry could be saved, the new ledger starts with an event that says so.
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
    throw toStoreRefusal(error)
  }
}

/** How long a command waits for the server at its end. */
const sendTimeoutMs = 3_000

/** Sends the spool to the server. Never throws for a failure of the store. */
export async function deliverSpool(env: NodeJS.ProcessEnv, choice: StoreChoice): Promise<SendResult> {
  const place = locateStore(env, choice)
  if (place.kind !== 'postgres' || waitingAt(place) === 0) return { sent: true, troubles: [] }
  const troubles: StoreTrouble[] = []
  const tools = {
    env,
    warn: (trouble: StoreTrouble) => void troubles.push(trouble),
    patienceMs: sendTimeoutMs,
  }
  try {
    const store = await storeAt(tools, place, true)
    await takeIn(tools, place, store).finally(() => store.close())
    return { sent: troubles.every(({ code }) => code === 'spool-unreadable'), troubles }
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    return { sent: false, troubles: [...troubles, toStoreTrouble(error)] }
  }
}

/** Opens the store as a command does, which also takes in the spool. */
export async function inspectDoctorStore(env: NodeJS.ProcessEnv, project: Project): Promise<DoctorStore> {
  const choice = { project, store: undefined }
  const place = placeOrRefusal(env, project)
  if (place instanceof Refusal) return { place: 'nowhere', waiting: 0, problem: joinFix(place) }
  if (place.kind === 'off') return { place: 'nowhere', waiting: 0, problem: place.trouble?.detail ?? null }
  const name = formatPlace(place)
  const unwritable = explainUnwritable(place, sessionsPlace(env, project, place))
  const troubles: StoreTrouble[] = place.trouble === null ? [] : [place.trouble]
  const warn = (trouble: StoreTrouble) => void troubles.push(trouble)
  try {
    const { store } = await openStore({ env, warn, patienceMs: sendTimeoutMs }, choice)
    if (store.engine === 'postgres') await store.close()
    return { place: name, waiting: waitingAt(place), problem: unwritable ?? troubles[0]?.detail ?? null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { place: name, waiting: waitingAt(place), problem: unwritable ?? joinFix(error) }
  }
}

/** Explains why nothing can be written where a session keeps its state. Reading it does not show that. */
function explainUnwritable(
  { spools }: Opened['place'],
  local: (StatePlace & { readonly kind: 'sqlite' }) | null,
): string | null {
  const failure = local === null ? null : tryWriting(local.directory)
  if (failure === null) return null
  const fix =
    failure.code === 'store-full'
      ? 'Free space on the disk, or set FOREWORD_STORE to a directory on another disk.'
      : 'Make the directory writable, or set FOREWORD_STORE to another directory.'
  const spool = spools.find((directory) => tryWriting(directory) === null)
  const until = spool === undefined ? 'nothing is recorded' : `receipts wait in ${spool}`
  return `The state directory ${failure.message} ${fix} Until then, ${until}.`
}

const joinFix = ({ message, fix }: Refusal) => [message, fix].filter((text) => text !== undefined).join(' ')

function formatPlace(place: Opened['place']): string {
  return place.kind === 'sqlite' ? place.file : `postgres://${redactServerUrl(place.url)}`
}

/** Opens the store, asks it, and closes it. */
export async function withStore<Result>(
  { processInfo, warn }: Pick<ComposeParts, 'processInfo' | 'warn'>,
  choice: StoreChoice,
  ask: (opened: OpenedStore) => Promise<Result>,
  options: OpenOptions = {},
): Promise<Result> {
  const opened = await openStore({ env: processInfo.env, warn }, choice, options)
  try {
    return await ask(openedStore(opened))
  } catch (error) {
    throw toStoreRefusal(error)
  } finally {
    // Closing a SQLite file takes longer than most queries, because SQLite checkpoints it. The process exits without closing.
    if (options.make || opened.store.engine === 'postgres') await opened.store.close()
  }
}

function openedStore({ store, key, ledger, own, name, place }: Opened): OpenedStore {
  const file = place.kind === 'sqlite' ? place.file : null
  return {
    store,
    key,
    ledger,
    name,
    place: formatPlace(place),
    ownFile: own && place.key.uid === null ? file : null,
    spool: () => ({ waiting: waitingAt(place), unreadable: place.spools.flatMap(listSetAsideParcels) }),
  }
}

export function makeCheckpointDeps({ processInfo: { env, cwd }, warn }: ComposeParts): CheckpointDeps {
  const state = getUserDirectory('state', env)
  const { sign, own } = openUserKeys(state)
  return {
    signers: { sign, own, isSigned: verifySignature, fingerprint: fingerprintKey },
    anchor: openRememberedHeads(state, warn),
    ...openTextFiles(cwd),
    now: () => new Date(),
  }
}
