import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { computeFingerprint } from '../../core/values/index.ts'

/** Large enough for few messages, small enough for clients to accept one. */
const pageSize = 500

/** Returns one page of items sorted by key. A cursor holds the last key sent, so added or removed items do not shift the pages. */
export function makePage<T>(
  all: readonly T[],
  getKey: (item: T) => string,
  cursor: string | undefined,
): { readonly items: readonly T[]; readonly next: string | null } {
  const after = cursor === undefined ? null : parseCursor(cursor)
  const left = after === null ? all : all.filter((item) => getKey(item) > after)
  const items = left.slice(0, pageSize)
  const last = items.at(-1)
  return { items, next: last === undefined || left.length === items.length ? null : makeCursor(getKey(last)) }
}

/** The cursor contains a fingerprint, so that an invented cursor is detected. */
function makeCursor(key: string): string {
  return Buffer.from(`${computeFingerprint(key)} ${key}`).toString('base64url')
}

function parseCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString().replace(/^\S* /, '')
  if (makeCursor(key) === cursor) return key
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is invalid. Use one that this server returned.',
    {
      cursor,
    },
  )
}
