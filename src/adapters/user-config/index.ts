// The user's own configuration: named agents, enabled plugins, trusted manifests.

export { readPlugins } from './read-plugins.ts'
export { openTrustBook } from './trust-book.ts'
export { getTrustDirectory } from './trust-directory.ts'
