// Separate from the parser, because loading a shipped manifest must not load the parser.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Manifest } from '../../core/manifest/index.ts'
import type { ManifestSource } from '../../ports/index.ts'
import { readManifestBytes } from './manifest-bytes.ts'

/** A preset that the build has checked, with the digest of its file. A copy of that file is beside it. */
export interface CheckedPreset {
  readonly digest: string
  readonly manifest: Manifest
}

/** Returns the checked form of a preset's own file; null if the build has none, or if the file has changed. */
export function loadShippedManifest(
  file: string,
  { presets, checked }: { readonly presets: string; readonly checked: string },
): ManifestSource | null {
  const directory = dirname(file)
  if (dirname(directory) !== presets) return null
  const checkedPath = join(checked, basename(directory))
  try {
    // Comparing bytes takes a hundredth of the time of a digest.
    if (!readManifestBytes(file).equals(readFileSync(`${checkedPath}.yaml`))) return null
    const { digest, manifest }: CheckedPreset = JSON.parse(readFileSync(`${checkedPath}.json`, 'utf8'))
    return { manifest, chain: [{ file, digest }], layers: [{ file, data: manifest, shipped: true }] }
  } catch {
    // Load it like any other manifest, which reports the problem.
    return null
  }
}
