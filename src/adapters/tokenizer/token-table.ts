import { readFileSync } from 'node:fs'
import {
  ENTRY_HEAD,
  hashBytes,
  KIND_INDEX_LENGTH,
  OFFSET_BITS,
  OFFSET_MASK,
  tableHeaderBytes,
  tableHeaderMagic,
} from './table-header.ts'

export interface TokenTable {
  readonly slots: Uint32Array
  readonly entries: Uint8Array
  readonly kindIndex: Uint8Array
  readonly kindBlocks: Uint8Array
}

/** Reads the file once and creates four views. It does no work per token, so a cold process only pays for the file. */
export function openTokenTable(file: string): TokenTable {
  const { buffer, byteOffset, byteLength } = readFileSync(file)
  const [magic, slotCount, blockCount, entryBytes] = new Uint32Array(buffer, byteOffset, tableHeaderBytes / 4)
  const index = tableHeaderBytes + slotCount! * 4
  const blocks = index + KIND_INDEX_LENGTH
  const entries = blocks + blockCount! * 256
  if (magic !== tableHeaderMagic || entries + entryBytes! !== byteLength)
    throw new Error(`not a token table: ${file}`)
  return {
    slots: new Uint32Array(buffer, byteOffset + tableHeaderBytes, slotCount),
    entries: new Uint8Array(buffer, byteOffset + entries, entryBytes),
    kindIndex: new Uint8Array(buffer, byteOffset + index, KIND_INDEX_LENGTH),
    kindBlocks: new Uint8Array(buffer, byteOffset + blocks, blockCount! * 256),
  }
}

/** Returns the rank of the token that consists of exactly these bytes, or -1. */
export function findRank(table: TokenTable, bytes: Uint8Array, from: number, to: number): number {
  const { slots, entries } = table
  if (to - from > 255) return -1
  const hash = hashBytes(bytes, from, to)
  const mask = slots.length - 1
  for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
    const slot = slots[at]!
    if (slot >>> OFFSET_BITS !== hash >>> OFFSET_BITS) continue
    const entry = slot & OFFSET_MASK
    if (isToken(entries, entry, bytes, from, to)) {
      return entries[entry + 1]! | (entries[entry + 2]! << 8) | (entries[entry + 3]! << 16)
    }
  }
  return -1
}

function isToken(entries: Uint8Array, entry: number, bytes: Uint8Array, from: number, to: number): boolean {
  if (entries[entry] !== to - from) return false
  for (let at = from, other = entry + ENTRY_HEAD; at < to; at++, other++) {
    if (bytes[at] !== entries[other]) return false
  }
  return true
}
