// Wires the session of an agent: its count in the store, deliveries, records and the journal. A hook loads this file, so everything else
// loads at its first use.
import { existsSync } from 'node:fs'
import { hash } from '../adapters/cache/index.ts'
import type { OpenLedger } from '../adapters/store/sql/sent-reads.ts'
import type { SessionsResult } from '../app/session/index.ts'
import type {
  RecordDeliveryInput,
  RecordDeliveryResult,
  SentHistory,
} from '../app/session/record-delivery.ts'
import type { RefreshInput } from '../app/session/refresh/refresh.ts'
import type { SessionEndDeps } from '../app/session/write-journal-at-session-end.ts'
import { Refusal, StoreFailure } from '../core/values/index.ts'
import type {
  CurrentRecords,
  EngineServices,
  Project,
  Recorder,
  SessionCount,
  StoreTrouble,
} from '../ports/index.ts'
import type { ProcessInfo } from './process-info.ts'
import {
  databaseOptions,
  hookTimeoutMs,
  locateStore,
  type ProjectStore,
  type StoreChoice,
  withSessions,
} from './project-store.ts'

type Env = NodeJS.ProcessEnv

export interface RefreshParts extends Pick<ProjectStore, 'recorder' | 'counting'> {
  readonly engine: EngineServices
}

export async function refreshWith({ engine, recorder, counting }: RefreshParts, order: RefreshInput) {
  const { refreshSession } = await import('../app/session/refresh/refresh.ts')
  return refreshSession({ engine, recorder, counting: await counting() }, order)
}

export async function listSessions(env: Env, choice: StoreChoice, limit: number): Promise<SessionsResult> {
  const { buildSessionsResult } = await import('../app/session/refresh/sessions.ts')
  const { toStoreRefusal } = await import('../app/record/store-refusal.ts')
  try {
    const sessions = await withSessions(env, choice, (all) => all.list(limit))
    return buildSessionsResult(choice.project.name, sessions ?? [])
  } catch (error) {
    throw toStoreRefusal(error)
  }
}

/** The session of that id, or else the latest. Null also if the store cannot be read. */
export async function findSession(
  env: Env,
  project: Project,
  id: string | null,
): Promise<SessionCount | null> {
  const { withoutWatches } = await import('../app/session/refresh/sessions.ts')
  try {
    const session = await withSessions(env, { project, store: undefined }, (all) =>
      id === null ? (all.list(1)[0] ?? null) : all.get(id),
    )
    return session === null ? null : withoutWatches(session)
  } catch (error) {
    if (error instanceof StoreFailure || error instanceof Refusal) return null
    throw error
  }
}

/** How many sessions were forgotten, or would be. */
export async function forgetSessions(
  env: Env,
  choice: StoreChoice,
  { before, dryRun }: { before: string; dryRun: boolean },
): Promise<number> {
  return (await withSessions(env, choice, (all) => all.forget(before, dryRun))) ?? 0
}

export interface DeliveryParts {
  readonly env: Env
  readonly engine: Pick<EngineServices, 'ids' | 'systemTime' | 'cache'>
  readonly recorder: Recorder
  /** The ledger, if it is open already. */
  readonly quick: OpenLedger | null
}

type Delivery = RecordDeliveryInput & { readonly project: Project }

/** Records which packets of a session arrived. Never throws for a fault of the store or the transcript: the agent gets its context anyway. */
export async function noteDeliveryWith(parts: DeliveryParts, order: Delivery): Promise<RecordDeliveryResult> {
  const troubles: StoreTrouble[] = []
  const none = (why: string | null) => ({ judged: [], lost: [], pending: 0, model: null, why, troubles })
  try {
    const { kind } = locateStore(parts.env, { project: order.project, store: undefined })
    if (kind === 'off') return none('nothing is kept')
    if (kind === 'sqlite') return (await noteDeliveryIn(parts, order, troubles)) ?? none(null)
    const { withinServerTimeout } = await import('../app/session/server-timeout.ts')
    const note = await withinServerTimeout(parts, order.project, (recorder) =>
      noteDeliveryIn({ ...parts, recorder }, order, troubles),
    )
    return note ?? none(null)
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return none(error.message)
  }
}

async function noteDeliveryIn(
  { env, engine, recorder, quick }: DeliveryParts,
  { project, ...order }: Delivery,
  troubles: StoreTrouble[],
): Promise<RecordDeliveryResult | null> {
  const { recordDelivery } = await import('../app/session/record-delivery.ts')
  const { openTranscripts, listTranscriptRoots } = await import('../adapters/agents/index.ts')
  const past =
    quick === null
      ? await pastInStore(env, project, (trouble) => void troubles.push(trouble))
      : await pastInLedger(quick, project)
  if (past === null) return null
  const transcripts = openTranscripts(listTranscriptRoots(env))
  const note = await recordDelivery({ past, recorder, transcripts, engine }, order)
  return { ...note, troubles: [...troubles, ...note.troubles] }
}

async function pastInLedger(quick: OpenLedger, { name }: Project): Promise<SentHistory> {
  const { createSentReads } = await import('../adapters/store/sql/sent-reads.ts')
  return { store: createSentReads(quick), uid: quick.project.uid, project: name, hash }
}

async function pastInStore(
  env: Env,
  project: Project,
  warn: (trouble: StoreTrouble) => void,
): Promise<SentHistory | null> {
  const { openStore } = await import('./store.ts')
  const { serverTimeoutMs } = await import('../app/session/server-timeout.ts')
  const tools = { env, warn, patienceMs: serverTimeoutMs }
  const { store, ledger, name } = await openStore(tools, { project, store: undefined })
  return ledger === null ? null : { store, uid: ledger.uid, project: name, hash }
}

/** Records of tactical memory for a packet. Does not create a store. */
export async function recordsNow(env: Env, project: Project, now: string): Promise<CurrentRecords> {
  const { loadCurrentRecords } = await import('../app/sources/memory/current-records.ts')
  return loadCurrentRecords(async () => {
    const place = locateStore(env, { project, store: undefined })
    if (place.kind === 'postgres') return recordsOnServer(env, project)
    if (place.kind === 'off' || !existsSync(place.file)) return []
    const { readCurrentRecords } = await import('../adapters/store/sql/read-current-records.ts')
    return readCurrentRecords({ ...databaseOptions(env, place), timeoutMs: hookTimeoutMs }, place.key, now)
  })
}

async function recordsOnServer(env: Env, project: Project): Promise<CurrentRecords['records']> {
  const { openStore } = await import('./store.ts')
  const tools = { env, warn: () => undefined, patienceMs: hookTimeoutMs }
  const { store, place } = await openStore(tools, { project, store: undefined }, { any: true })
  try {
    return await store.records(place.key)
  } finally {
    await store.close()
  }
}

/** Wires the journal that a session leaves when it ends. */
export async function journalTools(
  { env, home }: ProcessInfo,
  engine: EngineServices,
): Promise<SessionEndDeps> {
  const { openSessionHistory } = await import('../adapters/git/session-history.ts')
  const { openTemplates } = await import('../adapters/files/templates.ts')
  const { openTranscripts, listTranscriptRoots } = await import('../adapters/agents/index.ts')
  return {
    engine,
    history: openSessionHistory(env),
    files: openTemplates(home),
    transcripts: openTranscripts(listTranscriptRoots(env)),
    async past(project) {
      const { openStore } = await import('./store.ts')
      const { store, ledger, name } = await openStore(
        { env, warn: () => undefined },
        { project, store: undefined },
      )
      return ledger === null ? null : { store, uid: ledger.uid, project: name, hash }
    },
  }
}
