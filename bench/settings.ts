export interface Settings {
  readonly home: string
  /** A temporary directory for all files of the run. It is removed at the end. */
  readonly away: string
  readonly example: string
  readonly quick: boolean
}
