import { buildCharacterSet, characterSets } from '../character-sets.ts'
import type { Span } from '../span.ts'
import { endsNumber, isDigit, isWordCharacter } from './number-edges.ts'

const upper = buildCharacterSet(characterSets.upper)
const upperAlnum = buildCharacterSet(characterSets['upper-alnum'])

/** Country codes, each with the length of its account numbers. */
const lengths =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
  'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
  'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
  'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'

/** Finds international bank account numbers, in one piece or in groups of four as printed. */
export function findBankAccounts(text: string): Span[] {
  const spans: Span[] = []
  // The search starts at the third character: it is a digit, and digits are rarer than letters.
  for (let at = 2; at < text.length; at++) {
    if (!isDigit(text, at) || !isDigit(text, at + 1)) continue
    const start = at - 2
    if (!isUpper(text, start) || !isUpper(text, start + 1) || isWordCharacter(text, start - 1)) continue
    const end = findAccountEnd(text, start)
    if (end === start) continue
    spans.push({ start, end })
    at = end
  }
  return spans
}

function isUpper(text: string, at: number): boolean {
  return upper[text.charCodeAt(at)] === 1
}

/** Finds the end of the account number; its beginning if it is not an account number. */
function findAccountEnd(text: string, start: number): number {
  const country = lengths.indexOf(text.slice(start, start + 2))
  if (country === -1) return start
  const length = Number(lengths.slice(country + 2, country + 4))
  const grouped = text[start + 4] === ' '
  let number = ''
  let end = start
  while (number.length < length) {
    if (grouped && number.length > 0 && number.length % 4 === 0 && text[end++] !== ' ') return start
    if (upperAlnum[text.charCodeAt(end)] !== 1) return start
    number += text[end++]
  }
  return endsNumber(text, end) && hasCheckDigits(number) ? end : start
}

/** ISO 7064: letters become numbers from 10 on, the first four characters move to the end, and the remainder modulo 97 is 1. */
function hasCheckDigits(number: string): boolean {
  let rest = 0
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
