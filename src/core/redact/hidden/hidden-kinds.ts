import { escapeSequence } from './escape-sequence.ts'

/** Every kind of hidden text, with a description for people. */
export const hiddenKinds = {
  'ansi-escape': 'terminal escape sequence',
  'line-end': 'line end other than a newline',
  control: 'control character',
  'lone-surrogate': 'half of a character',
  noncharacter: 'code point without a character',
  'tag-characters': 'invisible tag characters',
  'bidi-controls': 'control of the writing direction',
  'variation-selectors': 'variation selector that selects nothing',
  'soft-hyphen': 'soft hyphen',
  'byte-order-mark': 'byte order mark',
  'zero-width': 'zero-width character',
  invisible: 'invisible character',
} as const

export type HiddenKind = keyof typeof hiddenKinds

export interface HiddenRow {
  readonly kind: HiddenKind
  /** Sticky. Matches a whole run if one span can replace it. */
  readonly pattern: RegExp
  readonly replacement: string
}

/** The first row that matches names the kind. The last row matches everything else that Unicode calls ignorable. */
export const createHiddenRows = (): readonly HiddenRow[] => [
  makeRow('ansi-escape', escapeSequence),
  makeRow('line-end', String.raw`[\r\x85\u2028\u2029]`, '\n'),
  // Each introducer of an escape sequence is its own match, so that a run of controls never swallows the next sequence.
  makeRow(
    'control',
    String.raw`[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x8f\x91-\x97\x99\x9a\x9c]+|[\x90\x98\x9d-\x9f]`,
  ),
  makeRow('lone-surrogate', String.raw`\p{Cs}`, '\ufffd'),
  makeRow('noncharacter', String.raw`\p{Noncharacter_Code_Point}+`),
  makeRow('tag-characters', String.raw`[\u{e0000}-\u{e007f}]+`),
  makeRow('bidi-controls', String.raw`\p{Bidi_Control}+`),
  makeRow('variation-selectors', String.raw`\p{Variation_Selector}+`),
  makeRow('soft-hyphen', String.raw`\xad+`),
  makeRow('byte-order-mark', String.raw`\ufeff+`),
  makeRow('zero-width', String.raw`[\u200b-\u200d\u2060]+`),
  makeRow('invisible', String.raw`[\p{DI}\ufff9-\ufffb]`),
]

function makeRow(kind: HiddenKind, pattern: string, replacement = ''): HiddenRow {
  return { kind, pattern: new RegExp(pattern, 'uy'), replacement }
}
