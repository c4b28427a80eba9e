/** Who asks, for what work, at what size. Everything that varies between two packets of one repository state is in here. */
export interface Request {
  /** The name of the repository, never its path. */
  readonly repo: string
  /** As asked for: a level's name or a number; null for the manifest's default. */
  readonly level: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly task: string | null
  readonly trigger: string | null
  readonly rework: boolean
  readonly flags: readonly string[]
  readonly vars: Readonly<Record<string, string>>
  /** Only these sections, and what they hold, not where it lies; null for all, as the manifest delivers them. */
  readonly only: readonly string[] | null
  /** Only what lies at this address, by itself; null for a packet. */
  readonly address: string | null
  /** The most that it may take; null for what its tier has. */
  readonly budget: number | null
  /** How much the channel carries that the packet is for, beside its budget; null where that is no matter. */
  readonly channelLimit: ChannelLimit | null
  /** Whether tags reach the receiver as tags. */
  readonly tags: boolean
  /** Files that the receiver has read by itself. */
  readonly loaded: readonly string[]
  /** As one JSON document of whole documents, with what was asked about their number; null for a packet to be read. */
  readonly bundle: BundleWish | null
  /** Ages that are not counted in days. */
  readonly ages: { readonly transitions?: number; readonly turns?: number }
}

export interface ChannelLimit {
  readonly amount: number
  readonly unit: 'utf-16' | 'bytes'
  /** Whether protected sections yield to it, too, after all others: it carries no more, whatever the manifest says. */
  readonly cutProtected: boolean
}

export interface BundleWish {
  /** Instead of what the level has; null for that. */
  readonly documents: number | null
  readonly excerpt: number | null
  /** The last step of the fallback that may be taken, `none`, or null for what the manifest says. */
  readonly fallback: string | null
  /** Adapters that are asked, each with the file that it was given for them. */
  readonly adapters: readonly { readonly name: string; readonly file: string | null }[]
  /** Where the bundle will lie, if that is in the project: it is none of its own documents. */
  readonly output: string | null
}

export function makeRequest(given: Partial<Request> & Pick<Request, 'repo'>): Request {
  return {
    level: null,
    agent: null,
    role: null,
    task: null,
    trigger: null,
    rework: false,
    flags: [],
    vars: {},
    only: null,
    address: null,
    budget: null,
    channelLimit: null,
    tags: true,
    loaded: [],
    bundle: null,
    ages: {},
    ...given,
  }
}
