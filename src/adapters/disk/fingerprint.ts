const offset = 0xcbf29ce484222325n
const prime = 0x100000001b3n

/** FNV-1a, 64 bits in hex. Only names things, so it need not resist anybody, and must not load Node's crypto. */
export function fingerprint(text: string): string {
  let state = offset
  for (const byte of Buffer.from(text)) state = BigInt.asUintN(64, (state ^ BigInt(byte)) * prime)
  return state.toString(16).padStart(16, '0')
}
