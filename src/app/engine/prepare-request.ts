import { makePlan, type Plan, type Request } from '../../core/plan/index.ts'
import type { EngineServices, ManifestSource, Project } from '../../ports/index.ts'

/** A request with its plan, and the digest of that plan. */
export interface PreparedRequest {
  readonly plan: Plan
  readonly key: string
  /** The manifest's own file first, then what it extends. */
  readonly chain: ManifestSource['chain']
  readonly task: string | null
  /** Selects the wanted sections after documents were chosen for all of them. Left out if all sections are wanted. */
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
    // A preset is not parsed, so caching its plan saves nothing.
    return makePrepared(
      engine,
      { plan: makePlan(shipped.manifest, request), chain: shipped.chain, task },
      request,
    )
  }
  const manifestDigest = engine.digestFile(project.manifestFile)
  const key = JSON.stringify([project.manifestFile, manifestDigest, rest])
  // A task may hold secrets, so the cache stores only its digest.
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
  const { makeTextRedactor } = await import('../redaction/redactor.ts')
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const { sections, skipped, tiers, catalog } = plan
  const cachedText = JSON.stringify([rest, sections, skipped, tiers, catalog, plan.readsTask ? task : null])
  if (makeTextRedactor(plan.redact, rules)(cachedText) === cachedText) engine.cache.set('plan', key, fresh)
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
    // Computed from the plan itself, so that a change in a manifest or its parent counts only if it changes the plan. Few callers need it.
    get key() {
      return engine.hash(JSON.stringify(plan))
    },
    ...narrow,
  }
}

/** The id of a section with one document each selects all its documents; the id of a document selects only that document. */
function makeNarrow(only: readonly string[]): NonNullable<PreparedRequest['narrow']> {
  return (sections) =>
    sections.filter(({ id }) => only.some((wanted) => id === wanted || id.startsWith(`${wanted}/`)))
}
