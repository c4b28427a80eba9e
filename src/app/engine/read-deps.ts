import type { Plan } from '../../core/plan/index.ts'
import type { EngineServices, Project, SourceReader } from '../../ports/index.ts'
import type { PluginSource } from './addresses/plugin-source.ts'
import type { Resolver } from './addresses/resolver.ts'
import type { CandidateDeps } from './select-documents/candidates.ts'

/** Called while a slow read makes progress. */
export type ReadProgress = ((done: number, total: number) => void) | undefined

/** Makes the functions that read the sources of a plan. Code for addresses is loaded only if a plan has one. */
export async function makeReadDeps(
  engine: EngineServices,
  project: Project,
  plan: Plan,
  work: { readonly task: string | null; readonly session?: string | null; readonly progress?: ReadProgress },
): Promise<CandidateDeps & { finish(plan: Plan): Promise<Plan> }> {
  const reader = await engine.sources(project, plan.exclude)
  let plugins: PluginSource | undefined
  let trusted: Promise<boolean> | undefined
  const askTrust = async () => {
    const { isTrusted } = await import('../trust/trust-state.ts')
    return isTrusted(await engine.trust(project))
  }
  const asksTrust = () => {
    trusted ??= askTrust()
    return trusted
  }
  const resolvers = new Map<SourceReader, Promise<Resolver>>()
  const make = async (reader: SourceReader): Promise<Resolver> => {
    const { Resolver } = await import('./addresses/resolver.ts')
    const { openComputedSources } = await import('./addresses/computed-sources.ts')
    const { PluginSource } = await import('./addresses/plugin-source.ts')
    const { task, progress, session = null } = work
    plugins ??= new PluginSource({ engine, project, plan, reader, task, trusted: asksTrust })
    const computed = openComputedSources(
      { engine, project, plan, reader, task, progress, session, plugins },
      () => made,
    )
    const made: Resolver = new Resolver({ catalog: plan.catalog, reader, outline: engine.outliner, computed })
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
    async readExternalDocuments(source) {
      const { readExternalDocuments } = await import('./select-documents/read-external-documents.ts')
      return readExternalDocuments(
        { engine, project, plan, reader, task: work.task, trusted: asksTrust },
        source,
      )
    },
    /** Stops the plugins that were started, and returns the plan with their sections. */
    async finish(plan) {
      if (plugins === undefined) return plan
      await plugins.close()
      const { addPluginSections } = await import('./addresses/plugin-source.ts')
      return addPluginSections(plan, plugins.answered)
    },
  }
}
