import type { RelevanceResult, RelevantDocument } from '../core/relevance/index.ts'
import type { FoundSource } from '../core/values/index.ts'

export type { RelevanceResult, RelevantDocument }

export interface RelevanceInput {
  readonly root: string
  /** The active documents, which the work is about. May be empty. */
  readonly around: readonly FoundSource[]
  readonly task: string | null
  /** Paths that may be selected, sorted. */
  readonly candidates: readonly string[]
  /** Reads a candidate; null if it is unreadable. */
  read(path: string): FoundSource | null
  /**
   * Identifies the version of a document without reading it. Null if unknown, for example if the file changed so recently that
   * another change could have the same time.
   */
  stamp(path: string): string | null
  /** Redacts a text. Only redacted text is indexed or returned. A document for which this throws is left out. */
  redact(text: string): string
  /** Identifies the redaction rules. An index that was built with other rules is discarded. */
  readonly rules: string
  /** The most that the rendered result may take, in the unit of `count`. */
  readonly budget: number
  count(text: string): number
  /** Returns the foreword://… address of a path, for display. */
  formatAddress(path: string): string
  /** Reports how many of the new or changed documents are read. Not called if there are none. */
  progress?: ((done: number, total: number) => void) | undefined
}

/** A full-text search. */
export interface SearchInput extends Omit<RelevanceInput, 'around' | 'task' | 'budget'> {
  readonly query: string
  /** The most documents to return. */
  readonly limit: number
  /** The most that one rendered document may take. */
  readonly each: number
}

/** Finds documents that are linked to the work at hand or match a search. Its indexes may be deleted at any time. */
export interface Relevance {
  find(input: RelevanceInput): Promise<RelevanceResult>
  /** Uses an index of its own, because it covers other documents than `answer`. */
  search(input: SearchInput): Promise<RelevanceResult>
  close(): void
}

/** Finds files that changed together. Starts no program that a repository configures. Never throws. */
export interface CoChanges {
  /** The checked-out commit; null outside a repository. */
  head(directory: string): string | null
  /** The files of the latest commits up to `head`, newest commit first, relative to the directory; empty if unknown. */
  commits(directory: string, head: string): readonly (readonly string[])[]
}
