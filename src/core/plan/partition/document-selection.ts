/** Null means no limit. */
export interface DocumentLimits {
  readonly documents: number | null
  /** The most that one document may take, in the manifest's measure. */
  readonly excerpt: number | null
}

/** An attempt to fill the needed tiers. */
export interface Attempt extends DocumentLimits {
  readonly name: string
  readonly success: boolean
}

/** The number of documents that a tier may have and that it took. */
export interface TierShare {
  readonly tier: string
  /** Null means no limit. */
  readonly documents: number | null
  readonly used: number
  /** The number of refused documents, whatever the reason. */
  readonly refused: number
  /** The number of refused documents that `refused` does not list. */
  readonly unnamed: number
}

/** A candidate that is not in the packet. */
export interface RefusedDocument {
  readonly section: string
  readonly tier: string | null
  readonly path: string
  /**
   * `room`: the tier has reached its number. `most`: the section has. `twice`: the packet has the document already. `unread`: it
   * cannot be read. `size`: the packet would exceed its budget. `unfit`: no part of it can be shown.
   */
  readonly reason: 'room' | 'most' | 'twice' | 'unread' | 'size' | 'unfit'
  readonly why: string
}

/** How the documents of a packet were selected. */
export interface DocumentSelection {
  /** In the order in which they were tried; the last one is used. */
  readonly attempts: readonly Attempt[]
  readonly parts: readonly TierShare[]
  /** The first refused documents of each tier. */
  readonly refused: readonly RefusedDocument[]
  /** The number of all refused documents. */
  readonly refusedCount: number
  /** The adapters that were called, and their results. */
  readonly asked: readonly Readonly<Record<string, unknown>>[]
}

/** Listed refused documents per tier, so that a tier with many does not displace those of another. */
const maxNamed = 500

/** Keeps the first refused documents of each tier and counts the others as `unnamed`. */
export function limitRefusedDocuments(account: DocumentSelection): DocumentSelection {
  const counts = new Map<string | null, number>()
  const refused = account.refused.filter(({ tier }) => {
    const count = (counts.get(tier) ?? 0) + 1
    counts.set(tier, count)
    return count <= maxNamed
  })
  const parts = account.parts.map((part) => {
    const named = refused.filter((document) => document.tier === part.tier && document.reason !== 'twice')
    return { ...part, unnamed: part.refused - named.length }
  })
  return { ...account, parts, refused }
}
