/** How far a long task is. */
export interface Progress {
  readonly done: number
  /** Null while the end is not known. */
  readonly total: number | null
  readonly what: string
}

export type ReportProgress = (progress: Progress) => void
