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
  const problems = [...checkReferences(parsed.data, known)]
  return problems.length > 0 ? { problems } : { manifest: parsed.data }
}
