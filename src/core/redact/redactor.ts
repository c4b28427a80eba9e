import type { SourceLine } from '../values/index.ts'
import { createEngine, type RedactionEngine } from './engine.ts'
import { createFindingSearch, type FindingSearch } from './finding-search.ts'
import { createFoundValues, type FoundValues, splitSecret } from './found-values.ts'
import { applyEdits, makePlainText, mergeEdits, type PlainText, type TextEdit } from './plain-text.ts'
import { rescanMarkers } from './rescan.ts'
import { textSeparator } from './scan.ts'
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
  readonly engine?: RedactionEngine
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

export function createRedactor(options: RedactorOptions): Redactor {
  const redactor = new TextRedactor(options)
  const piecewise = (options.outside ?? []).map(inPieces)
  return {
    markers: redactor.markers,
    learn: (text, gapAt) => redactor.learn(text, gapAt),
    foresee: (texts) => redactor.foresee(texts),
    redact: (text, gapAt) => redactor.redact(text, gapAt),
    sweep: (text) => redactor.redact(text, undefined, piecewise).hits[0],
  }
}

/** A text without its hidden characters, and its findings. */
interface Searched {
  readonly plain: PlainText
  readonly found: Finding[]
}

class TextRedactor {
  readonly markers: Set<string>
  private readonly options: RedactorOptions
  private readonly engine: RedactionEngine
  private readonly search: FindingSearch
  private readonly values: FoundValues = createFoundValues()
  /** Texts in which the engine finds nothing. Rules from outside still see each text alone, because they may depend on its edges. */
  private readonly spotless = new Set<string>()
  /** Findings of texts that were learned and will be redacted, so that each is searched once. */
  private readonly learned = new Map<string, Searched & { readonly gapAt: number | undefined }>()

  constructor(options: RedactorOptions) {
    this.options = options
    this.engine = options.engine ?? createEngine(options.rules)
    this.search = createFindingSearch(this.engine, [options.marker])
    this.markers = new Set([options.marker])
  }

  learn(text: string, gapAt?: number): void {
    this.learned.set(text, { ...this.searchAndLearn(text, gapAt), gapAt })
  }

  foresee(texts: readonly string[]): void {
    const short = [...new Set(texts)].filter((text) => text.length <= maxShortLength)
    const all = short.join(textSeparator)
    // Hidden text must be removed before the search, so these texts are searched one by one.
    if (this.engine.findHidden(all).length > 0 || this.search.findOwn(all).length > 0) return
    for (const text of short) this.spotless.add(text)
  }

  redact(text: string, gapAt?: number, rules?: readonly OutsideRule[]): Redacted {
    const before = rules === undefined ? this.learned.get(text) : undefined
    this.learned.delete(text)
    const { plain, found } =
      before !== undefined && before.gapAt === gapAt ? before : this.searchAndLearn(text, gapAt, rules)
    const again = this.values.find(plain.text)
    if (found.length === 0 && again.length === 0 && plain.hidden.length === 0) return untouched(text)
    const first = again.length === 0 ? found : merged([...found, ...again], this.engine.order)
    return this.replace(text, plain, this.rescan(plain.text, first))
  }

  private searchAndLearn(
    text: string,
    gapAt: number | undefined,
    rules: readonly OutsideRule[] = this.options.outside ?? [],
  ): Searched {
    const plain = makePlainText(text, this.engine.findHidden(text), gapAt)
    const found = merged(this.find(plain.text, plain.gapAt, rules), this.engine.order)
    for (const { rule, start, end } of found) {
      for (const value of splitSecret(plain.text.slice(start, end), rule)) this.values.add(value, rule)
    }
    return { plain, found }
  }

  private find(plain: string, gapAt: number | undefined, outside: readonly OutsideRule[]): Finding[] {
    const isSpotless = gapAt === undefined && plain.length <= maxShortLength && this.spotless.has(plain)
    return this.search.find(plain, { gapAt, outside, own: !isSpotless })
  }

  private rescan(plain: string, found: Finding[]): Finding[] {
    return rescanMarkers(plain, found, {
      marker: ({ rule }) => this.markerFor(rule, 1),
      find: (part) => [...this.find(part, undefined, []), ...this.values.find(part)],
      merge: (findings) => merged(findings, this.engine.order),
    })
  }

  private replace(text: string, plain: PlainText, found: readonly Finding[]): Redacted {
    const hits = found.map(({ rule, start, end }): RedactionHit & { marker: string } => {
      const number = this.values.numberOf(plain.text.slice(start, end), rule)
      const marker = this.markerFor(rule, number)
      this.markers.add(marker)
      return { rule, number, marker, start: plain.offset(start), end: plain.offsetBefore(end) }
    })
    const edits = mergeEdits(
      hits.map(({ start, end, marker }) => ({ start, end, with: marker })),
      plain.hidden,
    )
    return {
      text: applyEdits(text, edits),
      get origins() {
        return originsOf(text, edits)
      },
      hits: hits.map(({ marker: _, ...hit }) => hit),
      hidden: plain.counts,
    }
  }

  private markerFor(rule: RuleId, number: number): string {
    const { labels, marker } = this.options
    return labels ? labelled(marker, rule, number) : marker
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
const maxShortLength = 1000

const maxPieceLength = 2048

/** The same rule on pieces of a text that end with a line. A piece that it cannot look at is not shown. */
function inPieces({ id, find }: OutsideRule): OutsideRule {
  return {
    id,
    find(text) {
      const spans: Span[] = []
      for (let from = 0; from < text.length; ) {
        const line = text.indexOf('\n', from + maxPieceLength)
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
  return createRedactor(options).redact(text, options.gapAt)
}

/** The redacted text as lines that know where they stood. */
export function splitRedactedLines(redacted: Redacted): SourceLine[] {
  // This getter computes the list, so read it once and not for each line.
  const { origins } = redacted
  return redacted.text.split('\n').map((text, i) => ({ text, at: origins[i]! }))
}

function labelled(marker: string, rule: RuleId, number: number): string {
  const label = `:${rule}#${number}`
  return marker.endsWith(']') ? `${marker.slice(0, -1)}${label}]` : marker + label
}

function originsOf(text: string, edits: readonly TextEdit[]): number[] {
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
