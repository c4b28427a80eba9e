// What the commands about past injections answer with. `--json` prints these documents as they are, so every name here is public.
import type { SectionDelivery } from '../../core/delivery/index.ts'
import type { Hunk } from '../../core/diff/index.ts'
import type { Account, Head, InjectionBody, OutcomeBody } from '../../core/ledger/index.ts'
import type { Report } from '../../core/report/index.ts'
import type { LogRow, Recorded } from '../../ports/index.ts'

/** `assemble`. */
export interface AssembleAnswer {
  readonly injection_id: string
  readonly level: string
  readonly total: number
  readonly measure: string | null
  readonly budget: number | null
  /** The directory, as it was given. */
  readonly output: string
  /** Where the record went. */
  readonly kept: Recorded['kept']
  readonly warnings: readonly string[]
}

export type { DiffLine, Hunk } from '../../core/diff/index.ts'
export type { Comparison, Rate } from '../../core/report/index.ts'

/** `log`. */
export interface LogAnswer {
  readonly project: string
  /** Newest first. */
  readonly injections: readonly LogRow[]
  /** For the next page: --before; null when this is the last one. */
  readonly next: number | null
}

/** `show`. */
export interface ShowAnswer {
  readonly project: string
  readonly entry: {
    readonly seq: number
    readonly at: string
    readonly uid: string
    readonly prev: string
    readonly digest: string
  }
  readonly injection: InjectionBody
  /** Null when it was pruned. */
  readonly account: Account | null
  readonly text: 'kept' | 'pruned' | 'none'
  readonly outcome: OutcomeBody | null
  readonly delivery: DeliveryAnswer | null
}

/** What of an injection arrived, by the agent's own transcript. */
export interface DeliveryAnswer {
  /** When it was found out. */
  readonly at: string
  readonly agent: string
  /** That answered; null where the transcript does not tell. */
  readonly model: string | null
  /** In the order of the packet. */
  readonly sections: readonly DeliveredSection[]
  /** Why nothing is known; null where something is. */
  readonly why: string | null
}

export interface DeliveredSection extends SectionDelivery {
  /** The later packet of the session that brought it, where this one lost it. */
  readonly with?: string
}

/** `replay`. */
export interface ReplayAnswer {
  readonly injection_id: string
  readonly text: string
}

export interface SourceVersion {
  readonly path: string
  readonly digest: string
}

export interface SectionChange {
  readonly section: string
  readonly change: 'added' | 'removed' | 'changed' | 'moved' | 'same'
  readonly size: { readonly before: number | null; readonly after: number | null }
  readonly sources: { readonly before: readonly SourceVersion[]; readonly after: readonly SourceVersion[] }
  /** Why it is not there, where it is not. */
  readonly why: string | null
  readonly hunks: readonly Hunk[]
}

export interface InjectionLabel {
  readonly injection_id: string
  readonly seq: number
  readonly at: string
  readonly level: string
  readonly agent: string | null
  readonly total: number
}

/** `diff`. */
export interface DiffAnswer {
  readonly project: string
  readonly before: InjectionLabel
  readonly after: InjectionLabel
  /** In the order of the later packet, then what is gone. */
  readonly sections: readonly SectionChange[]
  /** The text around the sections: wrapper, headings, note on omissions; without the injection id. */
  readonly frame: readonly Hunk[]
}

export interface WhyHit {
  /** Null in the text around the sections. */
  readonly section: string | null
  /** Null for what no source wrote: a heading, a mark of a cut, a computed date. */
  readonly source: string | null
  /** Of the source, as it was read. */
  readonly lines: readonly [number, number] | null
  /** Line of the packet, from 1. */
  readonly packet_line: number
  readonly text: string
  /** Where the line came into the repository; null when version control cannot tell. */
  readonly commit: {
    readonly id: string
    readonly date: string
    readonly author: string
    readonly summary: string
  } | null
  /** Whether the source, as it was read, is what was committed. */
  readonly state: 'committed' | 'uncommitted' | 'unknown'
}

export interface WhyAbsence {
  readonly section: string | null
  readonly source: string | null
  readonly lines: readonly [number, number] | null
  /** left-out: the section is not in the packet. reduced: the section is, this part of it is not. redacted: a secret stood there.
   * unread: a source that was not read. undeclared: no section of the manifest names it. unknown: found nowhere. */
  readonly reason: 'left-out' | 'reduced' | 'redacted' | 'unread' | 'undeclared' | 'unknown'
  /** The decision, in words. */
  readonly detail: string
}

/** `why`. */
export interface WhyAnswer {
  readonly project: string
  readonly injection: InjectionLabel
  readonly asked: string
  readonly asked_as: 'text' | 'path'
  readonly found: readonly WhyHit[]
  /** More places than are listed. */
  readonly more: number
  readonly absent: readonly WhyAbsence[]
}

/** `bisect`. */
export interface BisectAnswer {
  readonly project: string
  readonly good: InjectionLabel
  readonly bad: InjectionLabel
  readonly command: readonly string[]
  readonly tries: readonly {
    readonly what: string
    readonly exit_code: number | null
    readonly passes: boolean
  }[]
  /** The first injection with which the command fails. */
  readonly first_bad: InjectionLabel
  /** The change that makes it fail; null when it takes several together, or only the frame. */
  readonly culprit: SectionChange | null
  readonly note: string | null
}

/** `report`. */
export interface ReportAnswer extends Report {
  readonly project: string
  readonly since: string | null
}

/** `verify`. */
export interface VerifyAnswer {
  readonly project: string
  readonly uid: string
  readonly holds: boolean
  /** How many entries were found right. */
  readonly entries: number
  readonly head: Head | null
  readonly fault: {
    readonly seq: number
    readonly what: 'altered' | 'removed' | 'reordered' | 'inserted' | 'rewritten'
    readonly detail: string
    /** Of the entry, where it is an injection that can still be read. */
    readonly injection_id: string | null
  } | null
  readonly pruned: { readonly texts: number; readonly accounts: number }
  /** Gaps that a repair has owned up to. */
  readonly lost: readonly (readonly [number, number])[]
  /** How often an entry's time lies before that of the entry before it. */
  readonly clock_back: number
  readonly checkpoint: {
    readonly file: string
    readonly seq: number
    readonly at: string
    readonly signer: string
    readonly known: 'this machine' | 'named'
  } | null
  /** The checkpoint that was written, and who signed it: whoever checks it has to know. */
  readonly wrote: { readonly file: string; readonly signer: string } | null
}

/** The signed state of a ledger, to be kept elsewhere. */
export interface Checkpoint {
  readonly foreword: 'checkpoint'
  readonly version: 1
  readonly project: string
  readonly uid: string
  readonly seq: number
  readonly digest: string
  readonly at: string
  /** Ed25519, base64 of the raw 32 bytes. */
  readonly public_key: string
  readonly signature: string
}
