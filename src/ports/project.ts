/** A repository as the operator named it. */
export interface Project {
  readonly name: string
  readonly root: string
  /** Directories outside the project that the operator opened by name. */
  readonly roots: Readonly<Record<string, string>>
  readonly manifestFile: string
}
