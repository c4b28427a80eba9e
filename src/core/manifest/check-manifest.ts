import { isPlainObject } from '../values/index.ts'
import { checkReferences } from './checks/check-references.ts'
import { explainIssue } from './explain-issue.ts'
import type { KnownNames, ManifestProblem } from './problem.ts'
import { buildManifestJsonSchema, type Manifest, manifestSchema } from './schema.ts'

type Checked = { readonly manifest: Manifest } | { readonly problems: readonly ManifestProblem[] }

export function checkManifest(data: unknown, known: KnownNames): Checked {
  const parsed = manifestSchema.safeParse(data, { reportInput: true })
  if (!parsed.success) {
    const schema = buildManifestJsonSchema()
    return { problems: parsed.error.issues.flatMap((issue) => explainIssue(issue, [], schema)) }
  }
  const manifest = isPlainObject(data) && data.levels === undefined ? addNumbers(parsed.data) : parsed.data
  const problems = [...checkReferences(manifest, known)]
  return problems.length > 0 ? { problems } : { manifest }
}

/** The default levels take numbers too. Levels of a manifest take them only if it says so. */
function addNumbers(manifest: Manifest): Manifest {
  const bands = [
    { from: 300, like: 'minimal' },
    { from: 1200, like: 'standard' },
    { from: 2400, like: 'full' },
  ]
  const custom_level = { min: 300, max: manifest.ceiling, bands }
  return manifest.custom_level === undefined ? { ...manifest, custom_level } : manifest
}
