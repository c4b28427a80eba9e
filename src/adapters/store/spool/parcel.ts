import { type Blob, type EntryDraft, entryKinds, type Parcel } from '../../../core/receipt/index.ts'

const version = 1

export type ParcelReading =
  | { readonly parcel: Parcel }
  /** `stay`: not for this program to judge; the file is left where it is. */
  | { readonly fault: string; readonly stay: boolean }

/** A parcel that could not be read back is a bug, and must not look as if it were kept. */
export function formatParcel({ draft, blobs }: Parcel): string {
  const { uid, kind, at, body } = draft
  const contents = blobs.map((blob) => ({ digest: blob.digest, content: blob.content() }))
  const document = { foreword: 'parcel', version, draft: { uid, kind, at, body }, blobs: contents }
  const fault = faultIn(document)
  if (fault !== null) throw new TypeError(`not a parcel: ${fault}`)
  return JSON.stringify(document)
}

export function readParcel(bytes: Uint8Array): ParcelReading {
  const document = parse(bytes)
  if (document === undefined) return { fault: 'it is no JSON', stay: false }
  if (isNewer(document)) return { fault: 'it was made by a newer foreword', stay: true }
  const fault = faultIn(document)
  return fault === null ? { parcel: parcelOf(document as Written) } : { fault, stay: false }
}

interface Written {
  readonly draft: EntryDraft
  readonly blobs: readonly { readonly digest: string; readonly content: string }[]
}

function parcelOf({ draft, blobs }: Written): Parcel {
  const kept: Blob[] = blobs.map(({ digest, content }) => ({ digest, content: () => content }))
  return { draft, blobs: kept }
}

/** The parser's own message quotes the text, which is nobody's business. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function isNewer(document: unknown): boolean {
  const { foreword, version: its } = Object(document)
  return foreword === 'parcel' && typeof its === 'number' && its > version
}

// By hand: a hook runs this for every parcel it writes, and loading zod takes 25 ms.
function faultIn(document: unknown): string | null {
  if (!hasKeys(document, ['foreword', 'version', 'draft', 'blobs'])) return 'it is no parcel'
  if (document.foreword !== 'parcel' || document.version !== version) return 'it is no parcel'
  return faultInDraft(document.draft) ?? faultInBlobs(document.blobs)
}

function faultInDraft(draft: unknown): string | null {
  if (!hasKeys(draft, ['uid', 'kind', 'at', 'body'])) return 'its draft has other parts than a draft has'
  const { uid, kind, at, body } = draft
  if (!isLine(uid) || !isLine(at)) return 'its uid or time is no line of text'
  if (!entryKinds.some((known) => known === kind)) return 'its kind is not known'
  return typeof body === 'string' && !body.includes('\0') ? null : 'its body is no text'
}

function faultInBlobs(blobs: unknown): string | null {
  if (!Array.isArray(blobs)) return 'its blobs are no list'
  const whole = blobs.every(
    (blob) => hasKeys(blob, ['digest', 'content']) && isLine(blob.digest) && typeof blob.content === 'string',
  )
  return whole ? null : 'one of its blobs is no blob'
}

/** Exactly these, as its own: `__proto__` and the like are further keys. */
function hasKeys<K extends string>(value: unknown, keys: readonly K[]): value is Record<K, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}

/** The digest of an entry takes its parts line by line. */
function isLine(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/[\0-\x1f\x7f\u0085\u2028\u2029]/.test(value)
}
