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
  readonly room: Room | null
  /** Whether tags reach the receiver as tags. */
  readonly tags: boolean
  /** Files that the receiver has read by itself. */
  readonly loaded: readonly string[]
  /** Ages that are not counted in days. */
  readonly ages: { readonly transitions?: number; readonly turns?: number }
}

export interface Room {
  readonly amount: number
  readonly unit: 'utf-16' | 'bytes'
}

export function request(given: Partial<Request> & Pick<Request, 'repo'>): Request {
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
    room: null,
    tags: true,
    loaded: [],
    ages: {},
    ...given,
  }
}
