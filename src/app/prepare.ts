import { makePlan, type Plan, type Request } from '../core/plan/index.ts'
import type { ManifestSource, Project, Workshop } from '../ports/index.ts'

/** A request with its plan, and the digest of all that the plan was made from. */
export interface Prepared {
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

export async function prepare(shop: Workshop, project: Project, request: Request): Promise<Prepared> {
  const { task, ...rest } = request
  const shipped = request.bundle === null ? null : shop.shippedManifest(project.manifestFile)
  if (shipped !== null) {
    // There is nothing to be parsed, so nothing is won by keeping its plan.
    return prepared(shop, { plan: makePlan(shipped.manifest, request), chain: shipped.chain, task }, request)
  }
  const manifestDigest = shop.digestOf(project.manifestFile)
  const key = JSON.stringify([project.manifestFile, manifestDigest, rest])
  // A task may hold anything; what is kept of it is its digest.
  const taskDigest = task === null ? null : shop.hash(task)
  const entry = shop.cache.get('plan', key) as PlanEntry | undefined
  const current =
    entry !== undefined &&
    (!entry.plan.readsTask || entry.task === taskDigest) &&
    entry.chain.every(({ file, digest }) => {
      return digest === (file === project.manifestFile ? manifestDigest : shop.digestOf(file))
    })
  if (current) return prepared(shop, { ...entry, task }, request)
  const { manifest, chain } = await shop.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, request)
  const fresh: PlanEntry = { chain, task: plan.readsTask ? taskDigest : null, plan }
  const { cleaner } = await import('./clean.ts')
  const { rules } = await shop.outside(project, plan.redact)
  const { sections, skipped, tiers, catalog } = plan
  const kept = JSON.stringify([rest, sections, skipped, tiers, catalog, plan.readsTask ? task : null])
  if (cleaner(plan.redact, rules)(kept) === kept) shop.cache.set('plan', key, fresh)
  return prepared(shop, { plan, chain, task }, request)
}

function prepared(
  shop: Workshop,
  { plan, chain, task }: Pick<Prepared, 'plan' | 'chain' | 'task'>,
  { only }: Request,
): Prepared {
  const narrow = only?.some((one) => one.includes('/')) === true ? { narrow: among(only) } : {}
  return {
    plan,
    chain,
    task,
    // By its content: whatever changed in a manifest, or in one that it extends, shows here if it matters. Few ask for it.
    get key() {
      return shop.hash(JSON.stringify(plan))
    },
    ...narrow,
  }
}

/** A section with a document each stands for all of them, and one of its documents for itself. */
function among(only: readonly string[]): NonNullable<Prepared['narrow']> {
  return (sections) => sections.filter(({ id }) => only.some((one) => id === one || id.startsWith(`${one}/`)))
}
