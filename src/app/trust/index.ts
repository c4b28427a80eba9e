// Decides whether the user trusts a manifest: review, revoke, copy to a worktree.

export { lendTrust, revokeLentTrust } from './lend-trust.ts'
export {
  listTrustedProjects,
  reviewTrust,
  revokeTrust,
  type TrustedProjects,
  type TrustResult,
  type TrustReview,
  type TrustRevoked,
  trustOutput,
} from './review-trust.ts'
export { isTrusted, type TrustDeps } from './trust-state.ts'
