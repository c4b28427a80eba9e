import type { Manifest } from '../manifest/index.ts'
import { type Diagnostic, makeDiagnostic } from '../values/index.ts'
import { type AttemptLimits, listAttempts } from './partition/attempts.ts'
import type { BundleWish } from './request.ts'
import type { PlannedLevel } from './resolve-level.ts'

/** How many documents there may be: as somebody asked, else as the level says. */
export function planAttempts(
  manifest: Manifest,
  level: PlannedLevel,
  wish: BundleWish | null,
  diagnostics: Diagnostic[],
): readonly AttemptLimits[] {
  const { documents, excerpt } = manifest.levels[level.like]!
  const floor = manifest.bundle?.floor
  const atLeast = (what: 'documents' | 'excerpt', asked: number | null | undefined): number | null => {
    const least = floor?.[what] ?? 1
    if (asked === null || asked === undefined || asked >= least) return asked ?? null
    const detail = `${asked} became ${least}, the smallest number for ${what === 'documents' ? 'documents' : 'one of them'}`
    diagnostics.push(makeDiagnostic('level-clamped', 'warning', detail))
    return least
  }
  const limits = {
    documents: atLeast('documents', wish?.documents) ?? documents ?? null,
    excerpt: atLeast('excerpt', wish?.excerpt) ?? excerpt ?? null,
  }
  if (limits.documents === null && limits.excerpt === null) return []
  return listAttempts(limits, manifest.fallback, wish?.fallback ?? null)
}
