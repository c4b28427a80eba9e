/** Null where there is none. */
export interface DocumentLimits {
  readonly documents: number | null
  /** The most of one document, in the manifest's measure. */
  readonly excerpt: number | null
}

/** One try to fill the needed tiers. */
export interface Attempt extends DocumentLimits {
  readonly name: string
  readonly success: boolean
}

/** What one tier may have of the documents, and what it took. */
export interface TierShare {
  readonly tier: string
  /** Null without a limit. */
  readonly documents: number | null
  readonly used: number
  /** How many more there were: no room, enough of them, not to be read, or too much for the whole. */
  readonly refused: number
  /** How many of those are not named. */
  readonly unnamed: number
}

/** A document that could have been in the packet. */
export interface RefusedDocument {
  readonly section: string
  readonly tier: string | null
  readonly path: string
  /**
   * For want of room, because its section has enough, because it is there already, because it cannot be read, because the whole
   * would be too large with it, or because nothing of it can be shown.
   */
  readonly reason: 'room' | 'most' | 'twice' | 'unread' | 'size' | 'unfit'
  readonly why: string
}

/** How the documents of a packet were chosen. */
export interface DocumentSelection {
  /** In the order in which they were tried; the last one stands. */
  readonly attempts: readonly Attempt[]
  readonly parts: readonly TierShare[]
  /** The first of those that were passed over, of each tier. */
  readonly refused: readonly RefusedDocument[]
  /** How many there were. */
  readonly refusedCount: number
  /** What was asked outside of the project, and how that ended. */
  readonly asked: readonly Readonly<Record<string, unknown>>[]
}

/** As many of those that were passed over are named, of each tier: what one has too many of hides nothing of another. */
const maxNamed = 500

/** `account` with the first of each tier by name, and how many more there are. */
export function nameFirstRefused(account: DocumentSelection): DocumentSelection {
  const counts = new Map<string | null, number>()
  const refused = account.refused.filter(({ tier }) => {
    const count = (counts.get(tier) ?? 0) + 1
    counts.set(tier, count)
    return count <= maxNamed
  })
  const parts = account.parts.map((part) => {
    const own = refused.filter((one) => one.tier === part.tier && one.reason !== 'twice').length
    return { ...part, unnamed: part.refused - own }
  })
  return { ...account, parts, refused }
}
