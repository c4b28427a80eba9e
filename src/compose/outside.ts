import { knownSecrets } from '../adapters/secrets/index.ts'
import type { Manifest } from '../core/manifest/index.ts'
import { createKnownValueRule } from '../core/redact/index.ts'
import type { Outside, Project } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

/** Values that are known, and the patterns of a manifest. */
export async function outsideRules(
  project: Project,
  { known, patterns }: Manifest['redact'],
  around: Surroundings,
): Promise<Outside> {
  const { root } = project
  const secrets = knownSecrets({ root, ...known, environment: around.env })
  const own = Object.keys(patterns).length === 0 ? [] : await patternRules(patterns)
  return {
    rules: [...(secrets.values.length === 0 ? [] : [createKnownValueRule(secrets.values)]), ...own],
    trouble: secrets.trouble.map(({ file, message }) => `${file}: ${message}`),
    files: secrets.files,
    places: secrets.places,
    elsewhere: known.variables.length > 0,
  }
}

async function patternRules(patterns: Manifest['redact']['patterns']) {
  const { compilePatterns } = await import('../adapters/patterns/index.ts')
  return compilePatterns(patterns)
}
