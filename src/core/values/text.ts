/** `1 file`, `2 files`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function formatList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** Texts of the form `kind:rest`, no more than so many of each kind; how many more there are comes last. */
export function fewOfAKind(texts: readonly string[], most: number): string[] {
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

/** What went wrong, in words; anything can be thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** How much of a channel a text takes, which counts in its own unit. */
export function measureLength({ unit }: { readonly unit: 'utf-16' | 'bytes' }, text: string): number {
  return unit === 'bytes' ? utf8Length(text) : text.length
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

// A hook lives for one look at each text, and V8 compiles a regular expression at its first use, and once more at its second: to look at
// the letters of a short text takes less. So what every hook asks is asked here without one.

/** Printable, and nothing beyond ASCII. What is so does without the tables of Unicode, which take longer to read than most texts. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit > 0x7e) return false
  }
  return true
}

export const digits = '0123456789'
export const lowerHex = `${digits}abcdef`
export const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text has no other characters than these, and between so many of them. For short texts. */
export function consistsOf(text: string, allowed: string, least: number, most: number): boolean {
  if (text.length < least || text.length > most) return false
  for (let i = 0; i < text.length; i++) if (!allowed.includes(text.charAt(i))) return false
  return true
}

/** Whether a text is written like a form, in which each `0` stands for one of these characters and everything else for itself. */
export function matchesForm(text: string, form: string, allowed: string): boolean {
  if (text.length !== form.length) return false
  for (let i = 0; i < form.length; i++) {
    const [is, asked] = [text.charAt(i), form.charAt(i)]
    if (asked === '0' ? !allowed.includes(is) : is !== asked) return false
  }
  return true
}
