import { decodeHidden } from '../hidden/decode-hidden.ts'
import { createHiddenFinder, type FindHidden } from '../hidden/find-hidden.ts'
import { applyEdits } from '../plain-text.ts'
import { type OutsideRule, RedactionFailure } from '../span.ts'
import { type ClassMatch, type ClassScanner, createClassScanner } from './class-scanner.ts'
import type { ProhibitedClass } from './prohibited-classes.ts'

/** The action for one class. The class of invisible text is `hidden-text`. */
export interface SanitisingAction {
  readonly class: string
  readonly action: 'redact' | 'drop'
  /** The number of pieces of the text that were redacted or caused the drop. */
  readonly count: number
}

export type Sanitised =
  | {
      /** `clean`: the text is unchanged. */
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
  /** The result depends on the text alone. Sanitising the result again changes nothing. */
  sanitise(text: string): Sanitised
}

/** One replacement can reveal another finding. A text that still changes after this many rounds is dropped. */
const maxRounds = 6

/** The policy for texts from outside. `outside`: rules for known values and for the patterns that `patternsOf` names. */
export function createSanitiser(options: {
  readonly classes: readonly ProhibitedClass[]
  readonly outside?: readonly OutsideRule[]
}): Sanitiser {
  const { classes, outside = [] } = options
  const deps = { scanner: createClassScanner(classes, outside), findHidden: createHiddenFinder(), classes }
  return {
    sanitise(text) {
      try {
        return applyPolicy(text, deps)
      } catch (failure) {
        if (!(failure instanceof RedactionFailure)) throw failure
        return { status: 'blocked', text: null, why: `it ${failure.message}`, actions: [] }
      }
    },
  }
}

interface PolicyDeps {
  readonly scanner: ClassScanner
  readonly findHidden: FindHidden
  readonly classes: readonly ProhibitedClass[]
}

/** Redacts until nothing is found, or drops the text. */
function applyPolicy(text: string, { scanner, findHidden, classes }: PolicyDeps): Sanitised {
  // A scan of its own for each text, so that one text never changes the result of another.
  const scan = scanner.open()
  const counts = new Map<string, number>()
  let current = text
  for (let round = 0; round < maxRounds; round++) {
    const hidden = findHidden(current)
    const carried = hidden.length === 0 ? [] : scanner.open()(decodeHidden(current, hidden)).matches
    if (carried.length > 0) return makeBlocked('it hides what is prohibited in invisible text', carried)
    addCount(counts, 'hidden-text', hidden.length)
    const plain = applyEdits(
      current,
      hidden.map(({ start, end, replacement }) => ({ start, end, with: replacement })),
    )
    const { matches, replacements } = scan(plain)
    const dropped = matches.filter((match) => match.class.action === 'drop')
    if (dropped.length > 0) return makeBlocked(`it holds what is prohibited: ${listNames(dropped)}`, dropped)
    if (matches.length === 0) return finish(text, plain, { counts, classes })
    const spans = replacements()
    for (const match of spans) addCount(counts, match.class.name, 1)
    current = applyEdits(
      plain,
      spans.map(({ start, end, marker }) => ({ start, end, with: marker })),
    )
  }
  return makeBlocked('something prohibited was still there after it had been redacted', scan(current).matches)
}

function finish(
  original: string,
  text: string,
  { counts, classes }: { counts: ReadonlyMap<string, number>; classes: readonly ProhibitedClass[] },
): Sanitised {
  if (text === original) return { status: 'clean', text, actions: [] }
  const names = ['hidden-text', ...classes.map(({ name }) => name)].filter((name) => counts.has(name))
  const actions = names.map((name) => ({ class: name, action: 'redact' as const, count: counts.get(name)! }))
  return { status: 'redacted', text, actions }
}

function makeBlocked(why: string, matches: readonly ClassMatch[]): Sanitised {
  const counts = new Map<string, number>()
  for (const match of matches) addCount(counts, match.class.name, 1)
  const actions = [...counts].map(([name, count]) => ({ class: name, action: 'drop' as const, count }))
  return { status: 'blocked', text: null, why, actions }
}

function listNames(matches: readonly ClassMatch[]): string {
  return [...new Set(matches.map((match) => match.class.name))].join(', ')
}

function addCount(counts: Map<string, number>, name: string, count: number): void {
  if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count)
}
