import { type CanonicalLayer, formatCanonicalManifest, type Manifest } from '../../core/manifest/index.ts'
import type { Clock, Hash, Project, TrustBook, TrustState } from '../../ports/index.ts'

/** A manifest, and where it comes from. */
export interface ManifestOrigin {
  /** `own`: the user named a file outside of the project. */
  readonly whose: 'project' | 'shipped' | 'own'
  /** Real path of the project. */
  readonly root: string
  readonly manifest: Manifest
  readonly layers: readonly CanonicalLayer[]
}

export interface TrustDeps {
  readonly hash: Hash
  readonly clock: Clock
  readonly book: TrustBook
  realRoot(project: Project): string
  standing(project: Project): Promise<ManifestOrigin>
}

/** Whether what the manifest of a project allows counts. */
export async function checkTrust(tools: TrustDeps, project: Project): Promise<TrustState> {
  return computeTrustState(tools, await tools.standing(project))
}

/** By content and real path: the same bytes elsewhere, and other bytes here, are not what somebody looked at. */
export function computeTrustState(
  { hash, book }: TrustDeps,
  { whose, root, layers }: ManifestOrigin,
): TrustState {
  const digest = hash(formatCanonicalManifest(layers))
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
