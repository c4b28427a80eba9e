/** A part of a text: characters of the token, or characters around it. */
type Part = string | { readonly token: string }

interface Place {
  readonly start: number
  readonly end: number
}

/** A text with a token, and the positions of the token's characters. */
export interface Disguised {
  readonly text: string
  readonly places: readonly Place[]
}

export interface Disguise {
  readonly name: string
  readonly atLeast: number
  readonly wear: (token: string) => Disguised
  /** The same without a name like "secret" around it. */
  readonly bare?: (token: string) => Disguised
}

type Mask = (token: string) => Part[]

const plain: Mask = (token) => [{ token }]
const inside =
  (hidden: string): Mask =>
  (token) => {
    const middle = token.length >> 1
    return [{ token: token.slice(0, middle) }, hidden, { token: token.slice(middle) }]
  }

const named = (mask: Mask) => (token: string) => disguised(['TOKEN=', ...mask(token), '\n'])
const sentence = (mask: Mask) => (token: string) =>
  disguised(['The build printed ', ...mask(token), ' and went on with the next step.\n'])

const both = (name: string, mask: Mask, atLeast = 95): Disguise => ({
  name,
  atLeast,
  wear: named(mask),
  bare: sentence(mask),
})
const only = (name: string, mask: Mask, atLeast = 95): Disguise => ({
  name,
  atLeast,
  wear: (token) => disguised(mask(token)),
})

export const disguises: readonly Disguise[] = [
  { name: 'plain TOKEN=x', atLeast: 95, wear: named(plain) },
  { name: 'bare in a sentence', atLeast: 95, wear: sentence(plain) },
  both('cut to 60 %', (token) => [{ token: token.slice(0, Math.ceil(token.length * 0.6)) }]),
  both('zero-width space inside', inside('\u200b')),
  both('tag character inside', inside('\u{e0041}')),
  both('ANSI reset inside', inside('\u001b[0m')),
  both('allow comment on the line', (token) => [{ token }, ' # gitleaks:allow']),
  both('Markdown bold', (token) => ['**', { token }, '**']),
  both('Markdown code', (token) => ['`', { token }, '`']),
  {
    name: 'Markdown table',
    atLeast: 95,
    wear: tableRow('TOKEN'),
    bare: tableRow('staging'),
  },
  { name: 'JSON-escaped', atLeast: 95, wear: escaped('token'), bare: escaped('line') },
  both('percent-encoded, signs only', (token) => [{ token: token.replace(/[^A-Za-z0-9]/g, percent) }]),
  both('percent-encoded, every character', (token) => [{ token: token.replace(/./g, percent) }]),
  only(
    'base64 of token=x',
    (token) => {
      const encoded = btoa(`token=${token}`)
      const padding = encoded.indexOf('=') === -1 ? '' : encoded.slice(encoded.indexOf('='))
      // Six bytes are eight characters, so the token has characters of its own.
      const own = encoded.slice(8, encoded.length - padding.length)
      return ['data: ', encoded.slice(0, 8), { token: own }, `${padding}\n`]
    },
    80,
  ),
  both('wrapped over two lines', inside('\n    '), 80),
  only('glued into letters', (token) => ['The build printed abc', { token }, 'xyz and went on.\n']),
]

function tableRow(first: string) {
  return (token: string) =>
    disguised([`| name | value | since |\n| --- | --- | --- |\n| ${first} | `, { token }, ' | 2026 |\n'])
}

function escaped(key: string) {
  return (token: string) => disguised([`{"body":"{\\"${key}\\":\\"`, { token }, '\\",\\"n\\":1}\\n"}\n'])
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function disguised(parts: readonly Part[]): Disguised {
  const places: Place[] = []
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
    } else {
      places.push({ start: text.length, end: text.length + part.token.length })
      text += part.token
    }
  }
  return { text, places }
}
