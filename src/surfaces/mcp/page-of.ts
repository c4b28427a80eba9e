import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { computeFingerprint } from '../../core/values/index.ts'

/** Thousands of documents in few messages, each of which a client takes in one piece. */
const pageSize = 500

/** One page of what is sorted by its keys. A cursor names the last key that was told, so what comes or goes meanwhile moves nothing. */
export function makePage<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  cursor: string | undefined,
): { readonly items: readonly T[]; readonly next: string | null } {
  const after = cursor === undefined ? null : keyIn(cursor)
  const left = after === null ? all : all.filter((one) => keyOf(one) > after)
  const items = left.slice(0, pageSize)
  const last = items.at(-1)
  return { items, next: last === undefined || left.length === items.length ? null : cursorAt(keyOf(last)) }
}

/** Whoever makes one up is told so: it says of itself whether it was given out here. */
function cursorAt(key: string): string {
  return Buffer.from(`${computeFingerprint(key)} ${key}`).toString('base64url')
}

function keyIn(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString().replace(/^\S* /, '')
  if (cursorAt(key) === cursor) return key
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is none that was given out here.', {
    cursor,
  })
}
