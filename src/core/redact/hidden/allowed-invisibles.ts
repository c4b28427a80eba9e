import { findFlagEnd } from './flag-end.ts'

/**
 * Scripts whose letters change their form beside other letters. People who write them type joiners between letters,
 * at the end of a word, and between a Latin name and its ending. So one neighbour of such a script allows a joiner.
 */
const joiningScripts =
  'Adlm Arab Bali Beng Cakm Deva Gran Gujr Guru Java Khmr Knda Kthi Lana Mand Mlym Modi ' +
  'Mong Mtei Mymr Newa Nkoo Orya Phag Rohg Sinh Sund Sylo Syrc Taml Telu Tibt Tirh'

/** Invisible characters that have a legitimate use where they are. */
export interface AllowedInvisibles {
  /** Finds the end of the allowed text at `at`; `at` if there is none. `before`: the character before it once hidden text is gone. */
  findAllowedEnd(text: string, at: number, before: string): number
}

type MatchesCharacter = (character: string) => boolean

/** Compiles a pattern at its first use: the tables of Unicode take milliseconds, and few texts need them. */
function compileLate(source: string): MatchesCharacter {
  let pattern: RegExp | undefined
  return (character) => {
    pattern ??= new RegExp(`^${source}$`, 'u')
    return pattern.test(character)
  }
}

export function createAllowedInvisibles(): AllowedInvisibles {
  const isJoined = createJoinerCheck()
  const isDirected = createDirectionCheck()
  const isVariant = createVariantCheck()
  return {
    findAllowedEnd(text, at, before) {
      const code = text.codePointAt(at)!
      if (code >= 0xe0000 && code <= 0xe007f) return findFlagEnd(text, at, before)
      const isAllowed =
        code === 0x200c || code === 0x200d
          ? isJoined(text, at, before)
          : code === 0x200e || code === 0x200f || code === 0x061c
            ? isDirected(text, at, before)
            : isVariant(text, at, before)
      return isAllowed ? at + (code > 0xffff ? 2 : 1) : at
    },
  }
}

type Check = (text: string, at: number, before: string) => boolean

/** Only single joiners are allowed. The next character counts as it is, so a hidden one never allows a joiner. */
function createJoinerCheck(): Check {
  const scripts = joiningScripts.split(' ').map((script) => `\\p{scx=${script}}`)
  const joining = compileLate(String.raw`(?![\0-\u05ff\s\p{DI}])[${scripts.join('')}]`)
  const pictograph = compileLate(String.raw`\p{Extended_Pictographic}`)
  const joinable = compileLate(String.raw`[\ufe0f\p{Extended_Pictographic}\p{Emoji_Modifier}]`)
  return (text, at, before) => {
    const next = readCharacter(text, at + 1)
    if (joining(before)) return true
    if (before === '\u200c' || before === '\u200d') return false
    return joining(next) || (text[at] === '\u200d' && joinable(before) && pictograph(next))
  }
}

/** A single direction mark is allowed beside a letter that is written from right to left. */
function createDirectionCheck(): Check {
  const rightToLeft = compileLate(
    String.raw`(?=[\p{L}\p{M}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
  )
  const isMark = (character: string) => /^[\u200e\u200f\u061c]$/.test(character)
  return (text, at, before) =>
    rightToLeft(before) || (!isMark(before) && rightToLeft(readCharacter(text, at + 1)))
}

/** One variation selector is allowed after a character that has variants. A selector has none, so a second one is not. */
function createVariantCheck(): Check {
  const pictograph = compileLate(String.raw`\p{Extended_Pictographic}`)
  const han = compileLate(String.raw`\p{Script=Han}`)
  const standardised = compileLate(String.raw`[\p{Script=Han}\p{Script=Mymr}\u2190-\u22ff\u2a00-\u2aff]`)
  const mongolian = compileLate(String.raw`(?=\p{L})\p{Script=Mong}`)
  return (text, at, before) => {
    const code = text.codePointAt(at)!
    if (code === 0xfe0e || code === 0xfe0f)
      return pictograph(before) || (/^[0-9#*]$/.test(before) && text[at + 1] === '\u20e3')
    if (code >= 0xfe00 && code <= 0xfe02) return standardised(before)
    // An ideograph has at most about thirty registered variants. All 240 selectors would carry a byte each.
    if (code >= 0xe0100 && code <= 0xe012f) return han(before)
    if (code === 0x180e) return mongolian(before) || /^[\u180b-\u180d\u180f]$/.test(before)
    return code >= 0x180b && code <= 0x180f && mongolian(before)
  }
}

function readCharacter(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : ''
}
