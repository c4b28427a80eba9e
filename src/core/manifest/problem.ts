import type { Manifest } from './schema.ts'

/** One thing wrong with a manifest, by its place in the data. Whoever read the file adds file, line and column. */
export interface ManifestProblem {
  readonly path: readonly (string | number)[]
  /** Whether the key itself is wrong or what stands behind it. */
  readonly at: 'key' | 'value'
  readonly message: string
  readonly fix?: string
}

/** Names that other rooms own and a manifest may refer to. */
export interface KnownNames {
  readonly redactionRules: readonly string[]
  readonly schemes: readonly string[]
  /** Says what is wrong with an address. */
  readonly address?: (uri: string, manifest: Manifest) => { message: string; fix?: string } | null
  /** Says what is wrong with a pattern. */
  readonly pattern?: { problem(pattern: string): string | null; readonly fix: string } | undefined
}

export type ProblemPath = ManifestProblem['path']
