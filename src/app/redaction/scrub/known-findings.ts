import type { Baseline, KnownFinding } from '../../../ports/index.ts'

/** The facts of a finding by which it is known again. */
type FoundPlace = Omit<KnownFinding, 'count'>

/** Compares findings with a baseline by file, rule, fingerprint and count. Line numbers are ignored, because lines move. */
export interface KnownFindings {
  /** Whether the baseline has the finding. Each finding of the baseline matches once. */
  has(finding: FoundPlace): boolean
  /** The number of findings in these files that `has` did not match. */
  gone(files: ReadonlySet<string>): number
}

export function matchBaseline(baseline: Baseline | null): KnownFindings {
  const left = new Map<string, { readonly file: string; count: number }>()
  for (const finding of baseline?.findings ?? []) {
    const count = (left.get(makeKey(finding))?.count ?? 0) + finding.count
    left.set(makeKey(finding), { file: finding.file, count })
  }
  return {
    has(finding) {
      const same = left.get(makeKey(finding))
      if (same === undefined || same.count === 0) return false
      same.count--
      return true
    },
    gone(files) {
      let count = 0
      for (const group of left.values()) if (files.has(group.file)) count += group.count
      return count
    },
  }
}

/** Sorts the findings, so that a changed finding changes only its own lines in the file. */
export function buildBaseline(salt: string, findings: readonly FoundPlace[]): Baseline {
  const known = new Map<string, KnownFinding>()
  for (const { file, rule, fingerprint, line } of findings) {
    const key = makeKey({ file, rule, fingerprint })
    const before = known.get(key)
    const count = (before?.count ?? 0) + 1
    known.set(key, { file, rule, fingerprint, count, line: Math.min(before?.line ?? line, line) })
  }
  const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1))
  return { salt, findings: sorted.map(([, finding]) => finding) }
}

function makeKey({ file, rule, fingerprint }: Pick<KnownFinding, 'file' | 'rule' | 'fingerprint'>): string {
  return `${file}\0${rule}\0${fingerprint}`
}
