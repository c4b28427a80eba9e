import type { Manifest } from '../manifest/index.ts'
import { type Diagnostic, makeDiagnostic } from '../values/index.ts'
import { type AttemptLimits, listAttempts } from './partition/attempts.ts'
import type { BundleRequest } from './request.ts'
import type { PlannedLevel } from './resolve-level.ts'

/** Returns the document limits to try. Numbers of the request override those of the level. */
export function planAttempts(
  manifest: Manifest,
  level: PlannedLevel,
  wish: BundleRequest | null,
  diagnostics: Diagnostic[],
): readonly AttemptLimits[] {
  const { documents, excerpt } = manifest.levels[level.like]!
  const floor = manifest.bundle?.floor
  const raiseToFloor = (
    key: 'documents' | 'excerpt',
    requested: number | null | undefined,
  ): number | null => {
    const least = floor?.[key] ?? 1
    if (requested === null || requested === undefined || requested >= least) return requested ?? null
    const detail = `${requested} became ${least}, the smallest number for ${key === 'documents' ? 'documents' : 'one of them'}`
    diagnostics.push(makeDiagnostic('level-clamped', 'warning', detail))
    return least
  }
  const limits = {
    documents: raiseToFloor('documents', wish?.documents) ?? documents ?? null,
    excerpt: raiseToFloor('excerpt', wish?.excerpt) ?? excerpt ?? null,
  }
  if (limits.documents === null && limits.excerpt === null) return []
  return listAttempts(limits, manifest.fallback, wish?.fallback ?? null)
}
