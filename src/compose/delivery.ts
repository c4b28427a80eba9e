// What of a session's packets arrived, put together. Loaded when there is a session to look at.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { hash } from '../adapters/digest/index.ts'
import { openTranscripts } from '../adapters/transcripts/index.ts'
import { type DeliveryNote, type DeliveryOrder, noteDelivery } from '../app/delivery.ts'
import { Refusal, StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder, StoreTrouble, Workshop } from '../ports/index.ts'
import { placeOf } from './keeping.ts'

export interface DeliveryParts {
  readonly env: NodeJS.ProcessEnv
  readonly shop: Pick<Workshop, 'ids' | 'stamps'>
  readonly recorder: Recorder
}

/** Never throws for what is wrong with the store or the transcript: the agent gets its context all the same. */
export async function noteDeliveryWith(
  { env, shop, recorder }: DeliveryParts,
  { project, ...order }: DeliveryOrder & { readonly project: Project },
): Promise<DeliveryNote> {
  const troubles: StoreTrouble[] = []
  const silent = (why: string | null) => ({ judged: [], lost: [], pending: 0, model: null, why, troubles })
  try {
    // A hook does not wait for a server.
    if (placeOf(env, project, undefined).kind !== 'sqlite') return silent('the ledger is not on this machine')
    const { openStore } = await import('./store.ts')
    const warn = (trouble: StoreTrouble) => void troubles.push(trouble)
    const { store, ledger, name } = await openStore({ env, warn }, { project, store: undefined })
    if (ledger === null) return silent(null)
    const past = { store, uid: ledger.uid, project: name, hash }
    const transcripts = openTranscripts(transcriptRoots(env))
    const note = await noteDelivery({ past, recorder, transcripts, shop }, order)
    return { ...note, troubles: [...troubles, ...note.troubles] }
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return silent(error.message)
  }
}

/** The home, and where agents keep their own where somebody has moved it. */
export function transcriptRoots(env: NodeJS.ProcessEnv): readonly string[] {
  const places = [env.HOME ?? homedir(), env.CLAUDE_CONFIG_DIR, env.CODEX_HOME]
  const gemini = env.GEMINI_CLI_HOME === undefined ? [] : [join(env.GEMINI_CLI_HOME, '.gemini')]
  return [...places, ...gemini].filter((place) => place !== undefined && isAbsolute(place)) as string[]
}
