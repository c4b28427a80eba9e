import type { SkipReason } from '../../../ports/index.ts'
import type { ScrubEvents } from './scrub-deps.ts'
import type { AllowedFinding, ScrubFinding, ScrubResult } from './scrub-output.ts'

/** Collects the results of a search. */
export class ScrubTally {
  readonly findings: ScrubFinding[] = []
  readonly known: ScrubFinding[] = []
  readonly unreadable: { file: string; reason: string }[] = []
  private readonly allowed: AllowedFinding[] = []
  private readonly skipped: { file: string; reason: SkipReason }[] = []
  private readonly hidden = new Map<string, number>()
  private files = 0
  private readonly events: ScrubEvents

  constructor(events: ScrubEvents) {
    this.events = events
  }

  add(found: {
    readonly fresh: readonly ScrubFinding[]
    readonly known: readonly ScrubFinding[]
    readonly allowed: readonly AllowedFinding[]
    readonly hidden: Readonly<Record<string, number>>
  }): void {
    this.files++
    for (const finding of found.fresh) this.findings.push(finding)
    for (const finding of found.known) this.known.push(finding)
    for (const finding of found.allowed) this.allowed.push(finding)
    for (const [kind, count] of Object.entries(found.hidden))
      this.hidden.set(kind, (this.hidden.get(kind) ?? 0) + count)
  }

  leftOut(file: string, why: LeftOut): void {
    if (why.kind === 'skipped') this.skipped.push({ file, reason: why.reason })
    else {
      this.unreadable.push({ file, reason: why.reason })
      this.events.unreadable(file, why.reason)
    }
  }

  answer(): Omit<ScrubResult, 'stale' | 'baseline'> {
    const counts = new Map<string, number>()
    for (const { rule } of this.findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    return {
      findings: this.findings,
      files: this.files,
      skipped: this.skipped,
      unreadable: this.unreadable,
      counts: sortByRule(counts),
      hidden: sortByRule(this.hidden),
      allowed: this.allowed,
      known: this.known,
    }
  }
}

type LeftOut =
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly reason: string }

function sortByRule(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}
