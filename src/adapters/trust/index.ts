// Keeps what the user has said about manifests, in the user's own configuration. Nothing that a repository holds is ever read here.
export { openTrustBook } from './book.ts'
export { getTrustDirectory } from './directory.ts'
