import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Project } from '../../ports/index.ts'
import { getSegmentsBelow } from '../disk/index.ts'

/**
 * Null if the manifest is outside of the project. Keeps the last name unresolved, because foreword does not write through a
 * link.
 */
export function findOwnManifest({
  root,
  manifestFile,
}: Pick<Project, 'root' | 'manifestFile'>): string | null {
  try {
    const real = join(realpathSync(dirname(manifestFile)), basename(manifestFile))
    return getSegmentsBelow(realpathSync(root), real)?.join('/') ?? null
  } catch {
    return null
  }
}
