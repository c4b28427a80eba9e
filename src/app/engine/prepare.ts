import { makePlan, type Plan, type Request } from '../../core/plan/index.ts'
import type { EngineServices, ManifestSource, Project } from '../../ports/index.ts'

/** A request with its plan, and the digest of all that the plan was made from. */
export interface PreparedRequest {
  readonly plan: Plan
  readonly key: string
  /** The manifest's own file first, then what it extends. */
  readonly chain: ManifestSource['chain']
  readonly task: string | null
  /** Which of its sections are wanted, once its documents are chosen among all of them; left out for all. */
  narrow?(sections: Plan['sections']): Plan['sections']
}

interface PlanEntry {
  readonly chain: ManifestSource['chain']
  readonly task: string | null
  readonly plan: Plan
}

export async function prepareRequest(
  engine: EngineServices,
  project: Project,
  request: Request,
): Promise<PreparedRequest> {
  const { task, ...rest } = request
  const shipped = request.bundle === null ? null : engine.shippedManifest(project.manifestFile)
  if (shipped !== null) {
    // There is nothing to be parsed, so nothing is won by keeping its plan.
    return makePrepared(
      engine,
      { plan: makePlan(shipped.manifest, request), chain: shipped.chain, task },
      request,
    )
  }
  const manifestDigest = engine.digestFile(project.manifestFile)
  const key = JSON.stringify([project.manifestFile, manifestDigest, rest])
  // A task may hold anything; what is kept of it is its digest.
  const taskDigest = task === null ? null : engine.hash(task)
  const entry = engine.cache.get('plan', key) as PlanEntry | undefined
  const current =
    entry !== undefined &&
    (!entry.plan.readsTask || entry.task === taskDigest) &&
    entry.chain.every(({ file, digest }) => {
      return digest === (file === project.manifestFile ? manifestDigest : engine.digestFile(file))
    })
  if (current) return makePrepared(engine, { ...entry, task }, request)
  const { manifest, chain } = await engine.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, request)
  const fresh: PlanEntry = { chain, task: plan.readsTask ? taskDigest : null, plan }
  const { makeTextRedactor } = await import('../redaction/redact-text.ts')
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const { sections, skipped, tiers, catalog } = plan
  const kept = JSON.stringify([rest, sections, skipped, tiers, catalog, plan.readsTask ? task : null])
  if (makeTextRedactor(plan.redact, rules)(kept) === kept) engine.cache.set('plan', key, fresh)
  return makePrepared(engine, { plan, chain, task }, request)
}

function makePrepared(
  engine: EngineServices,
  { plan, chain, task }: Pick<PreparedRequest, 'plan' | 'chain' | 'task'>,
  { only }: Request,
): PreparedRequest {
  const narrow = only?.some((id) => id.includes('/')) === true ? { narrow: makeNarrow(only) } : {}
  return {
    plan,
    chain,
    task,
    // By its content: whatever changed in a manifest, or in one that it extends, shows here if it matters. Few ask for it.
    get key() {
      return engine.hash(JSON.stringify(plan))
    },
    ...narrow,
  }
}

/** A section with a document each stands for all of them, and one of its documents for itself. */
function makeNarrow(only: readonly string[]): NonNullable<PreparedRequest['narrow']> {
  return (sections) => sections.filter(({ id }) => only.some((wanted) => id === wanted || id.startsWith(`${wanted}/`)))
}
