/** `1 file`, `2 files`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`
}

export function toList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** Keeps at most `most` texts of each kind, where a text is `kind:rest`. Appends the number of dropped texts of each kind. */
export function limitPerKind(texts: readonly string[], most: number): string[] {
  const counts = new Map<string, number>()
  const few = texts.filter((text) => {
    const kind = text.split(':', 1)[0]!
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= most
  })
  const more = [...counts].filter(([, count]) => count > most)
  return [...few, ...more.map(([kind, count]) => `more_warnings:${kind}:${count - most}`)]
}

/** Accepts any thrown value, because JavaScript can throw any value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Measures a text in the unit of a channel. */
export function measureTextLength({ unit }: { readonly unit: 'utf-16' | 'bytes' }, text: string): number {
  return unit === 'bytes' ? countUtf8Bytes(text) : text.length
}

/** Hand-written because the compiler keeps Buffer and TextEncoder out of src/core. */
export function countUtf8Bytes(text: string): number {
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

// V8 compiles a regular expression at its first use and again at its second. A hook reads each text once, so a loop over a short text
// is faster. The functions below run in every hook and use no regular expressions.

/** Whether all characters are printable ASCII. Callers then skip the Unicode tables, which take longer to load than most texts. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit > 0x7e) return false
  }
  return true
}

export const decimalDigits = '0123456789'
export const lowerHexDigits = `${decimalDigits}abcdef`
export const asciiLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text has only `allowed` characters, and from `least` to `most` of them. For short texts. */
export function hasOnlyCharacters(text: string, allowed: string, least: number, most: number): boolean {
  if (text.length < least || text.length > most) return false
  for (let i = 0; i < text.length; i++) if (!allowed.includes(text.charAt(i))) return false
  return true
}

/** Whether a text matches a form. Each `0` of the form matches one `allowed` character; every other character matches itself. */
export function matchesForm(text: string, form: string, allowed: string): boolean {
  if (text.length !== form.length) return false
  for (let i = 0; i < form.length; i++) {
    const [actual, expected] = [text.charAt(i), form.charAt(i)]
    if (expected === '0' ? !allowed.includes(actual) : actual !== expected) return false
  }
  return true
}
