import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { below, isBelow, segmentsBelow, userDirectory } from '../adapters/disk/index.ts'
import { findProject } from '../adapters/project/index.ts'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import type { Lending } from '../app/dispatch-desk.ts'
import type { Standing, TrustTools } from '../app/trust/trust.ts'
import type { ManifestLayer, Project, Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

type Shop = Pick<Workshop, 'hash' | 'clock' | 'loadManifest'>

export function trustTools(around: Surroundings, { hash, clock, loadManifest }: Shop): TrustTools {
  return {
    hash,
    clock,
    book: openTrustBook({ directory: trustDirectory(around.env), hash }),
    realRoot: ({ root }) => realpathSync.native(root),
    async standing(project) {
      const { manifest, layers } = await loadManifest(project.manifestFile)
      return { manifest, ...standingOf(project, layers) }
    },
  }
}

/** One file that came with the repository is enough for the whole to need a word. */
function standingOf({ root: given }: Project, layers: readonly ManifestLayer[]): Omit<Standing, 'manifest'> {
  const root = realpathSync.native(given)
  const placed = layers.map((layer) => ({ ...layer, path: pathBelow(root, layer.file) }))
  const isProjects = placed.some(({ shipped, path }) => !shipped && path !== null)
  return {
    whose: isProjects ? 'project' : placed.every((layer) => layer.shipped) ? 'shipped' : 'own',
    root,
    layers: placed.map(({ file, path, shipped, data }) =>
      shipped
        ? { name: `preset:${basename(dirname(file))}`, data: null }
        : { name: path ?? basename(file), data },
    ),
  }
}

/** Null outside. By the real path, so that a link changes nothing. */
function pathBelow(root: string, file: string): string | null {
  return segmentsBelow(root, realpathSync.native(file))?.join('/') || null
}

export async function worktreeTrustOf(around: Surroundings, shop: Shop, presets: string): Promise<Lending> {
  const { worktreeTrust } = await import('../app/trust/worktree-trust.ts')
  const state = userDirectory('state', around.env)
  const workspaces = state === null ? null : below(state, 'workspaces')
  return worktreeTrust({
    tools: trustTools(around, shop),
    findProject: (repo) => findProject({ repo }, { cwd: around.cwd, presets, repositories: undefined }),
    isBelow,
    isLeftOver: (root) => workspaces !== null && isBelow(workspaces, root) && !existsSync(root),
  })
}
