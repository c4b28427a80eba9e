// YAML → checked manifest.

export { loadManifest } from './load-manifest.ts'
