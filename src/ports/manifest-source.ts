import type { Manifest } from '../core/manifest/index.ts'

/** A manifest with the digests of all its files. */
export interface ManifestSource {
  readonly manifest: Manifest
  /** The file itself, then the files that it extends. */
  readonly chain: readonly { readonly file: string; readonly digest: string }[]
  /** The parsed content of each file of `chain`, in the same order. */
  readonly layers: readonly ManifestLayer[]
}

export interface ManifestLayer {
  readonly file: string
  readonly data: unknown
  /** Whether the file ships with foreword. */
  readonly shipped: boolean
}
