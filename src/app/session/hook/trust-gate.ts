import type { EngineServices, Project, TrustState } from '../../../ports/index.ts'
import { cachedWhileUnchanged } from '../../engine/index.ts'
import { toOneLine } from './hook-notice.ts'

/**
 * Why the manifest of a project says nothing to an agent; null when it may. One that came with a repository waits until somebody
 * has looked at it. To parse it at every start would cost more than all the rest: the answer is cached while the manifest and the trust file are unchanged.
 */
export async function findUntrustedReason(
  engine: EngineServices,
  project: Project,
  trustPlace: string | null,
): Promise<string | null> {
  if (trustPlace === null) return null
  const state = await cachedWhileUnchanged(
    engine,
    project,
    ['trust', trustPlace, project.manifestFile],
    async () => {
      const { state } = await engine.trust(project)
      const { chain } = await engine.loadManifest(project.manifestFile)
      return { value: state, files: [...chain.map(({ file }) => file), trustPlace] }
    },
  )
  return reasonFor(project, state)
}

function reasonFor({ root, manifestFile }: Project, state: TrustState['state']): string | null {
  const file = manifestFile.startsWith(root) ? manifestFile.slice(root.length + 1) : manifestFile
  const what = (why: string, then: string) =>
    toOneLine(`foreword: no project context: ${file} in ${root} ${why}. Run "foreword trust${then}" there.`)
  if (state === 'never') return what('is not trusted yet', '')
  return state === 'changed' ? what('has changed since it was trusted', ' --show') : null
}
