// What `context` and `context show` answer with; every name here is public.
import type { LogRow, TrustState } from '../../ports/index.ts'
import type { DeliveryAnswer, InjectionLabel } from './answers.ts'

/** `context`. */
export interface ContextAnswer {
  readonly project: string
  /** The last one that was sent; null when there was none. */
  readonly injection: InjectionLabel | null
  readonly measure: string | null
  readonly tiers: readonly { readonly tier: string; readonly sources: number; readonly tokens: number }[]
  /** Null while nothing is known of it. */
  readonly delivery: DeliveryAnswer | null
  /** The newest of all, where nothing was sent with it. */
  readonly refused: { readonly injection_id: string; readonly at: string } | null
  /** Parcels waiting in the spool. */
  readonly waiting: number
}

/** ready: would be sent, and was not yet. stale: was sent, and has changed since. */
export type SourceState =
  | 'injected'
  | 'ready'
  | 'inactive'
  | 'absent'
  | 'unavailable'
  | 'stale'
  | 'over budget'

export interface ContextSection {
  readonly section: string
  readonly state: SourceState
  /** In the unit of the manifest; null where it is not sent. */
  readonly size: number | null
  readonly cap: number | null
  readonly why: string | null
  /** Under which it can be read, where it has one. */
  readonly address: string | null
  readonly sources: readonly {
    readonly uri: string
    /** Whose it is: of the user's machine, of the project, or of the session alone. */
    readonly boundary: Boundary
    readonly state: SourceState
    readonly detail: string | null
    /** As it is now. */
    readonly digest: string | null
    /** As it was sent last. */
    readonly sent: string | null
  }[]
}

export type Boundary = 'system' | 'project' | 'session'

/** `context show`. */
export interface ContextShowAnswer {
  readonly project: string
  readonly manifest: {
    readonly name: string
    readonly digest: string
    /** Since the last injection. */
    readonly changed: boolean | null
    /** Of what it says, however it is written. */
    readonly checksum: string
    readonly trust: TrustState['state']
    /** When it was trusted. */
    readonly trusted_at: string | null
    /** When generated documents were last built, and from what. */
    readonly generated_at: string | null
    readonly source_commit: string | null
  }
  readonly level: string
  readonly measure: string
  readonly budget: number
  readonly total: number
  readonly last: InjectionLabel | null
  /** Of the last packet; null while nothing is known of it. */
  readonly delivery: DeliveryAnswer | null
  readonly tiers: readonly {
    readonly tier: string
    readonly budget: number | null
    readonly actual: number
    readonly delivery: 'push' | 'declare' | 'pull'
    /** When it is sent again, in words. */
    readonly refresh: readonly string[]
    readonly staleness_days: number | null
    readonly sections: readonly ContextSection[]
  }[]
  /** What the list of tools costs every session of an agent that has the server. In o200k, whatever the manifest measures in. */
  readonly mcp_tools: { readonly count: number; readonly tokens: number }
  /** Newest first. */
  readonly trail: readonly LogRow[]
}
