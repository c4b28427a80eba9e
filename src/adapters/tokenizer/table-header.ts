// The rank table on disk, shared by its writer (scripts/build-token-table.ts) and its reader. Little-endian:
//   header   4 × u32   MAGIC, number of slots, number of kind blocks, bytes of entries
//   slots    u32 each  open addressing; 0 is empty, else fingerprint (10 bits) and entry offset (22 bits)
//   index    u8 each   block of kinds for each 256 code points
//   blocks   256 × u8  one kind per code point; the first block is that of ASCII
//   entries            length u8, rank u24, then the bytes of the token; offset 0 is never used

/** A big-endian machine reads another number, and so does a reader of any other file. */
export const tableHeaderMagic = 0x31_6b_32_6f
export const tableHeaderBytes = 16
export const KIND_INDEX_LENGTH = 0x11_00_00 >> 8
export const OFFSET_BITS = 22
export const OFFSET_MASK = (1 << OFFSET_BITS) - 1
export const ENTRY_HEAD = 4

/** Properties of a code point that the split needs, as flags. A combining mark is both cases but not of a word. */
export const UPPER = 1
export const LOWER = 2
export const WORD = 4
export const NUMBER = 8
export const SPACE = 16
export const NEWLINE = 32

/** FNV-1a with a final mix, so that the low bits (slot) and the high bits (fingerprint) are both well distributed. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
