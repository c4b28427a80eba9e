// Reads manifests from YAML files: follows `extends`, validates, and turns every fault into file, line, column, key and fix.
export { loadManifest } from './load.ts'
