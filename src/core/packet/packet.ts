import type { DateBasis } from '../document/index.ts'
import type { DocumentSelection, Plan } from '../plan/index.ts'
import type { Diagnostic, Found, Observation, SourceLine } from '../values/index.ts'
import type { RenderInput } from './render/render.ts'

/** What reading the sources of one section gave. */
export interface SectionReading {
  readonly section: string
  /** The section of the manifest, where this is one of its documents. */
  readonly of?: string
  /** Index of the planned source that resolved, or null when none did. */
  readonly source: number | null
  readonly found: readonly Found[]
  /** What was tried before, or instead. */
  readonly tried: readonly Observation[]
  /** Files and patterns that decided what an address holds; null when that cannot be said. Left out where the sources say it. */
  readonly places?: readonly string[] | null
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
  /** Under which it can be read, where it has one. */
  readonly address: string | null
  readonly ageDays: number | null
  /** What decay called its treatment; `full` where there is no decay. */
  readonly strategy: string
  readonly lines: readonly SourceLine[]
  /** The digest of what it was before the packet was made to fit; left out where it had not to yield. */
  readonly whole?: string
  /** What the cap cut, so that a later reducer can keep the true end; null when nothing was. */
  readonly beforeCap: readonly SourceLine[] | null
  readonly size: number
  readonly cap: number | null
  readonly protected: boolean
  readonly reductions: readonly Reduction[]
  /** Redaction rule → number of places. */
  readonly redactions: Readonly<Record<string, number>>
  /** What is said of it in a bundle. */
  readonly labels: Readonly<Record<string, string>>
  /** What its source told of it besides its text; `partial` where a bundle has its beginning, and nobody knows how long it is. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Whether a document that has to be there is, and what it says. */
export interface DocumentState {
  readonly section: string
  readonly tier: string | null
  readonly path: string
  readonly present: boolean
  readonly parsed: boolean
  /** Why it cannot be used, where it is there and cannot. */
  readonly fault: string | null
  /** Whether it is worth a word that it is not there. */
  readonly optional: boolean
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

/** One decision on the way, in the order in which they were taken. */
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

/** An age that the packet depends on. When it changes, the packet may. */
export interface AgeDependency {
  readonly path: string
  readonly date: string
  readonly basis: DateBasis
  readonly days: number
}

/** Where the steps of one assembly write down what they noticed and what they decided. */
export interface AssemblyNotes {
  readonly diagnostics: Diagnostic[]
  readonly decisions: PacketDecision[]
  readonly aging: AgeDependency[]
}

/** A section that is not in the packet, with the reason. */
export interface LeftOut {
  readonly id: string
  readonly heading: string
  readonly tier: string | null
  readonly reason: 'not-asked' | 'missing' | 'empty' | 'aged' | 'over-budget' | 'unsafe'
  readonly why: string
  readonly source: string | null
  /** What was read for it. */
  readonly sources: readonly PacketSource[]
  /** Where it looked, or would have looked, where nothing was read. */
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
  readonly leftOut: readonly LeftOut[]
  readonly note: RenderInput['note']
  readonly overBudget: boolean
  readonly render: Plan['render']
  readonly redact: Plan['redact']
  readonly record: Plan['record']
  readonly diagnostics: readonly Diagnostic[]
  readonly decisions: readonly PacketDecision[]
  readonly aging: readonly AgeDependency[]
  readonly intent: string
  readonly states: readonly DocumentState[]
  /** How its documents were chosen; null where their number is no matter. */
  readonly account: DocumentSelection | null
  readonly bundle: Plan['bundle']
  readonly ranking: Plan['strangers']['ranking']
}
