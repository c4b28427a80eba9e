import { randomInt, hash as sha } from 'node:crypto'
import type { Hash, Ids } from '../../ports/index.ts'

export const hash: Hash = (content) => `sha256:${sha('sha256', content)}`

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const ids: Ids = {
  random: (length) => Array.from({ length }, () => characters[randomInt(characters.length)]).join(''),
}
