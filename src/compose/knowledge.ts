import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { segmentsBelow, userDirectory } from '../adapters/disk/index.ts'
import { openKnowledge, stampManifest } from '../adapters/knowledge/index.ts'
import { buildKnowledge } from '../app/knowledge/build.ts'
import type { KnowledgeAnswer } from '../app/knowledge/outputs.ts'
import type { KnowledgeOrder } from '../app/knowledge/tools.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { Tell } from '../surfaces/cli/index.ts'
import type { Surroundings } from './surroundings.ts'

interface Parts {
  readonly around: Surroundings
  readonly shop: Workshop
}

export function knowledgeBuild(
  { around, shop }: Parts,
  project: Project,
  order: KnowledgeOrder,
  tell: Tell,
): Promise<KnowledgeAnswer> {
  const files = openKnowledge({
    root: project.root,
    userState: userDirectory('state', around.env),
    hash: shop.hash,
  })
  const tools = { shop, files, stamp: stampManifest, manifestPath: ownManifest(project), progress: tell }
  return buildKnowledge(tools, project, order)
}

/** Null for a manifest that does not lie in the project. The name itself is kept: a link is not written through. */
function ownManifest({ root, manifestFile }: Project): string | null {
  try {
    const real = join(realpathSync(dirname(manifestFile)), basename(manifestFile))
    return segmentsBelow(realpathSync(root), real)?.join('/') ?? null
  } catch {
    return null
  }
}
