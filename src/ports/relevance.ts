import type { Found } from '../core/values/index.ts'

export interface RelevanceOrder {
  readonly root: string
  /** The documents that the work is about: the active ones. May be empty. */
  readonly around: readonly Found[]
  readonly task: string | null
  /** Paths that may be chosen, sorted. */
  readonly candidates: readonly string[]
  /** Reads one of them; null when it cannot be read. */
  read(path: string): Found | null
  /** Tells one document from another version of it without reading it; null when that cannot be told. */
  stamp(path: string): string | null
  /** The most that the answer may take, and how it is counted. */
  readonly budget: number
  count(text: string): number
  /** What foreword://… address a path has, for showing. */
  addressOf(path: string): string
  progress?: ((done: number, total: number) => void) | undefined
}

export interface Relevant {
  readonly path: string
  readonly score: number
  /** Why it was chosen, most telling first. */
  readonly reasons: readonly string[]
  /** 1-based first and last line of the excerpt. */
  readonly lines: readonly [number, number]
  readonly excerpt: string
}

export interface RelevanceAnswer {
  readonly chosen: readonly Relevant[]
  /** Linked or similar, and not chosen for want of room. */
  readonly left: number
}

/** Finds what is linked to the work at hand. Keeps an index of its own, which may be lost at any time. */
export interface Relevance {
  answer(order: RelevanceOrder): Promise<RelevanceAnswer>
}
