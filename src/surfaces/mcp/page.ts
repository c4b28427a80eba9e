import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

const pageSize = 100

/** A cursor is where the next page begins. */
export function pageOf<T>(
  all: readonly T[],
  cursor: string | undefined,
): { items: readonly T[]; next: string | null } {
  const start = cursor === undefined ? 0 : Number(cursor)
  if (cursor !== undefined && !(/^[1-9]\d{0,8}$/.test(cursor) && start < all.length)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is none that was given out here.', {
      cursor,
    })
  }
  const end = start + pageSize
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null }
}
