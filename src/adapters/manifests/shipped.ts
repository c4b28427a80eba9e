// Apart from the parser, which is what this saves.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Manifest } from '../../core/manifest/index.ts'
import type { Hash, ManifestSource } from '../../ports/index.ts'
import { readManifestBytes } from './bytes.ts'

/** A preset as the build has checked it, with the digest of the file that it was read from. */
export interface CheckedPreset {
  readonly digest: string
  readonly manifest: Manifest
}

/** The checked form of a preset's own file; null where there is none, or the file is another now. */
export function shippedManifest(
  file: string,
  { presets, checked, hash }: { readonly presets: string; readonly checked: string; readonly hash: Hash },
): ManifestSource | null {
  const directory = dirname(file)
  if (dirname(directory) !== presets) return null
  try {
    const preset: CheckedPreset = JSON.parse(
      readFileSync(join(checked, `${basename(directory)}.json`), 'utf8'),
    )
    const digest = hash(readManifestBytes(file))
    if (preset.digest !== digest) return null
    const { manifest } = preset
    return { manifest, chain: [{ file, digest }], layers: [{ file, data: manifest, shipped: true }] }
  } catch {
    // Read as any other then, which says what is wrong with it.
    return null
  }
}
