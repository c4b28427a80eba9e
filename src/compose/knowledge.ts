import { userDirectory } from '../adapters/disk/index.ts'
import { openKnowledge, ownManifest, stampManifest } from '../adapters/knowledge/index.ts'
import type { KnowledgeTools } from '../app/knowledge/tools.ts'
import type { Project } from '../ports/index.ts'
import type { Parts } from './parts.ts'

export function knowledgeFiles(
  { around, shop }: Parts,
  project: Project,
): Pick<KnowledgeTools, 'files' | 'stamp' | 'manifestPath'> {
  const userState = userDirectory('state', around.env)
  const files = openKnowledge({ root: project.root, userState, hash: shop.hash })
  return { files, stamp: stampManifest, manifestPath: ownManifest(project) }
}
