// Caches of compiled plans, packets and counts; versions of files; digests.

export { openDiskCache } from './disk-cache.ts'
export { openFileVersions } from './file-versions.ts'
export { hash, ids } from './hash.ts'
export { openMemoryCache, readOncePerTurn } from './memory-cache.ts'
