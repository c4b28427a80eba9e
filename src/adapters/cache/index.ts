// The cache: one implementation on disk, one in memory, and the one place that decides whether a file is unchanged.
export { openCache } from './disk-cache.ts'
export { openFileVersions } from './file-versions.ts'
export { openMemoryCache, readOncePerTurn } from './memory-cache.ts'
