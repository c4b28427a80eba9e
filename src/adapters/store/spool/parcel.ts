import { type Blob, type EntryDraft, entryKinds, type Parcel } from '../../../core/receipt/index.ts'

const version = 1

export type ParcelReading =
  | { readonly parcel: Parcel }
  /** `stay`: this program cannot judge the file, so it stays. */
  | { readonly fault: string; readonly stay: boolean }

/** Throws for a parcel that could not be read back: that is a bug, and the parcel must not seem to be stored. */
export function formatParcel({ draft, blobs }: Parcel): string {
  const { uid, kind, at, body } = draft
  const contents = blobs.map((blob) => ({ digest: blob.digest, content: blob.content() }))
  const document = { foreword: 'parcel', version, draft: { uid, kind, at, body }, blobs: contents }
  const fault = findFault(document)
  if (fault !== null) throw new TypeError(`not a parcel: ${fault}`)
  return JSON.stringify(document)
}

export function readParcel(bytes: Uint8Array): ParcelReading {
  const document = parseDocument(bytes)
  if (document === undefined) return { fault: 'it is not JSON', stay: false }
  if (isNewer(document)) return { fault: 'a newer version of foreword wrote it', stay: true }
  const fault = findFault(document)
  return fault === null ? { parcel: makeParcel(document as ParcelDocument) } : { fault, stay: false }
}

interface ParcelDocument {
  readonly draft: EntryDraft
  readonly blobs: readonly { readonly digest: string; readonly content: string }[]
}

function makeParcel({ draft, blobs }: ParcelDocument): Parcel {
  const lazyBlobs: Blob[] = blobs.map(({ digest, content }) => ({ digest, content: () => content }))
  return { draft, blobs: lazyBlobs }
}

/** The parser's own message would quote the text. */
function parseDocument(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function isNewer(document: unknown): boolean {
  const { foreword, version: documentVersion } = Object(document)
  return foreword === 'parcel' && typeof documentVersion === 'number' && documentVersion > version
}

// Checked without zod, because a hook runs this for every parcel it writes, and loading zod takes 25 ms.
function findFault(document: unknown): string | null {
  if (!hasKeys(document, ['foreword', 'version', 'draft', 'blobs'])) return 'it is not a parcel'
  if (document.foreword !== 'parcel' || document.version !== version) return 'it is not a parcel'
  return findDraftFault(document.draft) ?? findBlobFault(document.blobs)
}

function findDraftFault(draft: unknown): string | null {
  if (!hasKeys(draft, ['uid', 'kind', 'at', 'body']))
    return 'its draft does not have exactly the keys uid, kind, at and body'
  const { uid, kind, at, body } = draft
  if (!isLine(uid) || !isLine(at)) return 'its uid or time is not a line of text'
  if (!entryKinds.some((known) => known === kind)) return 'its kind is unknown'
  return typeof body === 'string' && !body.includes('\0') ? null : 'its body is not text'
}

function findBlobFault(blobs: unknown): string | null {
  if (!Array.isArray(blobs)) return 'its blobs are not a list'
  const areBlobs = blobs.every(
    (blob) => hasKeys(blob, ['digest', 'content']) && isLine(blob.digest) && typeof blob.content === 'string',
  )
  return areBlobs ? null : 'one of its blobs is not a blob'
}

/** Requires exactly these own keys: `__proto__` and the like count as additional keys. */
function hasKeys<K extends string>(value: unknown, keys: readonly K[]): value is Record<K, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}

/** The digest of an entry is computed over lines, so a part must not contain a line break. */
function isLine(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/[\0-\x1f\x7f\u0085\u2028\u2029]/.test(value)
}
