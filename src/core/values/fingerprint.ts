/** FNV-1a twice, with two beginnings, in 16 hex digits. Only names things, so it need not resist anybody, and needs no module. */
export function computeFingerprint(text: string): string {
  // Of 32 bits, which are ordinary numbers: those of 64 are slow. In one loop, because it runs at every hook, where nothing is optimized yet.
  let one = 0x811c9dc5
  let two = 0x050c5d1f
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    one = Math.imul(one ^ unit, 0x01000193)
    two = Math.imul(two ^ unit, 0x01000193)
  }
  return hex(one) + hex(two)
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}
