import type { SourceLine } from '../values/index.ts'

/** A value that its author was asked to replace. */
const unfilledValue =
  '(?:your [a-z][\\w /-]{0,40}|todo|tbd|fixme|xxx+|\\.{3}|…|\\[(?:your|insert|add|describe|todo|tbd|name|project|date)\\b[^\\]]*\\]|<(?:your|insert|add|describe|todo|name|project|date)\\b[^>]*>)'

const unfilledPatterns = [
  // [PRINCIPLE_1_NAME]
  /\[[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\](?!\()/,
  // Operator: Your name
  new RegExp(
    `^\\s*(?:[-*+]\\s+)?(?:\\*\\*|__)?[\\w][\\w /()-]{0,40}:(?:\\*\\*|__)?\\s*${unfilledValue}[.]?\\s*$`,
    'i',
  ),
  // TODO, alone on its line
  /^\s*(?:[-*+]\s+)?(?:TODO|TBD|FIXME)[.:]?\s*$/,
]

export interface FilledLines {
  readonly lines: readonly SourceLine[]
  /** Line numbers of placeholders in the source. */
  readonly unfilled: readonly number[]
}

/** Separates the placeholders of a template that its author has not filled in. Code stays as it is. */
export function dropUnfilledLines(lines: readonly SourceLine[]): FilledLines {
  const isUnfilled = ({ text, at, fence }: SourceLine) =>
    at > 0 &&
    fence === undefined &&
    text.length < 400 &&
    unfilledPatterns.some((pattern) => pattern.test(text))
  const unfilled = lines.filter(isUnfilled)
  if (unfilled.length === 0) return { lines, unfilled: [] }
  return { lines: lines.filter((line) => !isUnfilled(line)), unfilled: unfilled.map(({ at }) => at) }
}
