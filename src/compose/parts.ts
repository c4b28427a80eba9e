import type { EngineServices } from '../ports/index.ts'
import type { ProcessInfo } from './surroundings.ts'

/** What the services of one program are made of. */
export interface ComposeParts {
  readonly processInfo: ProcessInfo
  readonly engine: EngineServices
  /** The directory of the presets. */
  readonly presets: string
  readonly warn: (trouble: { readonly detail: string }) => void
}
