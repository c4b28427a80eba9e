// What of a session's packets arrived, put together. Loaded when there is a session to look at.
import { isAbsolute } from 'node:path'
import { hash } from '../adapters/digest/index.ts'
import { homeDirectory } from '../adapters/disk/index.ts'
import { type OpenLedger, sentReads } from '../adapters/sql/sent-reads.ts'
import { openTranscripts } from '../adapters/transcripts/index.ts'
import { agents } from '../agents/index.ts'
import { type DeliveryNote, type DeliveryOrder, noteDelivery, type SentPast } from '../app/delivery.ts'
import { Refusal, StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder, StoreTrouble, Workshop } from '../ports/index.ts'
import { placeOf } from './keeping.ts'
import { userPath } from './user-path.ts'

export interface DeliveryParts {
  readonly env: NodeJS.ProcessEnv
  readonly shop: Pick<Workshop, 'ids' | 'systemTime' | 'cache'>
  readonly recorder: Recorder
  /** The ledger, where it is open already. */
  readonly quick: OpenLedger | null
}

type Order = DeliveryOrder & { readonly project: Project }

/** How long a hook waits for a server, and how long it lets one alone that did not answer. */
const patienceMs = 3_000
const aloneMs = 300_000

/** Never throws for what is wrong with the store or the transcript: the agent gets its context all the same. */
export async function noteDeliveryWith(parts: DeliveryParts, order: Order): Promise<DeliveryNote> {
  const troubles: StoreTrouble[] = []
  const silent = (why: string | null) => ({ judged: [], lost: [], pending: 0, model: null, why, troubles })
  try {
    const { kind } = placeOf(parts.env, order.project, undefined)
    if (kind === 'off') return silent('nothing is kept')
    if (kind === 'sqlite') return (await noteIn(parts, order, troubles)) ?? silent(null)
    return (await noteOnServer(parts, order, troubles)) ?? silent(null)
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return silent(error.message)
  }
}

async function noteIn(
  parts: DeliveryParts,
  { project, ...order }: Order,
  troubles: StoreTrouble[],
): Promise<DeliveryNote | null> {
  const { env, shop, recorder, quick } = parts
  const past =
    quick === null
      ? await wholePast(env, project, troubles)
      : { store: sentReads(quick), uid: quick.project.uid, project: project.name, hash }
  if (past === null) return null
  const transcripts = openTranscripts(transcriptRoots(env))
  const note = await noteDelivery({ past, recorder, transcripts, shop }, order)
  return { ...note, troubles: [...troubles, ...note.troubles] }
}

async function wholePast(
  env: NodeJS.ProcessEnv,
  project: Project,
  troubles: StoreTrouble[],
): Promise<SentPast | null> {
  const { openStore } = await import('./store.ts')
  const warn = (trouble: StoreTrouble) => void troubles.push(trouble)
  const { store, ledger, name } = await openStore({ env, warn, patienceMs }, { project, store: undefined })
  return ledger === null ? null : { store, uid: ledger.uid, project: name, hash }
}

/** With each prompt, so only as long as nobody notices. What is not found out now, a later prompt finds out. */
async function noteOnServer(
  parts: DeliveryParts,
  order: Order,
  troubles: StoreTrouble[],
): Promise<DeliveryNote | null> {
  const { cache, systemTime } = parts.shop
  const { root } = order.project
  const last = cache.get('server-silent', root)
  if (typeof last === 'number' && Math.abs(systemTime() - last) < aloneMs)
    throw new StoreFailure('store-unreachable', 'the server did not answer a moment ago')
  const late = new StoreFailure('store-unreachable', `the server took longer than ${patienceMs / 1000} s`)
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(late)
    }, patienceMs)
  })
  // What is judged too late to be repaired must stay unjudged.
  const recorder: Recorder = {
    record: (parcels) => (isLate ? Promise.reject(late) : parts.recorder.record(parcels)),
  }
  try {
    return await Promise.race([noteIn({ ...parts, recorder }, order, troubles), waited])
  } catch (error) {
    cache.set('server-silent', root, systemTime())
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The home, and where agents keep their own where somebody has moved it. */
export function transcriptRoots(env: NodeJS.ProcessEnv): readonly string[] {
  const own = agents.flatMap(({ hooks, transcript }) => {
    if (hooks === null || transcript === null || transcript.directory === null) return []
    return userPath(env, hooks.settings.moved, transcript.directory).file
  })
  return [env.HOME ?? homeDirectory(), ...own].filter((place) => isAbsolute(place))
}
