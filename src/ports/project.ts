/** A repository as the user named it. */
export interface Project {
  readonly name: string
  readonly root: string
  /** Directories outside the project that the user opened, by name. */
  readonly roots: Readonly<Record<string, string>>
  readonly manifestFile: string
}
