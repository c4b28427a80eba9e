import type { SourceLine } from '../values/index.ts'
import { textSeparator } from './create-scan.ts'
import { createEngine, type RedactionEngine } from './engine.ts'
import { createFindingSearch, type FindingSearch } from './finding-search.ts'
import { applyEdits, makePlainText, mergeEdits, type PlainText, type TextEdit } from './plain-text.ts'
import { rescanMarkers } from './rescan.ts'
import { createSecretRegistry, type SecretRegistry, splitSecret } from './secret-registry.ts'
import { type Finding, type OutsideRule, RedactionFailure, type RuleId, type Span } from './span.ts'

export interface RedactionHit extends Span {
  readonly rule: RuleId
  /** Number of the secret among those of the rule. The same secret has the same number everywhere. */
  readonly number: number
}

export interface Redacted {
  readonly text: string
  /** 1-based line of the input at which each line of `text` begins. */
  readonly origins: readonly number[]
  /** In order, in offsets of the input. Overlapping hits are merged and named after the first rule. */
  readonly hits: readonly RedactionHit[]
  /** The number of pieces of hidden text that were removed, by kind. */
  readonly hidden: Readonly<Record<string, number>>
}

export interface RedactorOptions {
  readonly rules: readonly RuleId[]
  readonly marker: string
  /** Whether each marker names its rule and the number of its secret. */
  readonly labels?: boolean
  /** Rules for known values and for the patterns of the manifest. */
  readonly outside?: readonly OutsideRule[]
  /** An engine for the same rules, if the caller has one. */
  readonly engine?: RedactionEngine
}

/** Redacts the texts of one packet. It keeps the secrets it has found in memory only. */
export interface Redactor {
  /** Finds the secrets of a text without changing it, so that they are redacted in every other text too. */
  learn(text: string, gapAt?: number): void
  /** Searches short texts together before they are redacted one by one, because each search has a start-up cost. */
  foresee(texts: readonly string[]): void
  /** `gapAt`: the offset at which text is missing. A key whose BEGIN line is missing is still a key. */
  redact(text: string, gapAt?: number): Redacted
  /** Finds the first secret in a text that was joined from redacted ones. Rules from outside see one line at a time. */
  sweep(text: string): RedactionHit | undefined
  /** Every marker written so far: texts that no later cut may split. */
  readonly markers: ReadonlySet<string>
}

export function createRedactor(options: RedactorOptions): Redactor {
  const redactor = new TextRedactor(options)
  const piecewise = (options.outside ?? []).map(applyInPieces)
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
  private readonly values: SecretRegistry = createSecretRegistry()
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
    if (found.length === 0 && again.length === 0 && plain.hidden.length === 0) return makeUntouched(text)
    const first = again.length === 0 ? found : mergeFindings([...found, ...again], this.engine.order)
    return this.replace(text, plain, this.rescan(plain.text, first))
  }

  private searchAndLearn(
    text: string,
    gapAt: number | undefined,
    rules: readonly OutsideRule[] = this.options.outside ?? [],
  ): Searched {
    const plain = makePlainText(text, this.engine.findHidden(text), gapAt)
    const found = mergeFindings(this.find(plain.text, plain.gapAt, rules), this.engine.order)
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
      marker: ({ rule }) => this.makeMarker(rule, 1),
      find: (part) => [...this.find(part, undefined, []), ...this.values.find(part)],
      merge: (findings) => mergeFindings(findings, this.engine.order),
    })
  }

  private replace(text: string, plain: PlainText, found: readonly Finding[]): Redacted {
    const hits = found.map(({ rule, start, end }): RedactionHit & { marker: string } => {
      const number = this.values.assignNumber(plain.text.slice(start, end), rule)
      const marker = this.makeMarker(rule, number)
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
        return computeOrigins(text, edits)
      },
      hits: hits.map(({ marker: _, ...hit }) => hit),
      hidden: plain.counts,
    }
  }

  private makeMarker(rule: RuleId, number: number): string {
    const { labels, marker } = this.options
    return labels ? makeLabel(marker, rule, number) : marker
  }
}

/** The result for a text without findings, which is the most common case. */
function makeUntouched(text: string): Redacted {
  return {
    text,
    get origins() {
      return computeOrigins(text, [])
    },
    hits: [],
    hidden: {},
  }
}

/** Longer texts are searched one by one. */
const maxShortLength = 1000

const maxPieceLength = 2048

/** Applies a rule to pieces of a text that end with a line. A piece that the rule cannot search is redacted. */
function applyInPieces({ id, find }: OutsideRule): OutsideRule {
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

/** Redacts a single text. */
export function redact(
  text: string,
  options: RedactorOptions & { readonly gapAt?: number | undefined },
): Redacted {
  return createRedactor(options).redact(text, options.gapAt)
}

/** Splits the redacted text into lines, each with its line number in the input. */
export function splitRedactedLines(redacted: Redacted): SourceLine[] {
  // This getter computes the list, so read it once and not for each line.
  const { origins } = redacted
  return redacted.text.split('\n').map((text, i) => ({ text, at: origins[i]! }))
}

function makeLabel(marker: string, rule: RuleId, number: number): string {
  const label = `:${rule}#${number}`
  return marker.endsWith(']') ? `${marker.slice(0, -1)}${label}]` : marker + label
}

function computeOrigins(text: string, edits: readonly TextEdit[]): number[] {
  const origins: number[] = [1]
  let line = 1
  let next = text.indexOf('\n')
  /** Counts the line ends before `until`. A line end that stays begins a line of the output. */
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

/** Merges findings by start, then longest, then the order of the rules. */
function mergeFindings(found: Finding[], order: (rule: RuleId) => number): Finding[] {
  if (found.length === 0) return found
  found.sort((a, b) => a.start - b.start || b.end - a.end || order(a.rule) - order(b.rule))
  const all: Finding[] = []
  for (const finding of found) {
    const last = all.at(-1)
    if (last === undefined || finding.start >= last.end) all.push(finding)
    else if (finding.end > last.end) all[all.length - 1] = { ...last, end: finding.end }
  }
  return all
}
