import type { Manifest } from './schema.ts'

/** An error in a manifest, with its path in the data. The file reader adds file, line and column. */
export interface ManifestProblem {
  readonly path: readonly (string | number)[]
  /** Whether the key or its value is wrong. */
  readonly at: 'key' | 'value'
  readonly message: string
  readonly fix?: string
}

/** Names from other folders that a manifest may refer to. */
export interface KnownNames {
  readonly redactionRules: readonly string[]
  readonly schemes: readonly string[]
  /** Returns the error in an address, or null. */
  readonly address?: (uri: string, manifest: Manifest) => { message: string; fix?: string } | null
  /** Returns the error in a regular expression, or null. */
  readonly pattern?: { problem(pattern: string): string | null; readonly fix: string } | undefined
}

export type ProblemPath = ManifestProblem['path']
