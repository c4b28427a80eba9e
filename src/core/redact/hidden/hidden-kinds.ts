import { escapeSequence } from './escape-sequence.ts'

/** Every kind of hidden text, as people would call it. */
export const hiddenKinds = {
  'ansi-escape': 'terminal escape sequence',
  'line-end': 'line end other than a newline',
  control: 'control character',
  'lone-surrogate': 'half of a character',
  noncharacter: 'code that is no character',
  'tag-characters': 'invisible tag characters',
  'bidi-controls': 'control of the writing direction',
  'variation-selectors': 'variation selector that selects nothing',
  'soft-hyphen': 'soft hyphen',
  'byte-order-mark': 'byte order mark',
  'zero-width': 'zero-width character',
  invisible: 'invisible character',
} as const

export type HiddenKind = keyof typeof hiddenKinds

export interface Row {
  readonly kind: HiddenKind
  /** Sticky. Takes a whole run where one span can stand for it. */
  readonly pattern: RegExp
  readonly replacement: string
}

let rows: readonly Row[] | undefined

/** The first row that matches names the kind; the last one takes whatever else is ignorable by default. */
export function rowsOf(): readonly Row[] {
  // To read the tables of Unicode takes milliseconds, and most texts hide nothing.
  rows ??= makeRows()
  return rows
}

const makeRows = (): readonly Row[] => [
  row('ansi-escape', escapeSequence),
  row('line-end', String.raw`[\r\x85\u2028\u2029]`, '\n'),
  // Introducers of an escape sequence stand alone here, so that a run of controls never swallows the next one.
  row(
    'control',
    String.raw`[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x8f\x91-\x97\x99\x9a\x9c]+|[\x90\x98\x9d-\x9f]`,
  ),
  row('lone-surrogate', String.raw`\p{Cs}`, '\ufffd'),
  row('noncharacter', String.raw`\p{Noncharacter_Code_Point}+`),
  row('tag-characters', String.raw`[\u{e0000}-\u{e007f}]+`),
  row('bidi-controls', String.raw`\p{Bidi_Control}+`),
  row('variation-selectors', String.raw`\p{Variation_Selector}+`),
  row('soft-hyphen', String.raw`\xad+`),
  row('byte-order-mark', String.raw`\ufeff+`),
  row('zero-width', String.raw`[\u200b-\u200d\u2060]+`),
  row('invisible', String.raw`[\p{DI}\ufff9-\ufffb]`),
]

function row(kind: HiddenKind, pattern: string, replacement = ''): Row {
  return { kind, pattern: new RegExp(pattern, 'uy'), replacement }
}
