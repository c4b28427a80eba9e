import type { ManifestProblem } from '../problem.ts'
import type { Manifest } from '../schema.ts'
import { checkName } from './check-name.ts'

/** What the schema cannot say about packets of whole documents. */
export function* checkDocuments(manifest: Manifest): Generator<ManifestProblem> {
  const tiers = Object.keys(manifest.tiers)
  const rest = tiers.filter((tier) => manifest.tiers[tier]!.documents === 'rest')
  for (const tier of rest.slice(1)) {
    const message = `the rest goes to the tier "${rest[0]}" already`
    yield { path: ['tiers', tier, 'documents'], at: 'value', message, fix: 'a number, or a share' }
  }
  const { fallback } = manifest
  for (const [i, tier] of (fallback?.needs ?? []).entries()) {
    yield* checkName(['fallback', 'needs', i], tier, tiers, 'tier')
  }
  if (fallback?.default !== undefined) {
    yield* checkName(
      ['fallback', 'default'],
      fallback.default,
      ['none', ...Object.keys(fallback.steps)],
      'step',
    )
  }
  if (fallback !== undefined && Object.hasOwn(fallback.steps, 'none')) {
    const message = '"none" means that nothing more is tried'
    yield { path: ['fallback', 'steps', 'none'], at: 'key', message, fix: 'choose another name' }
  }
  for (const [name, section] of Object.entries(manifest.sections)) {
    for (const key of ['most', 'order'] as const) {
      if (section.each || section[key] === undefined) continue
      const message = 'has a meaning only beside "each: true"'
      yield { path: ['sections', name, key], at: 'key', message, fix: 'add "each: true", or remove it' }
    }
    if (section.expect === undefined && Object.keys(section.facts).length > 0) {
      const message = 'are read from a JSON document'
      yield { path: ['sections', name, 'facts'], at: 'key', message, fix: 'add "expect: json"' }
    }
  }
}
