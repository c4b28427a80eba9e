import { getErrorMessage, Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { reviewTrust } from './review-trust.ts'
import type { TrustDeps } from './trust-state.ts'

/**
 * Approves a manifest that foreword has just written at the user's request. Returns null, or why the user must still review it: the
 * manifest extends a file that was there before, or the approval cannot be stored.
 */
export async function approveWrittenManifest(deps: TrustDeps, project: Project): Promise<string | null> {
  try {
    const { layers } = await deps.readManifestOrigin(project)
    if (layers.filter(({ data }) => data !== null).length > 1)
      return 'It extends another manifest of the repository, which is not trusted yet.'
    const review = await reviewTrust(deps, project)
    if (review.result.state === 'never' || review.result.state === 'changed') review.agree()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return getErrorMessage(error)
  }
}
