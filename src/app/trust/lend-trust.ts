import { formatCanonicalManifest } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import { checkTrust, type TrustDeps } from './trust-state.ts'

/** Each throws a refusal if the project does not exist. */
interface Places {
  readonly project: () => Project
  readonly worktree: () => Project
}

/**
 * Trusts the manifest of a worktree if it equals the trusted manifest of its project. Trust is given per directory, so a worktree
 * has none of its own. Refusals are ignored, because a faulty manifest must not keep an agent from starting.
 */
export async function lendTrust(deps: TrustDeps, { project, worktree }: Places): Promise<void> {
  try {
    const own = await checkTrust(deps, project())
    if (own.state !== 'trusted') return
    const { whose, root, layers } = await deps.readManifestOrigin(worktree())
    const canonical = formatCanonicalManifest(layers)
    if (whose !== 'project' || deps.hash(canonical) !== own.digest) return
    deps.book.put({ root, digest: own.digest, since: own.since, canonical: makeTextRedactor()(canonical) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Revokes trust for worktrees that are deleted or about to be. A failure does no harm, because a deleted worktree has no manifest. */
export function revokeLentTrust({ book }: TrustDeps, isSelected: (root: string) => boolean): void {
  for (const { root } of book.list()) {
    if (!isSelected(root)) continue
    try {
      book.remove(root)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}
