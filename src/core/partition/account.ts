/** Null where there is none. */
export interface Limits {
  readonly documents: number | null
  /** The most of one document, in the manifest's measure. */
  readonly excerpt: number | null
}

/** One try to fill the needed tiers. */
export interface Attempt extends Limits {
  readonly name: string
  readonly success: boolean
}

/** What one tier may have of the documents, and what it took. */
export interface Part {
  readonly tier: string
  /** Null without a limit. */
  readonly documents: number | null
  readonly used: number
  /** How many more there were: no room, enough of them, or not to be read. */
  readonly refused: number
}

/** A document that could have been in the packet. */
export interface Refused {
  readonly section: string
  readonly tier: string | null
  readonly path: string
  /** For want of room, because its section has enough, because it is there already, or because it cannot be read. */
  readonly reason: 'room' | 'most' | 'twice' | 'unread'
  readonly why: string
}

/** How the documents of a packet were chosen. */
export interface Account {
  /** In the order in which they were tried; the last one stands. */
  readonly attempts: readonly Attempt[]
  readonly parts: readonly Part[]
  /** The first of those that were passed over. */
  readonly refused: readonly Refused[]
  /** How many there were. */
  readonly refusedCount: number
  /** What was asked outside of the project, and how that ended. */
  readonly asked: readonly Readonly<Record<string, unknown>>[]
}
