import type { SectionDelivery } from '../../session/index.ts'
import type { Outcome, Receipt } from '../receipt.ts'

/** The part of a receipt that all injections of the same packet share. It is stored once, as a blob. */
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

/** The body of an injection: the receipt without its account, and the digests of the account and the text. */
export interface InjectionBody extends Omit<Receipt, keyof Account | 'outcome'> {
  readonly account: string
  /** Digest of the packet without its injection id; null if nothing was sent. */
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
  /** The level of its context; null if it got none. */
  readonly level: string | null
  readonly injection_id: string | null
  /** Digest of the redacted task. It identifies runs of the same task. */
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
  /** The agent's own session, if the agent named it. Entries of older versions lack it. */
  readonly session_id?: string | null
  /** The model that answered. */
  readonly model?: string | null
  /** The command that judged the run, without secrets, if one did. */
  readonly check?: { readonly command: string; readonly exit_code: number | null }
}

/** Which sections of an injection arrived, by the agent's transcript. It keeps only the model name of the transcript. */
export interface DeliveryBody {
  readonly name: 'delivery'
  readonly injection_id: string
  readonly session_id: string
  readonly agent: string
  /** The model that answered; null if the transcript does not name it. */
  readonly model: string | null
  readonly sections: readonly SectionDelivery[]
  /** Why the delivery is not known; null if it is. */
  readonly why: string | null
}

/** A change of tactical memory. The records are stored beside the ledger, so this holds none of their text. */
export type MemoryBody = { readonly name: 'memory' } & (
  | {
      readonly act: 'added'
      readonly record_id: string
      /** Digest of the record as stored. */
      readonly digest: string
    }
  | { readonly act: 'promoted'; readonly record_id: string; readonly to: string }
  | { readonly act: 'pruned'; readonly records: readonly string[] }
)

/** The body of an event: a change of the ledger itself, or a later fact about its entries. */
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
      /** The database was damaged, and all readable entries were copied to a new one. */
      readonly name: 'repaired'
      /** First and last missing entry of each gap. */
      readonly lost: readonly (readonly [number, number])[]
      /** Digests of the texts that were lost. */
      readonly lost_blobs: readonly string[]
    }

export interface EntryBodies {
  readonly injection: InjectionBody
  readonly run: RunBody
  readonly outcome: OutcomeBody
  readonly event: EventBody
}

/** The blobs of an injection. */
export type BlobRole = 'text' | 'account'
