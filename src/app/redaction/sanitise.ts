import type { Manifest } from '../../core/manifest/index.ts'
import {
  collectPatterns,
  createSanitiser,
  listProhibitedClasses,
  type Sanitiser,
} from '../../core/redact/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'

/** Makes a sanitiser that keeps the manifest's prohibited classes out of texts from unverified sources. Known secrets are one of these classes. */
export async function makeSanitiser(
  engine: Pick<EngineServices, 'projectRedactionRules'>,
  project: Project,
  { redact, prohibited }: Pick<Manifest, 'redact' | 'prohibited'>,
): Promise<Sanitiser> {
  const classes = listProhibitedClasses(prohibited)
  const patterns = { ...redact.patterns, ...collectPatterns(classes) }
  const { rules } = await engine.projectRedactionRules(project, { ...redact, patterns })
  return createSanitiser({ classes, outside: rules })
}
