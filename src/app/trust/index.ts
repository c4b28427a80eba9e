// Decides whether the user trusts a manifest: review, approve, revoke.

export { approveWrittenManifest } from './approve-written-manifest.ts'
export { listTrustedProjects, reviewTrust, revokeTrust, type TrustReview } from './review-trust.ts'
export { type TrustedProjects, type TrustResult, type TrustRevoked, trustOutput } from './trust-output.ts'
export { explainUntrusted, isTrusted, type TrustDeps, untrustedEffect } from './trust-state.ts'
