// The forms of a value in a text: plain, escaped in JSON, encoded in a URL, encoded in base64.

/** Lists the forms that can be searched for as they are. */
export function listPlainEncodings(value: string): string[] {
  // Most tokens look the same everywhere.
  if (/^[A-Za-z0-9_.-]*$/.test(value)) return [value]
  const escaped = listJsonForms(value)
  return [...new Set([value, ...escaped, ...escaped.map(escapeJson), ...listUrlForms(value)])]
}

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Serialisers differ: some escape slashes, some everything but ASCII, some the special characters of HTML. */
function listJsonForms(value: string): string[] {
  const plain = escapeJson(value)
  const ascii = escapeCharacters(plain, (code) => code >= 127)
  const html = escapeCharacters(plain, (code) => code === 38 || code === 60 || code === 62)
  const slashes = (text: string) => text.replaceAll('/', '\\/')
  const all = [plain, html, ...ascii, slashes(plain), ...ascii.map(slashes)].flat()
  return [...new Set(all)]
}

/** Escapes characters with lower-case digits, and with upper-case digits. */
function escapeCharacters(text: string, isEscaped: (code: number) => boolean): [string, string] {
  let lower = ''
  let upper = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const digits = isEscaped(code) ? code.toString(16).padStart(4, '0') : null
    lower += digits === null ? text[at] : `\\u${digits}`
    upper += digits === null ? text[at] : `\\u${digits.toUpperCase()}`
  }
  return [lower, upper]
}

const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
/** The characters that encoders leave as they are: encodeURIComponent, RFC 3986, form encoding, encoders that keep slashes, encodeURI. */
const keptInUrls = ["~!*'()", '~', '*', '', '~/', '/', "~!*'();/?:@&=+$,#"]

function listUrlForms(value: string): string[] {
  const bytes = encodeUtf8(value)
  const forms = keptInUrls.flatMap((more) => {
    const kept = unreserved + more
    return [percentEncode(bytes, kept, false), percentEncode(bytes, kept, true)]
  })
  return forms.flatMap((form) => [form, form.replaceAll('%20', '+')])
}

function percentEncode(bytes: readonly number[], kept: string, lower: boolean): string {
  let text = ''
  for (const byte of bytes) {
    const character = String.fromCharCode(byte)
    const digits = byte.toString(16).padStart(2, '0')
    text += kept.includes(character) ? character : `%${lower ? digits : digits.toUpperCase()}`
  }
  return text
}

/** The base64 of a shorter value is so short that it occurs by chance inside other base64 texts. */
const minInsideLength = 9

export interface Base64Encodings {
  /** Encodings of the value alone, with and without padding. They count only without base64 characters beside them. */
  readonly whole: readonly string[]
  /** Every base64 text that contains the value contains one of these: one for each alignment of the bytes. */
  readonly inside: readonly string[]
}

export function listBase64Encodings(value: string): Base64Encodings {
  const bytes = encodeUtf8(value)
  if (bytes.length >= minInsideLength) {
    return { whole: [], inside: [0, 1, 2].flatMap((before) => listAlphabets(encodeCore(bytes, before))) }
  }
  const bare = encodeBase64(bytes)
  const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
  return { whole: [...new Set([...listAlphabets(bare), ...listAlphabets(padded)])], inside: [] }
}

/** Returns the characters that encode bits of the value alone, if `before` bytes precede it. */
function encodeCore(bytes: readonly number[], before: number): string {
  const shifted = encodeBase64([...[0, 0].slice(0, before), ...bytes])
  const from = Math.ceil((before * 8) / 6)
  return shifted.slice(from, Math.floor(((before + bytes.length) * 8) / 6))
}

function listAlphabets(text: string): string[] {
  const forUrls = text.replaceAll('+', '-').replaceAll('/', '_')
  return text === forUrls ? [text] : [text, forUrls]
}

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function encodeBase64(bytes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    const bits = (a << 16) | (b << 8) | c
    for (let i = 0; i <= Math.min(3, bytes.length - at); i++) text += symbols[(bits >> (18 - 6 * i)) & 63]
  }
  return text
}

function encodeUtf8(text: string): number[] {
  const bytes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0)!
    // A lone surrogate has no encoding, so encoders write the replacement character.
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), makeTailByte(code))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), makeTailByte(code >> 6), makeTailByte(code))
    else
      bytes.push(0xf0 | (code >> 18), makeTailByte(code >> 12), makeTailByte(code >> 6), makeTailByte(code))
  }
  return bytes
}

const makeTailByte = (bits: number) => 0x80 | (bits & 0x3f)
