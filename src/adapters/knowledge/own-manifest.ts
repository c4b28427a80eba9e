import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Project } from '../../ports/index.ts'
import { getSegmentsBelow } from '../disk/index.ts'

/** Null for a manifest that does not lie in the project. The name itself is kept: a link is not written through. */
export function ownManifest({ root, manifestFile }: Pick<Project, 'root' | 'manifestFile'>): string | null {
  try {
    const real = join(realpathSync(dirname(manifestFile)), basename(manifestFile))
    return getSegmentsBelow(realpathSync(root), real)?.join('/') ?? null
  } catch {
    return null
  }
}
