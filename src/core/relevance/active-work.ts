import { findReferences, getDocumentKeys, type Reference } from './references.ts'
import { scanDocument } from './scan-document.ts'
import { compareCodeUnits, extractTerms } from './terms.ts'

/** The terms and documents of the current work. */
export interface ActiveWork {
  readonly documents: readonly ActiveDocument[]
  /** Search terms, each with the weights of the places that contain it. */
  readonly weights: ReadonlyMap<string, number>
}

export interface ActiveDocument {
  readonly path: string
  readonly keys: readonly string[]
  readonly references: readonly Reference[]
  readonly terms: ReadonlySet<string>
}

const weightsByPlace = { task: 3, title: 3, heading: 1 } as const

/** Describes the current work. The order of the documents does not matter. */
export function describeActiveWork(
  active: readonly { readonly path: string; readonly text: string }[],
  task: string | null,
): ActiveWork {
  const weights = new Map<string, number>()
  const weigh = (text: string, weight: number) => {
    // A word that repeats in one place counts once.
    for (const term of new Set(extractTerms(text))) weights.set(term, (weights.get(term) ?? 0) + weight)
  }
  const sorted = [...active].sort((a, b) => compareCodeUnits(a.path, b.path))
  const documents = sorted.map(({ path, text }) => {
    const scanned = scanDocument(path, text)
    weigh(scanned.title, weightsByPlace.title)
    for (const { text: heading } of scanned.headings) weigh(heading, weightsByPlace.heading)
    return {
      path,
      keys: getDocumentKeys(path, scanned.title),
      references: findReferences(path, scanned),
      terms: new Set(extractTerms(`${text}\n${path}`)),
    }
  })
  if (task !== null) weigh(task, weightsByPlace.task)
  return { documents, weights }
}
