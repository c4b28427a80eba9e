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
  /** What was installed, run as the agent would; empty where nothing was. */
  readonly trials: readonly DoctorTrial[]
}

/** One of our commands, run as the agent runs it. */
export interface DoctorTrial {
  readonly event: string
  readonly command: string
  readonly outcome: 'sent' | 'nothing' | 'failed'
  readonly exit_code: number | null
  readonly milliseconds: number
  /** What the model would get, in the unit of the cap; bytes where there is none. */
  readonly size: number
  readonly unit: 'utf-16' | 'bytes'
  readonly cap: number | null
  readonly fits: boolean
  readonly detail: string | null
}
