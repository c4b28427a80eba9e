import { counted } from '../values/index.ts'
import type { Hit } from './fuse.ts'
import { compare } from './terms.ts'

/** A file that changed with the active documents. */
export interface Companion {
  readonly path: string
  /** In how many commits together with one of them, and in how many at all. */
  readonly together: number
  readonly all: number
}

/** What changes in every commit says little by having changed in these too. */
export function changeHits(companions: readonly Companion[]): Hit[] {
  return companions
    .map(({ path, together, all }) => ({
      path,
      score: together / Math.sqrt(Math.max(together, all)),
      reasons: [`changed together in ${counted(together, 'commit')}`],
    }))
    .sort((a, b) => b.score - a.score || compare(a.path, b.path))
}
