// Apart from the parser, which is what this saves.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Manifest } from '../../core/manifest/index.ts'
import type { ManifestSource } from '../../ports/index.ts'
import { readManifestBytes } from './manifest-bytes.ts'

/** A preset as the build has checked it, with the digest of the file that it was read from. Beside it lies a copy of that file. */
export interface CheckedPreset {
  readonly digest: string
  readonly manifest: Manifest
}

/** The checked form of a preset's own file; null where there is none, or the file is another now. */
export function shippedManifest(
  file: string,
  { presets, checked }: { readonly presets: string; readonly checked: string },
): ManifestSource | null {
  const directory = dirname(file)
  if (dirname(directory) !== presets) return null
  const kept = join(checked, basename(directory))
  try {
    // Compared byte for byte, which takes a hundredth of the time of a digest.
    if (!readManifestBytes(file).equals(readFileSync(`${kept}.yaml`))) return null
    const { digest, manifest }: CheckedPreset = JSON.parse(readFileSync(`${kept}.json`, 'utf8'))
    return { manifest, chain: [{ file, digest }], layers: [{ file, data: manifest, shipped: true }] }
  } catch {
    // Read as any other then, which says what is wrong with it.
    return null
  }
}
