import type { DateBasis } from '../document/index.ts'
import type { DocumentSelection, Plan } from '../plan/index.ts'
import type { Diagnostic, FoundSource, Observation, SourceLine } from '../values/index.ts'
import type { RenderInput } from './render/render-packet-text.ts'

/** The result of reading the sources of a section. */
export interface SectionReading {
  readonly section: string
  /** The section of the manifest, if this is one of its documents. */
  readonly of?: string
  /** Index of the planned source that resolved; null if none did. */
  readonly source: number | null
  readonly found: readonly FoundSource[]
  /** Observations of sources that were tried and not used. */
  readonly tried: readonly Observation[]
  /** Files and patterns that decided the content of an address; null if unknown. Left out if the sources tell it. */
  readonly places?: readonly string[] | null
  /** Files and directories of exactly these names that decided it too, existing or not. */
  readonly files?: readonly string[]
}

export interface Reduction {
  readonly by: string
  readonly why: 'age' | 'cap' | 'budget' | 'tier' | 'channel' | 'delivery'
  readonly before: number
  readonly after: number
}

export interface PacketSource {
  readonly path: string
  readonly digest: string
  readonly bytes: number
  readonly date: string | null
  readonly basis: DateBasis | null
}

export interface PacketSection {
  readonly id: string
  readonly heading: string
  readonly tier: string | null
  readonly authority: string
  readonly sources: readonly PacketSource[]
  /** The address of the section; null if it has none. */
  readonly address: string | null
  readonly ageDays: number | null
  /** The name of the decay step; `full` without decay. */
  readonly strategy: string
  readonly lines: readonly SourceLine[]
  /** Digest of the section before fitting; left out if fitting did not change it. */
  readonly whole?: string
  /** The lines before the cap cut them, so that a later reducer can keep the true end; null if the cap cut nothing. */
  readonly beforeCap: readonly SourceLine[] | null
  readonly size: number
  readonly cap: number | null
  readonly protected: boolean
  readonly reductions: readonly Reduction[]
  /** Redaction rule → number of places. */
  readonly redactions: Readonly<Record<string, number>>
  /** Labels of the document in a bundle. */
  readonly labels: Readonly<Record<string, string>>
  /** Facts of the source beside its text; `partial` if a bundle has only its beginning and its length is unknown. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** The state of a required JSON document, with its facts. */
export interface DocumentState {
  readonly section: string
  readonly tier: string | null
  readonly path: string
  readonly present: boolean
  readonly parsed: boolean
  /** Why an existing document cannot be used, or null. */
  readonly fault: string | null
  /** Whether the document may be missing. */
  readonly optional: boolean
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

/** A decision during assembly, in order. */
export interface PacketDecision {
  readonly stage:
    | 'plan'
    | 'read'
    | 'redact'
    | 'shape'
    | 'decay'
    | 'cap'
    | 'deliver'
    | 'tier'
    | 'budget'
    | 'sweep'
  readonly section?: string
  readonly detail: string
}

/** An age that the packet depends on. If the age changes, the packet may change. */
export interface AgeDependency {
  readonly path: string
  readonly date: string
  readonly basis: DateBasis
  readonly days: number
}

/** Collects the diagnostics and decisions of one assembly. */
export interface AssemblyNotes {
  readonly diagnostics: Diagnostic[]
  readonly decisions: PacketDecision[]
  readonly aging: AgeDependency[]
}

/** A section that is not in the packet, with the reason. */
export interface OmittedSection {
  readonly id: string
  readonly heading: string
  readonly tier: string | null
  readonly reason: 'not-asked' | 'missing' | 'empty' | 'aged' | 'over-budget' | 'unsafe'
  readonly why: string
  readonly source: string | null
  /** The sources that were read for it. */
  readonly sources: readonly PacketSource[]
  /** The sources that were tried, or would have been, if none was read. */
  readonly looked: readonly string[]
  readonly size: number
  readonly redactions: Readonly<Record<string, number>>
}

/** The compiled result of one request, before it is turned into bytes. Plain data: the same facts give the same packet. */
export interface Packet {
  readonly manifest: string
  readonly level: Plan['level']
  readonly ceiling: number
  readonly measure: Plan['measure']
  readonly sections: readonly PacketSection[]
  readonly leftOut: readonly OmittedSection[]
  readonly note: RenderInput['note']
  readonly overBudget: boolean
  readonly render: Plan['render']
  readonly expansions: Plan['expansions']
  readonly redact: Plan['redact']
  readonly record: Plan['record']
  readonly diagnostics: readonly Diagnostic[]
  readonly decisions: readonly PacketDecision[]
  readonly aging: readonly AgeDependency[]
  readonly intent: string
  readonly states: readonly DocumentState[]
  /** How the documents were selected; null if their number is not limited. */
  readonly account: DocumentSelection | null
  readonly bundle: Plan['bundle']
  readonly ranking: Plan['externalRules']['ranking']
}
