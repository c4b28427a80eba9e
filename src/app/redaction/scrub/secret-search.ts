import {
  createRedactor,
  type RedactionHit,
  type Redactor,
  redact,
  selectRules,
} from '../../../core/redact/index.ts'
import type { TextFile, TextReading } from '../../../ports/index.ts'
import type { AllowList } from './allow-list.ts'
import type { KnownFindings } from './known-findings.ts'
import { makePatch } from './make-patch.ts'
import { makePositionLookup } from './positions.ts'
import { redactionMarker, replaceHits } from './replace-hits.ts'
import type { ScrubDeps, ScrubEvents, ScrubInput } from './scrub-deps.ts'
import type { AllowedFinding, ScrubFinding } from './scrub-output.ts'
import type { ScrubTally } from './tally.ts'

const hiddenText = 'hidden-text'

export function resolveRules({ sets, add, without }: Pick<ScrubInput, 'sets' | 'add' | 'without'>): string[] {
  return selectRules({ sets, add }).filter((rule) => !without.includes(rule))
}

interface Searching {
  readonly deps: ScrubDeps
  readonly input: ScrubInput
  readonly events: ScrubEvents
  readonly tally: ScrubTally
  readonly allowance: AllowList
  readonly known: KnownFindings
  readonly salt: string
}

/** Searches texts for secrets. A secret that a rule finds in one text is redacted in all of them. */
export class SecretSearch {
  private readonly with: Searching
  private readonly fingerprint: (value: string) => string
  private readonly redactor: Redactor
  private readonly looked = new Set<string>()

  constructor(searching: Searching) {
    const { deps, input, salt } = searching
    this.with = searching
    this.fingerprint = deps.keyedFingerprint(salt)
    this.redactor = createRedactor({
      rules: resolveRules(input),
      marker: redactionMarker,
      labels: input.labels,
    })
  }

  /** Reads several texts twice, because a secret in the last text may also be in the first. Texts are not kept in memory. */
  through(texts: readonly TextFile[]): void {
    const total = texts.length * (texts.length > 1 ? 2 : 1)
    let done = 0
    const step = () => this.with.events.progress({ done: ++done, total, what: 'Looking for secrets' })
    const learns = (file: TextFile) => {
      step()
      return this.learn(file)
    }
    const readable = texts.length < 2 ? texts : texts.filter(learns)
    done = total - readable.length
    for (const file of readable) {
      this.examine(file)
      step()
    }
  }

  gone(): number {
    return this.with.known.gone(this.looked)
  }

  private learn(file: TextFile): boolean {
    const reading = this.read(file)
    if (reading === null) return false
    this.redactor.learn(reading.text)
    return true
  }

  /** Null if the file has no usable text; the tally then has the reason. */
  private read(file: TextFile): Body | null {
    const reading = file.read()
    if (reading.kind === 'gone') return null
    if (reading.kind !== 'text') this.with.tally.leftOut(file.name, reading)
    else if (reading.exact || this.with.input.output !== 'text') return splitByteOrderMark(reading)
    else this.with.tally.leftOut(file.name, { kind: 'unreadable', reason: 'it is not UTF-8 text' })
    return null
  }

  private examine(file: TextFile): void {
    const reading = this.read(file)
    if (reading === null) return
    const { tally, events, input } = this.with
    const { name } = file
    const { mark, text } = reading
    const redacted = this.redactor.redact(text)
    const sorted = this.sort(name, text, redacted.hits)
    tally.add({ ...sorted, hidden: redacted.hidden })
    this.looked.add(name)
    const after = this.finish(replaceHits(text, sorted.hits, input.labels))
    const isPatchable = reading.exact && !name.includes('\uFFFD')
    const patch = input.output !== 'patch' ? '' : isPatchable ? makePatch(name, text, after, mark) : null
    events.scrubbed({ file: name, text: mark + after, findings: sorted.fresh, patch })
  }

  /** Removes hidden text only on request: a filter for secrets must not change anything else. */
  private finish(text: string): string {
    const removesHidden = this.with.input.add.includes(hiddenText)
    return removesHidden ? redact(text, { rules: [hiddenText], marker: redactionMarker }).text : text
  }

  /** The allow-list applies to reported findings, even if other rules hit the same text. */
  private sort(file: string, text: string, hits: readonly RedactionHit[]): Sorted {
    const { allowance, known } = this.with
    const sorted: Sorted = { hits: [], fresh: [], known: [], allowed: [] }
    const at = makePositionLookup(text)
    for (const hit of hits) {
      const value = text.slice(hit.start, hit.end)
      const [from, to] = [at(hit.start), at(hit.end)]
      const finding: ScrubFinding = {
        file,
        line: from.line,
        column: from.column,
        end_line: to.line,
        end_column: to.column,
        rule: hit.rule,
        fingerprint: this.fingerprint(value),
      }
      // Match every finding, so that an allowed finding does not count as gone from the baseline.
      const isKnown = known.has(finding)
      const entry = allowance.findEntry({ file, rule: hit.rule, value })
      if (entry === null) sorted.hits.push(hit)
      if (entry !== null) sorted.allowed.push({ ...finding, reason: entry.reason })
      else if (isKnown) sorted.known.push(finding)
      else sorted.fresh.push(finding)
    }
    return sorted
  }
}

interface Sorted {
  /** Hits to replace. */
  readonly hits: RedactionHit[]
  readonly fresh: ScrubFinding[]
  readonly known: ScrubFinding[]
  readonly allowed: AllowedFinding[]
}

interface Body {
  /** The byte order mark, or ''. It is not part of the text. */
  readonly mark: string
  readonly text: string
  readonly exact: boolean
}

function splitByteOrderMark({ text, exact }: Extract<TextReading, { kind: 'text' }>): Body {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return { mark, text: text.slice(mark.length), exact }
}
