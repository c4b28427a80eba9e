/** Returns the candidate that the user most likely meant, or undefined. */
export function findNearestName(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8 || a.length > 64 || b.length > 64) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, before[j - 2]! + 1)
      }
      current.push(least)
    }
    before = previous
    previous = current
  }
  return previous[b.length]!
}

/** Returns a question for the message about an unknown name, with a space after it, or ''. */
export function askIfMeant(word: string, candidates: Iterable<string>): string {
  const meant = findNearestName(word, candidates)
  return meant === undefined ? '' : `Did you mean "${meant}"? `
}

/** Returns the end of a message about an unknown name. */
export function suggestNearest(word: string, candidates: readonly string[]): string {
  const meant = findNearestName(word, candidates)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
