import { countUtf8Bytes } from '../../values/index.ts'

const maxIdLength = 200
/** In characters. */
export const maxFieldLengths = { title: 200, summary: 2000, tag: 50 }
export const maxTags = 20
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const blanks = /[\s\p{Cc}\p{Cs}]+/gu

/** Rejects ids with blanks at the ends or invisible characters, because two such ids can look the same. */
export function isWorkItemId(text: string): boolean {
  return text !== '' && text.trim() === text && countUtf8Bytes(text) <= maxIdLength && !invisible.test(text)
}

/** Encodes an id as one step of a path. Different ids never give the same step. */
export function encodePathStep(id: string): string {
  const step = encodeURIComponent(id).replace(/[!'()*~]/g, (mark) => `%${toHex(mark)}`)
  return /^\.+$/.test(step) ? step.replaceAll('.', '%2E') : step
}

function toHex(mark: string): string {
  return mark.charCodeAt(0).toString(16).toUpperCase()
}

export interface BoundedText {
  readonly text: string
  readonly isCut: boolean
}

const maxWordLength = 100

/** Joins a text to one line, without control characters and lone surrogates. */
export function toOneLine(text: string): string {
  return text.replace(blanks, ' ').trim()
}

/** Joins a text to one line of at most `most` characters. */
export function boundText(text: string, most: number): BoundedText {
  const line = toOneLine(text)
  // A character has one or two UTF-16 units.
  if (line.length <= most) return { text: line, isCut: false }
  const characters = [...line.slice(0, (most + 1) * 2)]
  if (characters.length <= most) return { text: line, isCut: false }
  const cut = characters.slice(0, most - 1).join('')
  // Cut between words, because the redactor does not recognise half a secret. If no word ends nearby, the script has no spaces.
  const end = line[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  const isNear = cut.length - end <= maxWordLength && end > 0
  return { text: `${isNear ? cut.slice(0, end) : cut}…`, isCut: true }
}
