import type { Plan } from '../core/plan/index.ts'
import type { Project, SourceReader, Workshop } from '../ports/index.ts'
import type { PluginSource } from './addresses/plugin-source.ts'
import type { Resolver } from './addresses/resolve.ts'
import type { PoolTools } from './spread/pool.ts'

/** How far reading is, where it takes its time. */
export type ReadProgress = ((done: number, total: number) => void) | undefined

/** How the sources of a plan are read. Most plans have no address, and then nothing of it is loaded. */
export async function readTools(
  shop: Workshop,
  project: Project,
  plan: Plan,
  work: { readonly task: string | null; readonly session?: string | null; readonly progress?: ReadProgress },
): Promise<PoolTools & { finish(plan: Plan): Promise<Plan> }> {
  const reader = await shop.sources(project, plan.exclude)
  let plugins: PluginSource | undefined
  let trusted: Promise<boolean> | undefined
  const askTrust = async () => {
    const { isTrusted } = await import('./trust/trust.ts')
    return isTrusted(await shop.trust(project))
  }
  const asksTrust = () => {
    trusted ??= askTrust()
    return trusted
  }
  const resolvers = new Map<SourceReader, Promise<Resolver>>()
  const make = async (reader: SourceReader): Promise<Resolver> => {
    const { Resolver } = await import('./addresses/resolve.ts')
    const { computedFor } = await import('./addresses/computed.ts')
    const { PluginSource } = await import('./addresses/plugin-source.ts')
    const { task, progress, session = null } = work
    plugins ??= new PluginSource({ shop, project, plan, reader, task, trusted: asksTrust })
    const computed = computedFor(
      { shop, project, plan, reader, task, progress, session, plugins },
      () => made,
    )
    const made: Resolver = new Resolver({ catalog: plan.catalog, reader, outline: shop.outliner, computed })
    return made
  }
  return {
    reader,
    trusted: asksTrust,
    resolver(reader) {
      const resolver = resolvers.get(reader) ?? make(reader)
      resolvers.set(reader, resolver)
      return resolver
    },
    async told(source) {
      const { toldBy } = await import('./spread/told.ts')
      return toldBy({ shop, project, plan, reader, task: work.task, trusted: asksTrust }, source)
    },
    /** Ends what was started, and says what reading has changed in the plan. */
    async finish(plan) {
      if (plugins === undefined) return plan
      await plugins.close()
      const { withPlugins } = await import('./addresses/plugin-source.ts')
      return withPlugins(plan, plugins.answered)
    },
  }
}
