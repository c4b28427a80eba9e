// Caches of compiled plans, packets and counts; versions of files; digests.

export { hash, ids } from './digest.ts'
export { openCache } from './disk-cache.ts'
export { openFileVersions } from './file-versions.ts'
export { openMemoryCache, readOncePerTurn } from './memory-cache.ts'
