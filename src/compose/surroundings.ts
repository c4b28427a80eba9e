import type { Ids } from '../ports/index.ts'

/** The build id of a program that runs from its sources. */
export const notBuilt = 'not-built'

export interface ProcessInfo {
  readonly version: string
  /** Tells this build from every other, also of the same version. */
  readonly build: string
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Where `presets/` and `dist/` are. */
  readonly home: string
  /** Chance, where a test needs it to stand still. */
  readonly ids?: Ids
}
