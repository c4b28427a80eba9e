import type { Hunk } from '../../core/diff/index.ts'

export type Scope = 'user' | 'project'

/** `install` and `uninstall`. */
export interface InstallAnswer {
  readonly action: 'install' | 'uninstall'
  readonly scope: Scope
  readonly dry_run: boolean
  /** What the entries start. */
  readonly program: readonly string[]
  readonly agents: readonly InstalledAgent[]
}

export interface InstalledAgent {
  readonly agent: string
  readonly title: string
  readonly state:
    | 'installed'
    | 'updated'
    | 'unchanged'
    | 'removed'
    /** There was nothing of ours. */
    | 'absent'
    | 'no-hooks'
    /** Its program is not on PATH, and it was not asked for by name. */
    | 'not-found'
    | 'refused'
  readonly file: string | null
  readonly backup: string | null
  /** Secrets are redacted. */
  readonly changes: readonly Hunk[]
  readonly notes: readonly string[]
}
