const digit = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const alnum = upper + lower + digit

/** The character sets that formats are written in, by name. */
export const characterSets = {
  digit,
  hex: `${digit}abcdef`,
  HEX: `${digit}ABCDEF`,
  xdigit: `${digit}abcdefABCDEF`,
  lower,
  upper,
  'lower-alnum': lower + digit,
  'upper-alnum': upper + digit,
  alnum,
  word: `${alnum}_`,
  dashed: `${alnum}-`,
  base64url: `${alnum}_-`,
  base64: `${alnum}+/=`,
  base32: `${upper}234567`,
  base58: 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789',
  token: `${alnum}_-.=`,
  tilde: `${alnum}.~_-`,
} as const

export type CharacterSetName = keyof typeof characterSets

/** A lookup by character code: 1 for each of the characters. An array answers faster than a string. */
export function buildCharacterSet(characters: string): Uint8Array {
  const set = new Uint8Array(128)
  for (let at = 0; at < characters.length; at++) set[characters.charCodeAt(at)] = 1
  return set
}

/** Finds the end of the run that begins at `from`. */
export function findRunEnd(text: string, from: number, set: Uint8Array, stop = text.length): number {
  let end = from
  while (end < stop && set[text.charCodeAt(end)] === 1) end++
  return end
}
