import { smuggledText } from '../hidden/decode-hidden.ts'
import { findHidden, type HiddenSpan } from '../hidden/find-hidden.ts'
import { applied } from '../plain-text.ts'
import { type OutsideRule, RedactionFailure } from '../span.ts'
import { type Claim, lookWith, type Search, searchFor } from './class-scanner.ts'
import type { ProhibitedClass } from './prohibited-classes.ts'

/** What was done about one class; `hidden-text` for what nobody sees. */
export interface SanitisingAction {
  readonly class: string
  readonly action: 'redact' | 'drop'
  /** How many pieces of the text it was. */
  readonly count: number
}

export type Sanitised =
  | {
      /** Clean: as it came. */
      readonly status: 'clean' | 'redacted'
      readonly text: string
      readonly actions: readonly SanitisingAction[]
    }
  | {
      readonly status: 'blocked'
      readonly text: null
      /** In words, without any of the text. */
      readonly why: string
      readonly actions: readonly SanitisingAction[]
    }

export interface Sanitiser {
  /** The same text gives the same answer, whatever was sanitised before; sanitising what it gives changes nothing. */
  sanitise(text: string): Sanitised
}

/** Replacing one thing may make another appear. What does not settle in so many rounds is not handed out. */
const mostRounds = 6

/** `outside`: rules for known values and for the patterns that `patternsOf` names. */
export function sanitiserOf(options: {
  readonly classes: readonly ProhibitedClass[]
  readonly outside?: readonly OutsideRule[]
}): Sanitiser {
  const { classes, outside = [] } = options
  const searches = classes.map((one) => searchFor(one, outside))
  return {
    sanitise(text) {
      try {
        return sanitised(text, searches)
      } catch (failure) {
        if (!(failure instanceof RedactionFailure)) throw failure
        return { status: 'blocked', text: null, why: `it ${failure.message}`, actions: [] }
      }
    },
  }
}

function sanitised(text: string, searches: readonly Search[]): Sanitised {
  const look = lookWith(searches)
  const counts = new Map<string, number>()
  let now = text
  for (let round = 0; round < mostRounds; round++) {
    const hidden = findHidden(now)
    const carried = hidden.length === 0 ? [] : lookWith(searches).claims(smuggledText(now, hidden))
    if (carried.length > 0) return blocked('it hides what is prohibited in text that nobody sees', carried)
    if (hidden.length > 0) add(counts, 'hidden-text', hidden.length)
    const plain = hidden.length === 0 ? now : applied(now, hidden.map(shown))
    const claims = look.claims(plain)
    const dropped = claims.filter(({ of }) => of.action === 'drop')
    if (dropped.length > 0) return blocked(`it holds what is prohibited: ${namesOf(dropped)}`, dropped)
    if (claims.length === 0) return kept(text, plain, counts, searches)
    const spans = merged(claims, searches)
    for (const { of } of spans) add(counts, of.name, 1)
    now = applied(
      plain,
      spans.map(({ start, end, marker }) => ({ start, end, with: marker })),
    )
  }
  const left = look.claims(now)
  return blocked('something prohibited was still there after it had been redacted', left)
}

function shown({ start, end, replacement }: HiddenSpan) {
  return { start, end, with: replacement }
}

function kept(
  came: string,
  text: string,
  counts: ReadonlyMap<string, number>,
  searches: readonly Search[],
): Sanitised {
  if (text === came) return { status: 'clean', text, actions: [] }
  const names = ['hidden-text', ...searches.map(({ of }) => of.name)].filter((name) => counts.has(name))
  const actions = names.map((name) => ({ class: name, action: 'redact' as const, count: counts.get(name)! }))
  return { status: 'redacted', text, actions }
}

function blocked(why: string, claims: readonly Claim[]): Sanitised {
  const counts = new Map<string, number>()
  for (const { of } of claims) add(counts, of.name, 1)
  const actions = [...counts].map(([name, count]) => ({ class: name, action: 'drop' as const, count }))
  return { status: 'blocked', text: null, why, actions }
}

function namesOf(claims: readonly Claim[]): string {
  return [...new Set(claims.map(({ of }) => of.name))].join(', ')
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

/** Of claims that overlap one is left: as wide as all of them, of the class that is named first. */
function merged(claims: readonly Claim[], searches: readonly Search[]): Claim[] {
  const order = new Map(searches.map(({ of }, i) => [of, i]))
  const sorted = [...claims].sort((a, b) => a.start - b.start || b.end - a.end)
  const all: Claim[] = []
  for (const claim of sorted) {
    const last = all.at(-1)
    if (last === undefined || claim.start >= last.end) {
      all.push(claim)
      continue
    }
    const first = order.get(claim.of)! < order.get(last.of)! ? claim : last
    all[all.length - 1] = { ...first, start: last.start, end: Math.max(last.end, claim.end) }
  }
  return all
}
