import type { Hash, Ids } from '../../ports/index.ts'

/** Loaded at the first use, because loading it takes a tenth of the time of a hook. A hook that sends nothing computes no digest. */
const loadCrypto = () => process.getBuiltinModule('node:crypto')

export const hash: Hash = (content) => `sha256:${loadCrypto().hash('sha256', content)}`

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const ids: Ids = {
  random: (length) =>
    Array.from({ length }, () => characters[loadCrypto().randomInt(characters.length)]).join(''),
}
