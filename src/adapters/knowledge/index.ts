// Writes generated documents and the manifest's stamp in one step, inside of the project and through no link.

export { openKnowledge } from './files.ts'
export { ownManifest } from './own-manifest.ts'
export { stampManifest } from './stamp.ts'
