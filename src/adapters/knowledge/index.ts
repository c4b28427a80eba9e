// Generated files and the manifest's stamp on disk.

export { openKnowledge } from './knowledge-files.ts'
export { ownManifest } from './own-manifest.ts'
export { stampManifest } from './stamp.ts'
