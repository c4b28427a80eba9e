import type { EngineServices, Ids } from '../ports/index.ts'

/** The build id of a program that runs from its sources. */
export const notBuilt = 'not-built'

/** The process that the program runs in. */
export interface ProcessInfo {
  readonly version: string
  /** Tells this build from every other build, also of the same version. */
  readonly build: string
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** The directory that holds `presets/` and `dist/`. */
  readonly home: string
  /** Random ids. Tests replace them by fixed ones. */
  readonly ids?: Ids
}

/** The parts that services are built from. */
export interface ComposeParts {
  readonly processInfo: ProcessInfo
  readonly engine: EngineServices
  /** The directory of the presets. */
  readonly presets: string
  readonly warn: (trouble: { readonly detail: string }) => void
}
