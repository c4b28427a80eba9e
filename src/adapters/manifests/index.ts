// Parses YAML into a checked manifest.

export { loadManifest } from './load-manifest.ts'
