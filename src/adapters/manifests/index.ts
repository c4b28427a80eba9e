// Reads manifests from YAML files: follows `extends`, validates, and turns every fault into file, line, column, key and fix.
export type { LoadedManifest, ManifestFile } from './load.ts'
export { loadManifest } from './load.ts'
