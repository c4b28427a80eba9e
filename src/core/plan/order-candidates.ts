import type { Selector, StubRule } from '../manifest/index.ts'
import { assertNever, getBaseName, parseEpochDay } from '../values/index.ts'
import { containsWords } from './contains-words.ts'

/** Orders candidates by preference. Only `all` and `intent` select more than one document. */
export function orderCandidates(
  select: Selector,
  paths: readonly string[],
  intent: string,
): readonly string[] {
  switch (select) {
    case 'first':
    case 'all':
      return paths
    case 'latest':
      return [...paths].sort(compareNewestFirst)
    case 'intent':
      return paths.filter((path) => containsWords(getBaseName(path), intent))
    default:
      return assertNever(select)
  }
}

const manySelectors: Readonly<Record<Selector, boolean>> = {
  first: false,
  latest: false,
  all: true,
  intent: true,
}

export function selectsMany(select: Selector): boolean {
  return manySelectors[select]
}

/** Compares by the date in the file name, then by name: `2026-01-05-002-x` comes before `2026-01-05-001-y`. Undated names come last. */
function compareNewestFirst(a: string, b: string): number {
  const dayA = parseEpochDay(getBaseName(a)) ?? Number.NEGATIVE_INFINITY
  const dayB = parseEpochDay(getBaseName(b)) ?? Number.NEGATIVE_INFINITY
  if (dayA !== dayB) return dayB > dayA ? 1 : -1
  return a < b ? 1 : a > b ? -1 : 0
}

const frontMatter = /^---[ \t]*\n(?:[\s\S]*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** Whether a document was created and never written. A stub is skipped while a better candidate exists. */
export function isStub(text: string, rule: StubRule | undefined): boolean {
  if (rule === undefined) return false
  const body = text.replace(frontMatter, '').trim()
  return body.length <= rule.max_chars && !rule.unless.some((sign) => body.includes(sign))
}
