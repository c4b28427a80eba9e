// Sequences that a terminal obeys and does not show (ECMA-48). ESC or a single 8-bit character introduces them.

/** Hidden characters inside a sequence are part of it. CAN and SUB end it, as in a terminal. */
const between = String.raw`\0-\x08\x0b\x0c\x0e-\x17\x19\x1c-\x1f\x7f\p{DI}`
const esc = String.raw`\x1b[${between}]*`
const stop = String.raw`\x18\x1a\x1b\x9c\n\r\x85\u2028\u2029`

/**
 * The bytes of UTF-8 read as Latin-1 or Windows-1252 hold the same characters (a closing quotation mark ends in U+009D).
 * These are not sequences, and the rest of the line is text.
 */
const misread = String.raw`(?<![\xc2-\xf4][\x80-\xbf\u0152-\u2122]{0,2})`

/** Neighbouring parts never match the same character, and each part after a repeat is optional, so the search stays linear. */
export const escapeSequence = [
  String.raw`(?:${esc}\[|\x9b)[ -?${between}]*[@-~]?`,
  String.raw`(?:${esc}\]|${misread}\x9d)[^\x07${stop}]*(?:[\x07\x9c]|${esc}\\)?`,
  String.raw`(?:${esc}[PX^_]|${misread}[\x90\x98\x9e\x9f])[^${stop}]*(?:\x9c|${esc}\\)?`,
  String.raw`\x1b[ -/${between}]*[0-~]?`,
].join('|')
