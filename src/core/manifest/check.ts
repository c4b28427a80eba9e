import { explainIssue } from './explain.ts'
import type { Known, Problem } from './problem.ts'
import { referenceProblems } from './references.ts'
import { type Manifest, manifestJsonSchema, manifestSchema } from './schema.ts'

type Checked = { readonly manifest: Manifest } | { readonly problems: readonly Problem[] }

export function checkManifest(data: unknown, known: Known): Checked {
  const parsed = manifestSchema.safeParse(data, { reportInput: true })
  if (!parsed.success) {
    const schema = manifestJsonSchema()
    return { problems: parsed.error.issues.flatMap((issue) => explainIssue(issue, [], schema)) }
  }
  const problems = [...referenceProblems(parsed.data, known)]
  return problems.length > 0 ? { problems } : { manifest: parsed.data }
}
