import type { Item } from './corpus.ts'
import type { Answer } from './engine.ts'

/** The share of a value's characters that must be removed for the value to count as removed. */
export const enough = 0.9

export interface Piece {
  readonly start: number
  readonly end: number
}

/** Every value of the item is removed. An item without values counts if any part of it was replaced. */
export function isRedacted({ text, secrets }: Pick<Item, 'text' | 'secrets'>, answer: Answer): boolean {
  if (secrets.length === 0) return answer.hits.length > 0
  return secrets.every((secret) => shareRemoved(secret, text, answer) >= enough)
}

const nameAndOperator = /^[A-Za-z_][\w.-]*["']?\s*(?::=|[:=])\s*["']?(?=[^\s=])/

/** Also accepts that the name before a value stays, if the listed value includes the name. */
export function isRedactedButName(item: Pick<Item, 'text' | 'secrets'>, answer: Answer): boolean {
  const secrets = item.secrets.map((secret) => secret.replace(nameAndOperator, ''))
  return isRedacted({ text: item.text, secrets }, answer)
}

/**
 * The least covered occurrence decides. A value that the text has only in another spelling (escaped, wrapped)
 * has no offsets: its longest part that the output still has counts as left.
 */
export function shareRemoved(secret: string, text: string, { text: output, hits }: Answer): number {
  if (secret === '') return 1
  let at = text.indexOf(secret)
  if (at === -1) return 1 - longestShared(secret, output) / secret.length
  let least = 1
  for (; at !== -1; at = text.indexOf(secret, at + secret.length)) {
    least = Math.min(least, shareCovered([{ start: at, end: at + secret.length }], hits))
  }
  return least
}

/** Covered share of the characters of these pieces, in offsets of the input. */
export function shareCovered(pieces: readonly Piece[], hits: Answer['hits']): number {
  const whole = pieces.reduce((sum, { start, end }) => sum + end - start, 0)
  const gone = pieces
    .flatMap((piece) => hits.map((hit) => overlap(piece, hit)))
    .reduce((sum, count) => sum + count, 0)
  return gone / whole
}

function overlap(a: Piece, b: Piece): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
}

/** Length of the longest part of `value` that is in `text`. */
function longestShared(value: string, text: string): number {
  let longest = 0
  for (let start = 0; start + longest < value.length; start++) {
    while (start + longest < value.length && text.includes(value.slice(start, start + longest + 1))) longest++
  }
  return longest
}
