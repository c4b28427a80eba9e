import { type CanonicalLayer, formatCanonicalManifest, type Manifest } from '../../core/manifest/index.ts'
import type { Clock, Hash, Project, TrustState, TrustStore } from '../../ports/index.ts'

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
  readonly book: TrustStore
  realRoot(project: Project): string
  readManifestOrigin(project: Project): Promise<ManifestOrigin>
}

export async function checkTrust(deps: TrustDeps, project: Project): Promise<TrustState> {
  return computeTrustState(deps, await deps.readManifestOrigin(project))
}

/** Trust holds for one content at one real path, because the user reviewed exactly that. */
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

/** Only a manifest that comes with a repository needs the user's approval. */
export function isTrusted({ state }: TrustState): boolean {
  return state === 'trusted' || state === 'shipped' || state === 'own'
}
