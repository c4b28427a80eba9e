import type { Plan } from '../../../core/plan/index.ts'
import type { EngineServices, Project, RelevanceInput, SourceReader } from '../../../ports/index.ts'
import { makeRedactor } from '../../redaction/index.ts'

export interface IndexingDeps {
  readonly engine: EngineServices
  readonly project: Project
  readonly plan: Plan
  readonly reader: Pick<SourceReader, 'read'>
}

/** Makes the input for an index: documents are read within the rules of the plan, redacted, and identified by file version. */
export async function makeIndexingInput({
  engine,
  project,
  plan,
  reader,
}: IndexingDeps): Promise<Pick<RelevanceInput, 'root' | 'read' | 'stamp' | 'redact' | 'rules' | 'count'>> {
  const outside = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, outside.rules)
  const counter = await engine.counter(plan.measure, { useCache: false })
  const readSince = engine.systemTime()
  return {
    root: project.root,
    read(path) {
      const seen = reader.read(path)
      return seen.state === 'found' ? seen : null
    },
    stamp(path) {
      return engine.fileVersions.readSettled(project, [path], readSince)?.[0]?.[1] ?? null
    },
    redact: (text) => redactor.redact(text).text,
    rules: computeRulesKey({ engine, project, plan }, outside),
    count: (text) => counter.count(text),
  }
}

/** Computes the key of the redaction rules that an index was built with. If a rule depends on something that cannot be checked again, the key is random, so the index is not reused. */
function computeRulesKey(
  { engine, project, plan }: Omit<IndexingDeps, 'reader'>,
  outside: Awaited<ReturnType<EngineServices['projectRedactionRules']>>,
): string {
  const versions = outside.files.map((file) => engine.fileVersions.read(project, file))
  const certain = !outside.elsewhere && !versions.includes(null)
  return engine.hash(JSON.stringify([engine.build, plan.redact, certain ? versions : engine.ids.random(12)]))
}
