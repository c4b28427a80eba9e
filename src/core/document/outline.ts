import { isAscii } from '../values/index.ts'

/** The structure of a Markdown document. Lines are 0-based, ends exclusive. */
export interface Outline {
  /** The first line of the body, after the front matter. */
  readonly bodyStart: number
  readonly fields: readonly OutlineField[]
  readonly blocks: readonly OutlineBlock[]
  /** Code fences at any depth. `close` is the line that closes the fence; `end` includes it if `closed`. */
  readonly fences: readonly {
    readonly start: number
    readonly end: number
    readonly close: string
    readonly closed: boolean
  }[]
}

/** A key with its value: from front matter, a `Key: value` or bold-key line, a two-column table, a YAML fence. */
export interface OutlineField {
  /** As written, nested keys joined by dots. */
  readonly key: string
  readonly value: string
  /** Set when the value is a list. */
  readonly items: readonly string[]
  readonly line: number
  /** The end of the field: a value can continue on the next lines. */
  readonly end: number
  /** The block that holds it, or -1 in front matter. */
  readonly block: number
}

export interface OutlineBlock {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'fence' | 'table' | 'comment' | 'other'
  readonly start: number
  readonly end: number
  /** The level of a heading, 1 to 6; otherwise 0. */
  readonly level: number
  /** The text of a heading without markup. */
  readonly text: string
}

export type Outliner = (text: string) => Outline

/** Removes case, decoration and separators: `Next-Action`, `NEXT ACTION:` and `next_action` become the same name. */
export function normalizeName(text: string): string {
  const separators = isAscii(text) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu
  return text.toLowerCase().replace(separators, ' ').trim()
}
