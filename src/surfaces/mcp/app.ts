import type { Offer } from '../../app/index.ts'

/** What the protocol asks of the program behind it. */
export interface McpApp {
  readonly version: string
  readonly offer: Offer
  /** A name for a connection that has none of its own. */
  newSession(): string
  /** Tells which addresses may have changed, until it is stopped. */
  watch(changed: (addresses: readonly string[]) => void): () => void
  /** What went wrong, for a person: never on standard output. */
  warn(trouble: { readonly detail: string }): void
}
