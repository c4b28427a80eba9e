import { type CanonicalLayer, canonicalManifest, type Manifest } from '../../core/manifest/index.ts'
import type { Clock, Hash, Project, TrustBook, TrustState } from '../../ports/index.ts'

/** A manifest, and where it comes from. */
export interface Standing {
  /** `own`: the user named a file outside of the project. */
  readonly whose: 'project' | 'shipped' | 'own'
  /** Real path of the project. */
  readonly root: string
  readonly manifest: Manifest
  readonly layers: readonly CanonicalLayer[]
}

export interface TrustTools {
  readonly hash: Hash
  readonly clock: Clock
  readonly book: TrustBook
  realRoot(project: Project): string
  standing(project: Project): Promise<Standing>
}

/** Whether what the manifest of a project allows counts. */
export async function trustOf(tools: TrustTools, project: Project): Promise<TrustState> {
  return stateOf(tools, await tools.standing(project))
}

/** By content and real path: the same bytes elsewhere, and other bytes here, are not what somebody looked at. */
export function stateOf({ hash, book }: TrustTools, { whose, root, layers }: Standing): TrustState {
  const digest = hash(canonicalManifest(layers))
  if (whose !== 'project') return { state: whose, digest }
  const record = book.find(root)
  if (record === null) return { state: 'never', digest }
  const { digest: trusted, since, canonical: before } = record
  return trusted === digest
    ? { state: 'trusted', digest, since }
    : { state: 'changed', digest, trusted, since, before }
}

/** Only a manifest that came with a repository needs a word from the user. */
export function isTrusted({ state }: TrustState): boolean {
  return state === 'trusted' || state === 'shipped' || state === 'own'
}
