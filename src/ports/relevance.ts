import type { RelevanceResult, RelevantDocument } from '../core/relevance/index.ts'
import type { Found } from '../core/values/index.ts'

export type { RelevanceResult, RelevantDocument }

export interface RelevanceInput {
  readonly root: string
  /** The documents that the work is about: the active ones. May be empty. */
  readonly around: readonly Found[]
  readonly task: string | null
  /** Paths that may be chosen, sorted. */
  readonly candidates: readonly string[]
  /** Reads one of them; null when it cannot be read. */
  read(path: string): Found | null
  /**
   * Tells one document from another version of it without reading it; null when that cannot be told, as of a file that was changed so
   * recently that another change would not show.
   */
  stamp(path: string): string | null
  /** Redacts: nothing else is indexed or answered. What it throws for is left out. */
  clean(text: string): string
  /** Tells one way of cleaning from another. An index that was cleaned in another way is thrown away. */
  readonly rules: string
  /** The most that the answer may take as rendered, and how it is counted. */
  readonly budget: number
  count(text: string): number
  /** What foreword://… address a path has, for showing. */
  addressOf(path: string): string
  /** Documents read so far of those that are new or have changed. Not called when none has. */
  progress?: ((done: number, total: number) => void) | undefined
}

/** What somebody looks for, in words. */
export interface SearchInput extends Omit<RelevanceInput, 'around' | 'task' | 'budget'> {
  readonly query: string
  /** The most documents. */
  readonly limit: number
  /** The most that each of them may take as rendered. */
  readonly each: number
}

/** Finds what is linked to the work at hand, or holds some words. Keeps indexes of its own, which may be lost at any time. */
export interface Relevance {
  answer(order: RelevanceInput): Promise<RelevanceResult>
  /** Another index than for what is linked: other documents are asked. */
  search(order: SearchInput): Promise<RelevanceResult>
  close(): void
}

/** Which files changed together. Starts nothing that a repository configures; never throws. */
export interface CoChanges {
  /** The commit checked out; null outside a repository. */
  head(directory: string): string | null
  /** The files of each of the latest commits up to one, newest first, relative to the directory; none where that cannot be told. */
  commits(directory: string, head: string): readonly (readonly string[])[]
}
