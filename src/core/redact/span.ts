/** A piece of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type RuleId = string

/** A piece of a text that a rule identifies as a secret. */
export interface Finding extends Span {
  readonly rule: RuleId
  /** Whether it may continue on the next line. */
  readonly open?: boolean
}

/** A rule from outside: a known secret value, or a pattern of the manifest. */
export interface OutsideRule {
  readonly id: string
  find(text: string): readonly Span[]
}

/** A rule could not search a text. Its findings are unknown, so the text must not be sent. */
export class RedactionFailure extends Error {}
