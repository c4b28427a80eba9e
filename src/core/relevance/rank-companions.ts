import { formatCount } from '../values/index.ts'
import type { EvidenceHit } from './fuse-evidence.ts'
import { compareCodeUnits } from './terms.ts'

/** A file that changed with the active documents. */
export interface Companion {
  readonly path: string
  /** Number of commits that changed it together with an active document; `all` counts every commit that changed it. */
  readonly together: number
  readonly all: number
}

/** Ranks files by common changes. A file that changes in every commit scores low. */
export function rankCompanions(companions: readonly Companion[]): EvidenceHit[] {
  return companions
    .map(({ path, together, all }) => ({
      path,
      score: together / Math.sqrt(Math.max(together, all)),
      reasons: [`changed together in ${formatCount(together, 'commit')}`],
    }))
    .sort((a, b) => b.score - a.score || compareCodeUnits(a.path, b.path))
}
