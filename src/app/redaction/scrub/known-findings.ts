import type { Baseline, KnownFinding } from '../../../ports/index.ts'
import type { ScrubFinding } from './outputs.ts'

/** Findings held against a baseline. Lines move, so only file, rule and fingerprint count, and how many there are. */
export interface KnownFindings {
  /** Whether the baseline has it; each of its findings answers for one. */
  has(finding: ScrubFinding): boolean
  /** How many were not asked for, in these files. */
  gone(files: ReadonlySet<string>): number
}

export function matchBaseline(baseline: Baseline | null): KnownFindings {
  const left = new Map<string, { readonly file: string; count: number }>()
  for (const one of baseline?.findings ?? []) {
    const count = (left.get(keyOf(one))?.count ?? 0) + one.count
    left.set(keyOf(one), { file: one.file, count })
  }
  return {
    has(finding) {
      const same = left.get(keyOf(finding))
      if (same === undefined || same.count === 0) return false
      same.count--
      return true
    },
    gone(files) {
      let count = 0
      for (const one of left.values()) if (files.has(one.file)) count += one.count
      return count
    },
  }
}

/** Sorted, so that a change of the findings is a change of their lines and of no other. */
export function buildBaseline(salt: string, findings: readonly ScrubFinding[]): Baseline {
  const known = new Map<string, KnownFinding>()
  for (const { file, rule, fingerprint, line } of findings) {
    const key = keyOf({ file, rule, fingerprint })
    const before = known.get(key)
    const count = (before?.count ?? 0) + 1
    known.set(key, { file, rule, fingerprint, count, line: Math.min(before?.line ?? line, line) })
  }
  const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1))
  return { salt, findings: sorted.map(([, one]) => one) }
}

function keyOf({ file, rule, fingerprint }: Pick<KnownFinding, 'file' | 'rule' | 'fingerprint'>): string {
  return `${file}\0${rule}\0${fingerprint}`
}
