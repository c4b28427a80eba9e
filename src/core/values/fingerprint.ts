/** FNV-1a with two seeds, as 16 hex digits. It only names things, so it need not resist attacks and needs no crypto module. */
export function computeFingerprint(text: string): string {
  // Two hashes of 32 bits, because BigInt is slow. One loop, because every hook runs it before V8 has optimized anything.
  let first = 0x811c9dc5
  let second = 0x050c5d1f
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x01000193)
  }
  return hex(first) + hex(second)
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}
