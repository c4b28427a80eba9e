/** What a session was told of one section. */
export interface ToldSection {
  readonly section: string
  /** Of the text as sent; of a declaration where only the address was. */
  readonly digest: string
  readonly form: 'content' | 'declared' | 'removed'
  readonly turn: number
  /** ISO 8601, UTC. */
  readonly at: string
}

/** One sitting of an agent, as counted in the store. */
export interface SessionCount {
  readonly session: string
  readonly agent: string | null
  readonly startedAt: string
  readonly lastAt: string
  readonly turns: number
  readonly refreshedAt: string | null
  readonly refreshedTurn: number | null
  readonly told: readonly ToldSection[]
}

/** Counts sessions and turns, and remembers what each session has. Two programs may speak of one session at once. */
export interface Sessions {
  get(session: string): SessionCount | null
  /** Begins the session where it is new. Returns the count after it. */
  turn(session: string, agent: string | null, now: string): SessionCount
  /** What was sent. In one step, so that of two programs one sends. False when somebody else told it meanwhile. */
  tell(
    session: string,
    told: {
      readonly agent: string | null
      readonly now: string
      /** Whether it was a refresh, and so begins the cooldown. */
      readonly refresh: boolean
      /** The state the sender decided on, as `refreshedAt` was then. */
      readonly since: string | null
      readonly sections: readonly Omit<ToldSection, 'turn' | 'at'>[]
    },
  ): boolean
  list(limit: number): readonly SessionCount[]
  close(): void
}
