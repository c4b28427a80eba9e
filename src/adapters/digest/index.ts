// SHA-256 and chance without Node's crypto module where little is asked of them: loading it costs a fifth of a warm start.
import { closeSync, openSync, readSync } from 'node:fs'
import type { Hash, Ids } from '../../ports/index.ts'
import { mostBytes, sha256 } from './sha256.ts'

const crypto = () => process.getBuiltinModule('node:crypto')

/** Node without just-in-time compiling has no WebAssembly. */
let loaded = !('WebAssembly' in globalThis)

/** A process that hashes this often lives long enough for the module to pay. */
const manyOwn = 200
let own = 0

export const hash: Hash = (content) => {
  if (!loaded && content.length <= mostBytes && ++own < manyOwn) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    if (bytes.length <= mostBytes) return `sha256:${sha256(bytes)}`
  }
  loaded = true
  return `sha256:${crypto().hash('sha256', content)}`
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const ids: Ids = {
  random(length) {
    let text = ''
    while (text.length < length) {
      const byte = nextByte()
      // Bytes from 252 on would favour the first letters.
      if (byte < 252) text += letters[byte % letters.length]
    }
    return text
  },
}

/** To open the source costs more than to read from it. */
const atOnce = 256
let pool: Uint8Array = new Uint8Array()
let taken = 0

/** Each is given out once. */
function nextByte(): number {
  if (taken === pool.length) {
    pool = randomBytes(atOnce)
    taken = 0
  }
  return pool[taken++]!
}

/** From the kernel, by file where it offers one. */
function randomBytes(length: number): Uint8Array {
  try {
    const bytes = Buffer.alloc(length)
    const source = openSync('/dev/urandom', 'r')
    try {
      if (readSync(source, bytes) === length) return bytes
    } finally {
      closeSync(source)
    }
  } catch {
    // Not every system has that file.
  }
  return crypto().randomBytes(length)
}
