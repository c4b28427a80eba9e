import { Refusal } from '../../../core/values/index.ts'

/** A text as the store keeps it. */
export interface EncodedBlob {
  readonly codec: 'raw' | 'zlib'
  /** Bytes before compression. */
  readonly size: number
  readonly data: Uint8Array
}

/** Shorter texts are not compressed: the gain is too small. */
export const minCompressedBytes = 256
/** Longer texts are compressed at once, even when compression is put off. */
const maxUncompressedBytes = 256 * 1024
/** Another program may have written the row: a few compressed bytes must not fill the memory. */
const maxBlobBytes = 64 * 1024 * 1024

// Loaded on first use, because loading zlib takes longer than appending an entry.
const zlib = () => process.getBuiltinModule('node:zlib')

export function encodeBlob(content: string, uncompressed = false): EncodedBlob {
  const raw = Buffer.from(content)
  // A longer text could never be read back.
  if (raw.length > maxBlobBytes)
    throw new Refusal('import-invalid', `a text of ${raw.length} bytes is larger than ${maxBlobBytes}`)
  if (raw.length <= (uncompressed ? maxUncompressedBytes : minCompressedBytes))
    return { codec: 'raw', size: raw.length, data: raw }
  return { codec: 'zlib', size: raw.length, data: deflateBytes(raw) }
}

export function deflateBytes(raw: Uint8Array): Uint8Array {
  return zlib().deflateSync(raw)
}

/** Data that cannot be decompressed is returned as it is. It then does not match its digest. */
export function decodeBlob(codec: unknown, data: unknown): string {
  if (!(data instanceof Uint8Array)) return String(data)
  if (codec !== 'zlib') return decodeText(data)
  try {
    return decodeText(zlib().inflateSync(data, { maxOutputLength: maxBlobBytes }))
  } catch {
    return decodeText(data)
  }
}

const decodeText = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
