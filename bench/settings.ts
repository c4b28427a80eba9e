export interface Settings {
  readonly home: string
  /** A directory for everything that is made on the way; it is removed at the end. */
  readonly away: string
  readonly example: string
  readonly quick: boolean
}
