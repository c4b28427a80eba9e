import { checkManifest } from './check-manifest.ts'
import { mergeManifests } from './merge-manifests.ts'
import type { ManifestProblem } from './problem.ts'
import type { Manifest, ManifestInput } from './schema.ts'

const known = { redactionRules: ['hex-40', 'pem-certificate'], schemes: ['file'] }

/** A manifest with only the required keys. */
export const smallestManifest: ManifestInput = {
  foreword: 1,
  name: 'small',
  levels: { standard: { budget: 1000 }, full: { budget: 2000 } },
  default_level: 'standard',
  ceiling: 2000,
  sections: { soul: { sources: ['file:SOUL.md'] } },
}

/** The smallest manifest with changes; null removes a key. */
export function changeManifest(over: object): Record<string, unknown> {
  return mergeManifests(smallestManifest, over as Record<string, unknown>)
}

export function findProblems(data: unknown): readonly ManifestProblem[] {
  const checked = checkManifest(data, known)
  return 'problems' in checked ? checked.problems : []
}

export function makeManifest(over: object): Manifest {
  const checked = checkManifest(changeManifest(over), known)
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.manifest
}
