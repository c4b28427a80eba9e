import type { Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

/** What the services of one program are made of. */
export interface Parts {
  readonly around: Surroundings
  readonly shop: Workshop
  /** The directory of the presets. */
  readonly presets: string
  readonly warn: (trouble: { readonly detail: string }) => void
}
