import type { Plan } from '../../core/plan/index.ts'
import type { Project, RelevanceOrder, SourceReader, Workshop } from '../../ports/index.ts'
import { redactorFor } from '../clean.ts'

export interface IndexingTools {
  readonly shop: Workshop
  readonly project: Project
  readonly plan: Plan
  readonly reader: Pick<SourceReader, 'read'>
}

/** How documents get into an index: read within the rules of the plan, redacted, and told apart by their file versions. */
export async function indexing({
  shop,
  project,
  plan,
  reader,
}: IndexingTools): Promise<Pick<RelevanceOrder, 'root' | 'read' | 'stamp' | 'clean' | 'rules' | 'count'>> {
  const outside = await shop.outside(project, plan.redact)
  const redactor = redactorFor(plan.redact, outside.rules)
  const counter = await shop.counter(plan.measure, { useCache: false })
  const readSince = shop.systemTime()
  return {
    root: project.root,
    read(path) {
      const seen = reader.read(path)
      return seen.state === 'found' ? seen : null
    },
    stamp(path) {
      return shop.fileVersions.readSettled(project, [path], readSince)?.[0]?.[1] ?? null
    },
    clean: (text) => redactor.redact(text).text,
    rules: rulesOf({ shop, project, plan }, outside),
    count: (text) => counter.count(text),
  }
}

/** An index is cleaned by rules. Where one of them depends on what cannot be looked at again, no index outlives the question. */
function rulesOf(
  { shop, project, plan }: Omit<IndexingTools, 'reader'>,
  outside: Awaited<ReturnType<Workshop['outside']>>,
): string {
  const versions = outside.files.map((file) => shop.fileVersions.read(project, file))
  const certain = !outside.elsewhere && !versions.includes(null)
  return shop.hash(JSON.stringify([shop.build, plan.redact, certain ? versions : shop.ids.random(12)]))
}
