/** FNV-1a twice, with two beginnings, in hex. Only names things, so it need not resist anybody, and must not load Node's crypto. */
export function fingerprint(text: string): string {
  const bytes = Buffer.from(text)
  return half(bytes, 0x811c9dc5) + half(bytes, 0x050c5d1f)
}

/** Of 32 bits, which are ordinary numbers: those of 64 are slow, and this runs at every hook. */
function half(bytes: Uint8Array, beginning: number): string {
  let state = beginning
  for (let i = 0; i < bytes.length; i++) state = Math.imul(state ^ bytes[i]!, 0x01000193)
  return (state >>> 0).toString(16).padStart(8, '0')
}
