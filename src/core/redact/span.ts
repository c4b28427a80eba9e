/** A piece of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type RuleId = string

/** A piece of a text that a rule takes for a secret. */
export interface Finding extends Span {
  readonly rule: RuleId
  /** May go on in the next line: it is not known to be whole. */
  readonly open?: boolean
}

/** A rule that comes from outside: a value known to be secret, a pattern of the manifest's own. */
export interface OutsideRule {
  readonly id: string
  find(text: string): readonly Span[]
}

/** A rule that could not look at a text. What it would have found is not known, so the text goes nowhere. */
export class RedactionFailure extends Error {}
