import type { SectionDelivery } from '../../session/index.ts'
import type { Outcome, Receipt } from '../receipt.ts'

/** The part of a receipt that every injection of the same packet shares. Kept once, as a blob. */
export type Account = Pick<
  Receipt,
  | 'like'
  | 'measure'
  | 'budget'
  | 'ceiling'
  | 'over_budget'
  | 'sections'
  | 'left_out'
  | 'redaction'
  | 'diagnostics'
  | 'map'
>

/** The body of an injection: the receipt without its account, and where the account and the text are. */
export interface InjectionBody extends Omit<Receipt, keyof Account | 'outcome'> {
  readonly account: string
  /** Digest of the packet with its own injection id taken out; null where nothing was sent. */
  readonly text: string | null
}

/** The body of a run: an agent was started. */
export interface RunBody {
  readonly run_id: string
  readonly session_id: string
  readonly repo: string
  readonly agent: string
  readonly started: string
  readonly before: string | null
  /** The level of its context; null where it got none. */
  readonly level: string | null
  readonly injection_id: string | null
  /** Of the task's text without its secrets, to tell runs of the same task. */
  readonly task_digest: string
}

/** The body of an outcome: a run ended. */
export interface OutcomeBody {
  readonly run_id: string
  readonly status: Exclude<Outcome['status'], 'running'>
  readonly changes: Outcome['changes']
  readonly seconds: number | null
  readonly exit_code: number | null
  readonly after: string | null
  /** The agent's own session, where it told it; entries of older versions do not say. */
  readonly session_id?: string | null
  /** The model that answered. */
  readonly model?: string | null
}

/** What of an injection arrived, by the agent's own transcript. Of that it keeps no word but the name of the model. */
export interface DeliveryBody {
  readonly name: 'delivery'
  readonly injection_id: string
  readonly session_id: string
  readonly agent: string
  /** That answered; null where the transcript does not tell. */
  readonly model: string | null
  readonly sections: readonly SectionDelivery[]
  /** Why nothing is known; null where something is. */
  readonly why: string | null
}

/** What happened to records of tactical memory, which lie beside the ledger. No word of them is in it. */
export type MemoryBody = { readonly name: 'memory' } & (
  | {
      readonly act: 'added'
      readonly record_id: string
      /** Of the record as it was kept. */
      readonly digest: string
    }
  | { readonly act: 'promoted'; readonly record_id: string; readonly to: string }
  | { readonly act: 'pruned'; readonly records: readonly string[] }
)

/** The body of an event: what happened to the ledger itself, or became known of what it tells. */
export type EventBody =
  | DeliveryBody
  | {
      /** Texts were deleted to save space; their digests stay. */
      readonly name: 'pruned'
      /** Entries up to here may lack their text. */
      readonly texts_to: number
      /** Entries up to here may lack their account too. */
      readonly accounts_to: number
      readonly blobs: number
      readonly bytes: number
    }
  | MemoryBody
  | {
      /** The database was damaged; what could be read was put into a new one. */
      readonly name: 'repaired'
      /** First and last missing entry of each gap. */
      readonly lost: readonly (readonly [number, number])[]
      /** Digests of texts that could not be read any more. */
      readonly lost_blobs: readonly string[]
    }

export interface Bodies {
  readonly injection: InjectionBody
  readonly run: RunBody
  readonly outcome: OutcomeBody
  readonly event: EventBody
}

/** What of an injection is kept beside its entry. */
export type BlobRole = 'text' | 'account'
