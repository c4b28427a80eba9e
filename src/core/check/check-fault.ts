/** From the mildest to the gravest. */
export const severities = ['notice', 'warning', 'error'] as const
export type FindingSeverity = (typeof severities)[number]

/** The agent for which a finding holds, and the version on which its behaviour was measured. */
export interface MeasuredAgent {
  readonly id: string
  readonly version: string
}

export interface CheckFault {
  readonly code: string
  readonly severity: FindingSeverity
  /** Path in the project. */
  readonly file: string
  /** From 1. Null if the finding is about the whole file. */
  readonly line: number | null
  /** The fault, in one sentence. */
  readonly message: string
  readonly expected: string
  /** The next step for a person. */
  readonly advice: string
  /** Null if the finding holds for every agent. */
  readonly agent: MeasuredAgent | null
}

export function isAtLeast(severity: FindingSeverity, limit: FindingSeverity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(limit)
}

/** By file, line and code, so that the same tree always gives the same list. */
export function orderFindings(findings: readonly CheckFault[]): CheckFault[] {
  return [...findings].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compare(a.code, b.code) ||
      compare(a.message, b.message) ||
      compare(a.agent?.id ?? '', b.agent?.id ?? ''),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
