import type { EngineServices, Project, TrustState } from '../../../ports/index.ts'
import { memoizeWhileUnchanged } from '../../engine/index.ts'
import { toOneLine } from './hook-notice.ts'

/** Identifies a project whose trust is cached, without the digests that name its files: hashing takes longer than the rest of a prompt. */
export interface TrustKey {
  /** The directory of the user's approvals. */
  readonly directory: string
  /** The real path of the project. */
  readonly root: string
}

/**
 * Why the manifest of a project must not be used; null if it may. A manifest from a repository needs the user's trust. The state is
 * cached while the manifest and the trust file are unchanged, because parsing the manifest would take longer than the rest of the hook.
 */
export async function findUntrustedReason(
  engine: EngineServices,
  project: Project,
  key: TrustKey | null,
): Promise<string | null> {
  if (key === null) return null
  const state = await memoizeWhileUnchanged(
    engine,
    project,
    ['trust', key.directory, key.root, project.manifestFile],
    async () => {
      const { state, files } = await engine.trust(project)
      const { chain } = await engine.loadManifest(project.manifestFile)
      return { value: state, files: [...chain.map(({ file }) => file), ...files] }
    },
  )
  return formatReason(project, state)
}

function formatReason({ root, manifestFile }: Project, state: TrustState['state']): string | null {
  const file = manifestFile.startsWith(root) ? manifestFile.slice(root.length + 1) : manifestFile
  const format = (why: string) =>
    toOneLine(
      `foreword: no project context: ${file} in ${root} ${why}. Nothing of it is sent. Run "foreword trust" there.`,
    )
  if (state === 'never') return format('is not trusted yet')
  return state === 'changed'
    ? format('has changed since it was trusted, and needs your approval again')
    : null
}
