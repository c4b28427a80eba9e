import type { ManifestProblem } from '../problem.ts'
import type { Manifest } from '../schema.ts'
import { checkName } from './check-name.ts'

/** Checks the rules for packets of whole documents that the schema cannot express. */
export function* checkDocuments(manifest: Manifest): Generator<ManifestProblem> {
  const tiers = Object.keys(manifest.tiers)
  const rest = tiers.filter((tier) => manifest.tiers[tier]!.documents === 'rest')
  for (const tier of rest.slice(1)) {
    const message = `the tier "${rest[0]}" already takes the rest`
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
    const message = '"none" is reserved: it means no fallback'
    yield { path: ['fallback', 'steps', 'none'], at: 'key', message, fix: 'choose another name' }
  }
  for (const [name, section] of Object.entries(manifest.sections)) {
    for (const key of ['most', 'order'] as const) {
      if (section.each || section[key] === undefined) continue
      const message = 'has an effect only with "each: true"'
      yield { path: ['sections', name, key], at: 'key', message, fix: 'add "each: true", or remove it' }
    }
    if (section.expect === undefined && Object.keys(section.facts).length > 0) {
      const message = 'needs a JSON document'
      yield { path: ['sections', name, 'facts'], at: 'key', message, fix: 'add "expect: json"' }
    }
  }
}
