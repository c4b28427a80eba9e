/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** What went wrong, in words; anything can be thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The compiler keeps Buffer and TextEncoder out of this room. */
export function utf8Length(text: string): number {
  if (!/[\u0080-\uffff]/.test(text)) return text.length
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      i++
    } else bytes += 3
  }
  return bytes
}

/** Printable, and nothing beyond ASCII. What is so does without the tables of Unicode, which take longer to read than most texts. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
