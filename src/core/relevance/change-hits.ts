import { formatCount } from '../values/index.ts'
import type { EvidenceHit } from './fuse-ranks.ts'
import { compareCodeUnits } from './terms.ts'

/** A file that changed with the active documents. */
export interface Companion {
  readonly path: string
  /** In how many commits together with one of them, and in how many at all. */
  readonly together: number
  readonly all: number
}

/** What changes in every commit says little by having changed in these too. */
export function rankCompanions(companions: readonly Companion[]): EvidenceHit[] {
  return companions
    .map(({ path, together, all }) => ({
      path,
      score: together / Math.sqrt(Math.max(together, all)),
      reasons: [`changed together in ${formatCount(together, 'commit')}`],
    }))
    .sort((a, b) => b.score - a.score || compareCodeUnits(a.path, b.path))
}
