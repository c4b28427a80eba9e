// Writes the o200k_base ranks and the kinds of all code points as one binary table (src/adapters/tokenizer/table-header.ts).
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import {
  ENTRY_HEAD,
  hashBytes,
  KIND_INDEX_LENGTH,
  LOWER,
  NEWLINE,
  NUMBER,
  OFFSET_BITS,
  OFFSET_MASK,
  SPACE,
  tableHeaderBytes,
  tableHeaderMagic,
  UPPER,
  WORD,
} from '../src/adapters/tokenizer/table-header.ts'

/** Three fifths stay empty, so that a miss, the common case while merging, ends after one or two probes. */
const SLOTS = 1 << 19

/**
 * Letters, marks and numbers that Unicode 17 added. The reference encoder knows Unicode 16, where they are
 * unassigned. Leaving them unassigned gives the same counts, and the same table with every version of Node.
 */
const LATER = `
  88f c5c cdc 1acf-1add 1ae0-1aeb a7ce-a7cf a7d2 a7d4 a7f1 10940-10959 10ec5-10ec7 10efa-10efb 11b60-11b67
  11db0-11ddb 11de0-11de9 16ea0-16eb8 16ebb-16ed3 16ff2-16ff6 187f8-187ff 18d09-18d1e 18d80-18df2 1e6c0-1e6de
  1e6e0-1e6f5 1e6fe-1e6ff 2b73a-2b73f 2cea2-2cead 323b0-33479`
  .trim()
  .split(/\s+/)
  .map((range) => range.split('-').map((hex) => Number.parseInt(hex, 16)))

const KINDS: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, SPACE | NEWLINE],
  [/\p{White_Space}/u, SPACE],
  [/[\p{Lu}\p{Lt}]/u, UPPER | WORD],
  [/\p{Ll}/u, LOWER | WORD],
  [/[\p{Lm}\p{Lo}]/u, UPPER | LOWER | WORD],
  [/\p{M}/u, UPPER | LOWER],
  [/\p{N}/u, NUMBER | WORD],
]

export function buildTokenTable(outFile: string): void {
  const { slots, entries } = packTokens()
  const { index, blocks } = packKinds()
  const header = new Uint8Array(tableHeaderBytes)
  const view = new DataView(header.buffer)
  const fields = [tableHeaderMagic, SLOTS, blocks.length / 256, entries.length]
  for (const [at, field] of fields.entries()) view.setUint32(at * 4, field, true)
  mkdirSync(dirname(outFile), { recursive: true })
  writeFileSync(outFile, Buffer.concat([header, slots, index, blocks, entries]))
}

function packTokens(): { slots: Uint8Array; entries: Uint8Array } {
  const tokens = ranks.map((token) => Buffer.from(token as string))
  const size = tokens.reduce((sum, token) => sum + ENTRY_HEAD + token.length, 1)
  if (size > OFFSET_MASK) throw new Error(`the tokens take ${size} bytes, more than a slot can address`)
  const slots = new DataView(new ArrayBuffer(SLOTS * 4))
  const entries = Buffer.alloc(size)
  let offset = 1
  for (const [rank, token] of tokens.entries()) {
    entries.writeUInt8(token.length, offset)
    entries.writeUIntLE(rank, offset + 1, 3)
    entries.set(token, offset + ENTRY_HEAD)
    const hash = hashBytes(token, 0, token.length)
    let at = hash & (SLOTS - 1)
    while (slots.getUint32(at * 4, true) !== 0) at = (at + 1) & (SLOTS - 1)
    slots.setUint32(at * 4, ((hash >>> OFFSET_BITS) << OFFSET_BITS) | offset, true)
    offset += ENTRY_HEAD + token.length
  }
  return { slots: new Uint8Array(slots.buffer), entries }
}

function packKinds(): { index: Uint8Array; blocks: Uint8Array } {
  const index = new Uint8Array(KIND_INDEX_LENGTH)
  const seen = new Map<string, number>()
  for (const at of index.keys()) {
    const block = Uint8Array.from({ length: 256 }, (_, low) => classifyPoint(at * 256 + low))
    const key = block.join()
    if (!seen.has(key)) seen.set(key, seen.size)
    index[at] = seen.get(key)!
  }
  if (seen.size > 256) throw new Error(`${seen.size} blocks of kinds do not fit a byte`)
  return { index, blocks: Uint8Array.from([...seen.keys()].flatMap((key) => key.split(',').map(Number))) }
}

function classifyPoint(point: number): number {
  if (LATER.some(([first, last = first]) => point >= first! && point <= last!)) return 0
  const character = String.fromCodePoint(point)
  return KINDS.find(([pattern]) => pattern.test(character))?.[1] ?? 0
}

if (import.meta.main) buildTokenTable(join(import.meta.dirname, '..', 'dist', 'o200k.bin'))
