import { formatCanonicalManifest } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import { checkTrust, type TrustDeps } from './trust-state.ts'

/** Each throws a refusal where there is none. */
interface Places {
  readonly project: () => Project
  readonly worktree: () => Project
}

/**
 * A worktree of a project is another place, where nobody has looked at the manifest. Where it is the one that was trusted,
 * word for word, it counts there too, until that is taken back. What is wrong with a manifest is no reason to start no agent.
 */
export async function lendTrust(tools: TrustDeps, { project, worktree }: Places): Promise<void> {
  try {
    const own = await checkTrust(tools, project())
    if (own.state !== 'trusted') return
    const { whose, root, layers } = await tools.standing(worktree())
    const canonical = formatCanonicalManifest(layers)
    if (whose !== 'project' || tools.hash(canonical) !== own.digest) return
    tools.book.put({ root, digest: own.digest, since: own.since, canonical: makeTextRedactor()(canonical) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Of all places that are meant: they are gone, or will be. What cannot be taken back there is of no use to anybody. */
export function revokeLentTrust({ book }: TrustDeps, isMeant: (root: string) => boolean): void {
  for (const { root } of book.list()) {
    if (!isMeant(root)) continue
    try {
      book.remove(root)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}
