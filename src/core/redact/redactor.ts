import type { Line } from '../values/index.ts'
import { createEngine, type Engine } from './engine.ts'
import { createFindingSearch } from './finding-search.ts'
import { splitSecret, type Values, valuesOf } from './found-values.ts'
import { applied, type Edit, editsOf, plainOf } from './plain-text.ts'
import { settle } from './rescan.ts'
import { between } from './scan.ts'
import { type Finding, type OutsideRule, RedactionFailure, type RuleId, type Span } from './span.ts'

export interface RedactionHit extends Span {
  readonly rule: RuleId
  /** Which of the secrets that this rule found it is: the same secret has the same number wherever it stands. */
  readonly number: number
}

export interface Redacted {
  readonly text: string
  /** 1-based line of the input at which each line of `text` begins. */
  readonly origins: readonly number[]
  /** Merged, in order, in offsets of the input: overlapping hits are one, named after the first rule. */
  readonly hits: readonly RedactionHit[]
  /** How many pieces of hidden text were taken out, by kind. */
  readonly hidden: Readonly<Record<string, number>>
}

export interface RedactorOptions {
  readonly rules: readonly RuleId[]
  readonly marker: string
  /** Each marker says which rule hit, and which of its secrets it stands for. */
  readonly labels?: boolean
  /** Known values and patterns of the manifest's own. */
  readonly outside?: readonly OutsideRule[]
  /** An engine for the same rules, if the caller has one. */
  readonly engine?: Engine
}

/** Redacts the texts of one packet. What it has seen lives in memory only. */
export interface Redactor {
  /** Looks at a text without changing it: what is a secret here is one in every other text too. */
  learn(text: string, gapAt?: number): void
  /** Short texts that will be redacted one by one: they are looked through in one go, because a look costs something to begin. */
  foresee(texts: readonly string[]): void
  /** `gapAt`: offset at which text is missing; a key whose BEGIN line was there is still a key. */
  redact(text: string, gapAt?: number): Redacted
  /** The first secret in a text that was put together from redacted ones; its outside rules see one line at a time. */
  sweep(text: string): RedactionHit | undefined
  /** Every marker written so far: texts that no later cut may split. */
  readonly markers: ReadonlySet<string>
}

export function redactorOf(options: RedactorOptions): Redactor {
  const { outside = [] } = options
  const engine = options.engine ?? createEngine(options.rules)
  const { findHidden, order } = engine
  const search = createFindingSearch(engine, [options.marker])
  const values: Values = valuesOf()
  const piecewise = outside.map(inPieces)
  const markers = new Set<string>([options.marker])

  /** Texts in which our own rules find nothing. Those from outside look at each by itself: nobody knows what they are bound to. */
  const spotless = new Set<string>()

  function find(
    plain: string,
    gapAt: number | undefined,
    rules: readonly OutsideRule[] = outside,
  ): Finding[] {
    const isSpotless = gapAt === undefined && plain.length <= longestShort && spotless.has(plain)
    return search.find(plain, { gapAt, outside: rules, own: !isSpotless })
  }

  function learned(text: string, gapAt: number | undefined, rules?: readonly OutsideRule[]) {
    const plain = plainOf(text, findHidden(text), gapAt)
    const found = merged(find(plain.text, plain.gapAt, rules), order)
    for (const { rule, start, end } of found) {
      for (const value of splitSecret(plain.text.slice(start, end), rule)) values.add(value, rule)
    }
    return { plain, found }
  }

  /** What was learned from a text that will be redacted: looking for secrets in it once is enough. */
  const ahead = new Map<string, ReturnType<typeof learned> & { readonly gapAt: number | undefined }>()

  return {
    markers,
    learn(text, gapAt) {
      ahead.set(text, { ...learned(text, gapAt), gapAt })
    },
    foresee(texts) {
      const short = [...new Set(texts)].filter((text) => text.length <= longestShort)
      const all = short.join(between)
      // What is hidden in one of them is taken out before it is looked at.
      if (findHidden(all).length > 0 || search.findOwn(all).length > 0) return
      for (const text of short) spotless.add(text)
    },
    sweep(text) {
      return redacted(text, undefined, piecewise).hits[0]
    },
    redact: (text, gapAt) => redacted(text, gapAt),
  }

  function redacted(text: string, gapAt: number | undefined, rules?: readonly OutsideRule[]): Redacted {
    const before = rules === undefined ? ahead.get(text) : undefined
    ahead.delete(text)
    const { plain, found } =
      before?.gapAt === gapAt && before !== undefined ? before : learned(text, gapAt, rules)
    const again = values.find(plain.text)
    if (found.length === 0 && again.length === 0 && plain.hidden.length === 0) return untouched(text)
    const first = again.length === 0 ? found : merged([...found, ...again], order)
    const all = settle(plain.text, first, {
      marker: ({ rule }) => (options.labels ? labelled(options.marker, rule, 1) : options.marker),
      find: (part) => [...find(part, undefined, []), ...values.find(part)],
      merge: (findings) => merged(findings, order),
    })
    const hits = all.map(({ rule, start, end }): RedactionHit & { marker: string } => {
      const number = values.numberOf(plain.text.slice(start, end), rule)
      const marker = options.labels ? labelled(options.marker, rule, number) : options.marker
      markers.add(marker)
      return { rule, number, marker, start: plain.offset(start), end: plain.offsetBefore(end) }
    })
    const edits = editsOf(
      hits.map(({ start, end, marker }) => ({ start, end, with: marker })),
      plain.hidden,
    )
    return {
      text: applied(text, edits),
      get origins() {
        return originsOf(text, edits)
      },
      hits: hits.map(({ marker: _, ...hit }) => hit),
      hidden: plain.counts,
    }
  }
}

/** Most texts are. */
function untouched(text: string): Redacted {
  return {
    text,
    get origins() {
      return originsOf(text, [])
    },
    hits: [],
    hidden: {},
  }
}

/** Longer ones are worth a look of their own. */
const longestShort = 1000

const longestPiece = 2048

/** The same rule on pieces of a text that end with a line. A piece that it cannot look at is not shown. */
function inPieces({ id, find }: OutsideRule): OutsideRule {
  return {
    id,
    find(text) {
      const spans: Span[] = []
      for (let from = 0; from < text.length; ) {
        const line = text.indexOf('\n', from + longestPiece)
        const to = line === -1 ? text.length : line + 1
        try {
          for (const { start, end } of find(text.slice(from, to)))
            spans.push({ start: from + start, end: from + end })
        } catch (failure) {
          if (!(failure instanceof RedactionFailure)) throw failure
          spans.push({ start: from, end: to })
        }
        from = to
      }
      return spans
    },
  }
}

/** One text by itself. */
export function redact(
  text: string,
  options: RedactorOptions & { readonly gapAt?: number | undefined },
): Redacted {
  return redactorOf(options).redact(text, options.gapAt)
}

/** The redacted text as lines that know where they stood. */
export function redactedLines(redacted: Redacted): Line[] {
  // They are worked out when somebody asks, so once and not line by line.
  const { origins } = redacted
  return redacted.text.split('\n').map((text, i) => ({ text, at: origins[i]! }))
}

function labelled(marker: string, rule: RuleId, number: number): string {
  const label = `:${rule}#${number}`
  return marker.endsWith(']') ? `${marker.slice(0, -1)}${label}]` : marker + label
}

function originsOf(text: string, edits: readonly Edit[]): number[] {
  const origins: number[] = [1]
  let line = 1
  let next = text.indexOf('\n')
  /** Goes over the line ends before `until`, which begin a line of the output if they stay. */
  const pass = (until: number, stays: boolean) => {
    for (; next !== -1 && next < until; next = text.indexOf('\n', next + 1)) {
      line++
      if (stays) origins.push(line)
    }
  }
  for (const edit of edits) {
    pass(edit.start, true)
    if (edit.with === '\n') origins.push(line)
    pass(edit.end, false)
  }
  pass(text.length, true)
  return origins
}

/** By start, then longest, then the order of the rules. */
function merged(found: Finding[], order: (rule: RuleId) => number): Finding[] {
  if (found.length === 0) return found
  found.sort((a, b) => a.start - b.start || b.end - a.end || order(a.rule) - order(b.rule))
  const all: Finding[] = []
  for (const one of found) {
    const last = all.at(-1)
    if (last === undefined || one.start >= last.end) all.push(one)
    else if (one.end > last.end) all[all.length - 1] = { ...last, end: one.end }
  }
  return all
}
