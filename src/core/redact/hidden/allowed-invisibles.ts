import { flagEnd } from './flag-end.ts'

/**
 * Scripts whose letters change their form beside their neighbours. People who write them type joiners: between letters,
 * at the end of a word, and between a Latin name and its ending. So one neighbour of such a script is enough.
 */
const joiningScripts = (
  'Adlm Arab Bali Beng Cakm Deva Gran Gujr Guru Java Khmr Knda Kthi Lana Mand Mlym Modi ' +
  'Mong Mtei Mymr Newa Nkoo Orya Phag Rohg Sinh Sund Sylo Syrc Taml Telu Tibt Tirh'
).split(' ')
const joiningScript = joiningScripts.map((script) => `\\p{scx=${script}}`).join('')
const joining = is(String.raw`(?![\0-\u05ff\s\p{DI}])[${joiningScript}]`)

const pictograph = is(String.raw`\p{Extended_Pictographic}`)
const joinable = is(String.raw`[\ufe0f\p{Extended_Pictographic}\p{Emoji_Modifier}]`)
const han = is(String.raw`\p{Script=Han}`)
const standardised = is(String.raw`[\p{Script=Han}\p{Script=Mymr}\u2190-\u22ff\u2a00-\u2aff]`)
const mongolian = is(String.raw`(?=\p{L})\p{Script=Mong}`)
const mongolianSelector = is(String.raw`[\u180b-\u180d\u180f]`)
const rightToLeft = is(
  String.raw`(?=[\p{L}\p{M}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`,
)
const mark = is(String.raw`[\u200e\u200f\u061c]`)

/** Whether a text is one such character. Made late: to read the tables of Unicode takes milliseconds, and few texts need them. */
function is(source: string): (text: string) => boolean {
  let pattern: RegExp | undefined
  return (text) => {
    pattern ??= new RegExp(`^${source}$`, 'u')
    return pattern.test(text)
  }
}

/** Where what must stay at `at` ends; `at` itself if nothing there must. `before` stands before it when all else is gone. */
export function stayEnd(text: string, at: number, before: string): number {
  const code = text.codePointAt(at)!
  if (code >= 0xe0000 && code <= 0xe007f) return flagEnd(text, at, before)
  return stays(text, at, before) ? at + (code > 0xffff ? 2 : 1) : at
}

function stays(text: string, at: number, before: string): boolean {
  const code = text.charCodeAt(at)
  if (code === 0x200c || code === 0x200d) return joins(text, at, before)
  if (code === 0x200e || code === 0x200f || code === 0x061c) return directs(text, at, before)
  return varies(text, at, before)
}

/** A mark of direction beside a letter that is written from right to left is ordinary there. Marks are single, too. */
function directs(text: string, at: number, before: string): boolean {
  return rightToLeft(before) || (!mark(before) && rightToLeft(characterAt(text, at + 1)))
}

/** Joiners are single: none stays after another. What comes next is looked at as it is, so nothing hidden counts. */
function joins(text: string, at: number, before: string): boolean {
  const next = characterAt(text, at + 1)
  if (joining(before)) return true
  if (before === '\u200c' || before === '\u200d') return false
  return joining(next) || (text[at] === '\u200d' && joinable(before) && pictograph(next))
}

/** One selector after a character that has variants. A second one has a selector before it, which has none. */
function varies(text: string, at: number, before: string): boolean {
  const code = text.codePointAt(at)!
  if (code === 0xfe0e || code === 0xfe0f)
    return pictograph(before) || (/^[0-9#*]$/.test(before) && text[at + 1] === '\u20e3')
  if (code >= 0xfe00 && code <= 0xfe02) return standardised(before)
  // No ideograph has more registered variants than about thirty: all 240 would carry a byte with each.
  if (code >= 0xe0100 && code <= 0xe012f) return han(before)
  if (code === 0x180e) return mongolian(before) || mongolianSelector(before)
  return code >= 0x180b && code <= 0x180f && mongolian(before)
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : ''
}
