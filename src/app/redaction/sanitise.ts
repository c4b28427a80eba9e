import type { Manifest } from '../../core/manifest/index.ts'
import {
  collectPatterns,
  createSanitiser,
  listProhibitedClasses,
  type Sanitiser,
} from '../../core/redact/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'

/** Keeps prohibited classes out of texts that nobody answers for, as a manifest says; known values are of them. */
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
