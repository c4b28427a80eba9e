import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { getSegmentsBelow } from '../adapters/disk/index.ts'
import { identifyRepository } from '../adapters/git/identify-repository.ts'
import { getTrustDirectory, openTrustBook } from '../adapters/user-config/index.ts'
import type { ManifestOrigin, TrustDeps } from '../app/trust/trust-state.ts'
import type { EngineServices, ManifestLayer, Project } from '../ports/index.ts'
import type { ProcessInfo } from './process-info.ts'

type TrustEngine = Pick<EngineServices, 'hash' | 'clock' | 'loadManifest'>

export function trustTools(processInfo: ProcessInfo, { hash, clock, loadManifest }: TrustEngine): TrustDeps {
  return {
    hash,
    clock,
    book: openTrustBook({ directory: getTrustDirectory(processInfo.env), hash }),
    locate({ root: given }) {
      const root = realpathSync.native(given)
      const { place, id, files } = identifyRepository(root)
      return { root, home: place, repository: id, links: files }
    },
    async readManifestOrigin(project) {
      const { manifest, layers } = await loadManifest(project.manifestFile)
      return { manifest, ...describeOrigin(project, layers) }
    },
  }
}

/** A manifest needs trust as soon as one of its files came with the repository. */
function describeOrigin(
  { root: given }: Project,
  layers: readonly ManifestLayer[],
): Omit<ManifestOrigin, 'manifest'> {
  const root = realpathSync.native(given)
  const placed = layers.map((layer) => ({ ...layer, path: pathBelow(root, layer.file) }))
  const isProjects = placed.some(({ shipped, path }) => !shipped && path !== null)
  return {
    whose: isProjects ? 'project' : placed.every((layer) => layer.shipped) ? 'shipped' : 'own',
    layers: placed.map(({ file, path, shipped, data }) =>
      shipped
        ? { name: `preset:${basename(dirname(file))}`, data: null }
        : { name: path ?? basename(file), data },
    ),
    outsideLayers: placed.flatMap(({ file, path, shipped }) => (shipped || path !== null ? [] : [file])),
  }
}

/** Null for a file outside the root. Compares real paths, so a link changes nothing. */
function pathBelow(root: string, file: string): string | null {
  return getSegmentsBelow(root, realpathSync.native(file))?.join('/') || null
}
