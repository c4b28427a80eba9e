import type { EngineServices, Project, TrustState } from '../../../ports/index.ts'
import { memoizeWhileUnchanged } from '../../engine/index.ts'
import { toOneLine } from './hook-notice.ts'

/** The file in which the user's trust in a project is kept. */
export interface TrustPlace {
  readonly directory: string
  /** The real path of the project. */
  readonly root: string
  /** Hashes the root, and loading the hash function takes longer than the rest of a prompt: called only if nothing is cached. */
  getFile(): string
}

/**
 * Why the manifest of a project must not be used; null if it may. A manifest from a repository needs the user's trust. The state is
 * cached while the manifest and the trust file are unchanged, because parsing the manifest would take longer than the rest of the hook.
 */
export async function findUntrustedReason(
  engine: EngineServices,
  project: Project,
  place: TrustPlace | null,
): Promise<string | null> {
  if (place === null) return null
  const state = await memoizeWhileUnchanged(
    engine,
    project,
    ['trust', place.directory, place.root, project.manifestFile],
    async () => {
      const { state } = await engine.trust(project)
      const { chain } = await engine.loadManifest(project.manifestFile)
      return { value: state, files: [...chain.map(({ file }) => file), place.getFile()] }
    },
  )
  return formatReason(project, state)
}

function formatReason({ root, manifestFile }: Project, state: TrustState['state']): string | null {
  const file = manifestFile.startsWith(root) ? manifestFile.slice(root.length + 1) : manifestFile
  const format = (why: string, flags: string) =>
    toOneLine(`foreword: no project context: ${file} in ${root} ${why}. Run "foreword trust${flags}" there.`)
  if (state === 'never') return format('is not trusted yet', '')
  return state === 'changed' ? format('has changed since it was trusted', ' --show') : null
}
