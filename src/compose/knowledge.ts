import { getUserDirectory } from '../adapters/disk/index.ts'
import { openKnowledge, ownManifest, stampManifest } from '../adapters/knowledge/index.ts'
import type { KnowledgeDeps } from '../app/sources/knowledge/knowledge-tools.ts'
import type { Project } from '../ports/index.ts'
import type { ComposeParts } from './parts.ts'

export function knowledgeFiles(
  { processInfo, engine }: ComposeParts,
  project: Project,
): Pick<KnowledgeDeps, 'files' | 'stamp' | 'manifestPath'> {
  const userState = getUserDirectory('state', processInfo.env)
  const files = openKnowledge({ root: project.root, userState, hash: engine.hash })
  return { files, stamp: stampManifest, manifestPath: ownManifest(project) }
}
