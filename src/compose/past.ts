// The store of a project, for questions about the past. Loaded when a command asks: a hook never does.
import { listSetAside } from '../adapters/store/index.ts'
import type { OpenedStore, OpenOptions, StoreChoice } from '../app/history/index.ts'
import { toStoreRefusal } from '../app/record/store-refusal.ts'
import { redactServerUrl } from '../core/values/index.ts'
import type { ComposeParts } from './parts.ts'
import { type Opened, openStore, waitingAt } from './store.ts'

/** Opens, asks, closes. */
export async function withStore<Answer>(
  { processInfo, warn }: Pick<ComposeParts, 'processInfo' | 'warn'>,
  choice: StoreChoice,
  ask: (opened: OpenedStore) => Promise<Answer>,
  options: OpenOptions = {},
): Promise<Answer> {
  const opened = await openStore({ env: processInfo.env, warn }, choice, options)
  try {
    return await ask(openedStore(opened))
  } catch (error) {
    throw toStoreRefusal(error)
  } finally {
    // Closing a SQLite file takes longer than most answers, because SQLite tidies it up: the process ends without it.
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
    place: place.kind === 'sqlite' ? place.file : `postgres://${redactServerUrl(place.url)}`,
    ownFile: own && place.key.uid === null ? file : null,
    spool: () => ({ waiting: waitingAt(place), unreadable: place.spools.flatMap(listSetAside) }),
  }
}
