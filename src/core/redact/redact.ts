import type { Line } from '../values/index.ts'
import { prefixRules } from './rules.ts'
import { type Finder, hexRuns, jsonWebTokens, pemBlocks, prefixed, type Span } from './spans.ts'

const finders: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  ...prefixRules.map((rule): [string, Finder] => [rule.id, prefixed(rule)]),
  // `[A-Z ]+ KEY`: at least one character and a space before KEY, as published.
  ['pem-key', pemBlocks((kind) => kind.length > 4 && kind.endsWith(' KEY'))],
  ['pem-certificate', pemBlocks((kind) => kind === 'CERTIFICATE')],
  ['hex-40', hexRuns(40)],
  ['json-web-token', jsonWebTokens()],
])

export type RuleId = string

export const redactionRules: readonly RuleId[] = [...finders.keys()]

/** Rules that also hit what is no secret: only on when a manifest asks for them. */
const onRequest: ReadonlySet<RuleId> = new Set(['hex-40', 'pem-certificate'])

export function rulesFor(add: readonly RuleId[]): readonly RuleId[] {
  return redactionRules.filter((id) => !onRequest.has(id) || add.includes(id))
}

export interface RedactionHit {
  readonly rule: RuleId
  readonly start: number
  readonly end: number
}

export interface Redacted {
  readonly text: string
  /** 1-based line of the input at which each line of `text` begins. */
  readonly origins: readonly number[]
  /** Merged, in order: overlapping hits are one, named after the first rule. */
  readonly hits: readonly RedactionHit[]
}

export interface RedactionOptions {
  readonly rules: readonly RuleId[]
  readonly marker: string
  /** Offset at which text is missing: a key whose BEGIN line was there is still a key. */
  readonly gapAt?: number | undefined
}

export function redact(text: string, options: RedactionOptions): Redacted {
  const { rules, marker, gapAt } = options
  const hits = mergeHits(
    rules.flatMap((rule) => spansOf(rule, text, gapAt).map((span) => ({ rule, ...span }))),
  )
  const pieces: string[] = []
  const origins: number[] = [1]
  let line = 1
  let from = 0
  const keep = (until: number) => {
    const piece = text.slice(from, until)
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) origins.push(++line)
    pieces.push(piece)
  }
  for (const hit of hits) {
    keep(hit.start)
    pieces.push(marker)
    line += countNewlines(text.slice(hit.start, hit.end))
    from = hit.end
  }
  keep(text.length)
  return { text: pieces.join(''), origins, hits }
}

/** The redacted text as lines that know where they stood. */
export function redactedLines(redacted: Redacted): Line[] {
  return redacted.text.split('\n').map((text, i) => ({ text, at: redacted.origins[i]! }))
}

function spansOf(rule: RuleId, text: string, gapAt: number | undefined): Span[] {
  const finder = finders.get(rule)
  if (finder === undefined) throw new Error(`no redaction rule "${rule}"`)
  return finder(text, gapAt)
}

/** By start, then longest, then the order of the rules. */
function mergeHits(hits: RedactionHit[]): RedactionHit[] {
  const order = new Map(redactionRules.map((id, i) => [id, i]))
  hits.sort((a, b) => a.start - b.start || b.end - a.end || order.get(a.rule)! - order.get(b.rule)!)
  const merged: RedactionHit[] = []
  for (const hit of hits) {
    const last = merged.at(-1)
    if (last === undefined || hit.start >= last.end) merged.push(hit)
    else if (hit.end > last.end) merged[merged.length - 1] = { ...last, end: hit.end }
  }
  return merged
}

function countNewlines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
