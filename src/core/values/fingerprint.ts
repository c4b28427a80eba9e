/** FNV-1a twice, with two beginnings, in 16 hex digits. Only names things, so it need not resist anybody, and needs no module. */
export function fingerprint(text: string): string {
  return half(text, 0x811c9dc5) + half(text, 0x050c5d1f)
}

/** Of 32 bits, which are ordinary numbers: those of 64 are slow, and this runs at every hook. */
function half(text: string, beginning: number): string {
  let state = beginning
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return (state >>> 0).toString(16).padStart(8, '0')
}
