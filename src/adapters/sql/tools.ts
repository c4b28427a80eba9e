/** What writing needs besides a database. */
export interface Tools {
  readonly hash: (text: string) => string
  readonly newUid: (name: string) => string
  readonly clock: () => Date
  /** Only a server has others to wait for: SQLite has locked everything already. */
  readonly server: boolean
  /** Texts are written as they are, and packed when there is time for it: see loose.ts. */
  readonly loose?: boolean
}

export interface Project {
  readonly id: number
  readonly uid: string
}

/** Where a ledger ends. */
export interface End {
  readonly seq: number
  readonly digest: string
  /** The latest time in it; empty while it is empty. */
  readonly highAt: string
}
