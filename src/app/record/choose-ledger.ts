import { Refusal } from '../../core/values/index.ts'
import type { Ledger, LedgerKey, Store } from '../../ports/index.ts'

export interface LedgerChoice {
  /** The value of --ledger: a name or uid. */
  readonly wanted: string | undefined
  /** Whether to take the only ledger of a store that the user named, if the project has none in it. */
  readonly takeOnly: boolean
}

export interface ChosenLedger {
  /** Null while nothing was recorded. */
  readonly ledger: Ledger | null
  readonly key: LedgerKey
  /** False for a ledger of another project. */
  readonly own: boolean
}

/** Chooses the ledger that the user named; else the project's own; else a ledger of the same name in the project's own store. */
export async function chooseLedger(
  store: Store,
  key: LedgerKey,
  choice: LedgerChoice,
): Promise<ChosenLedger> {
  const own = choice.wanted === undefined ? await store.ledger(key) : null
  const ledger = own ?? (await findOtherLedger(store, key, choice))
  const chosen = ledger === null ? key : { uid: ledger.uid, name: ledger.name }
  return { ledger, key: chosen, own: ledger === own }
}

/** In a project's own store, a ledger of the same name came from another machine. In a shared store it may belong to another project. */
async function findOtherLedger(
  store: Store,
  key: LedgerKey,
  { wanted, takeOnly }: LedgerChoice,
): Promise<Ledger | null> {
  const all = await store.ledgers()
  const exact = all.find(({ uid }) => uid === wanted)
  if (exact !== undefined) return exact
  const mayBeNamed = wanted !== undefined || key.uid === null
  const named = mayBeNamed ? all.filter(({ name }) => name === (wanted ?? key.name)) : []
  const found = named.length === 0 && wanted === undefined && takeOnly ? all : named
  if (found.length === 1) return found[0]!
  if (found.length === 0 && wanted === undefined) return null
  throw makeUnknownLedger(wanted ?? key.name, found.length === 0 ? all : found)
}

function makeUnknownLedger(name: string, others: readonly Ledger[]): Refusal {
  const list = others.map(({ uid }) => uid).join(', ')
  return new Refusal(
    'not-recorded',
    `"${name}" does not name exactly one ledger of the store.`,
    others.length === 0 ? undefined : `Choose a ledger with --ledger: ${list}`,
  )
}
