// Generated files and the manifest's stamp on disk.

export { openKnowledgeFiles } from './knowledge-files.ts'
export { findOwnManifest } from './own-manifest.ts'
export { stampManifest } from './stamp.ts'
