import { Refusal } from '../../core/values/index.ts'

/** A text as it lies in a store. */
export interface Packed {
  readonly codec: 'raw' | 'zlib'
  /** Bytes before packing. */
  readonly size: number
  readonly data: Uint8Array
}

/** Below this, packing saves nothing worth its time. */
export const smallest = 256
/** Above this, packing takes so long that it is not left for later. */
const loosest = 256 * 1024
/** A stranger may have written the row: a few bytes must not become all of the memory. */
const largest = 64 * 1024 * 1024

// Loading it takes longer than appending.
const zlib = () => process.getBuiltinModule('node:zlib')

export function pack(content: string, loose = false): Packed {
  const raw = Buffer.from(content)
  // What could never be read back must not look as if it were kept.
  if (raw.length > largest)
    throw new Refusal('import-invalid', `a text of ${raw.length} bytes is larger than ${largest}`)
  if (raw.length <= (loose ? loosest : smallest)) return { codec: 'raw', size: raw.length, data: raw }
  return { codec: 'zlib', size: raw.length, data: deflated(raw) }
}

export function deflated(raw: Uint8Array): Uint8Array {
  return zlib().deflateSync(raw)
}

/** What cannot be unpacked comes back as it lies there; it will not match its digest. */
export function unpack(codec: unknown, data: unknown): string {
  if (!(data instanceof Uint8Array)) return String(data)
  if (codec !== 'zlib') return text(data)
  try {
    return text(zlib().inflateSync(data, { maxOutputLength: largest }))
  } catch {
    return text(data)
  }
}

const text = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
