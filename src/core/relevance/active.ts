import { keysOf, type Reference, referencesOf } from './links.ts'
import { scan } from './scan.ts'
import { compare, termsOf } from './terms.ts'

/** What the work at hand says of itself. */
export interface Active {
  readonly documents: readonly ActiveDocument[]
  /** Terms to ask with, and how much weight the places have that they stand in. */
  readonly weights: ReadonlyMap<string, number>
}

export interface ActiveDocument {
  readonly path: string
  readonly keys: readonly string[]
  readonly references: readonly Reference[]
  readonly terms: ReadonlySet<string>
}

const weightOf = { task: 3, title: 3, heading: 1 } as const

/** The order that the documents come in changes nothing. */
export function activeWork(
  around: readonly { readonly path: string; readonly text: string }[],
  task: string | null,
): Active {
  const weights = new Map<string, number>()
  const weigh = (text: string, weight: number) => {
    // A word that is said again and again in one place is meant once.
    for (const term of new Set(termsOf(text))) weights.set(term, (weights.get(term) ?? 0) + weight)
  }
  const sorted = [...around].sort((a, b) => compare(a.path, b.path))
  const documents = sorted.map(({ path, text }) => {
    const scanned = scan(path, text)
    weigh(scanned.title, weightOf.title)
    for (const { text: heading } of scanned.headings) weigh(heading, weightOf.heading)
    return {
      path,
      keys: keysOf(path, scanned.title),
      references: referencesOf(path, scanned),
      terms: new Set(termsOf(`${text}\n${path}`)),
    }
  })
  if (task !== null) weigh(task, weightOf.task)
  return { documents, weights }
}
