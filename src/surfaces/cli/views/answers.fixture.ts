import type { ContextSection, SectionChange, VerifyResult } from '../../../app/history/index.ts'
import type { InjectionLabel } from '../../../app/output/index.ts'
import type { Comparison, Rate } from '../../../core/history/index.ts'
import type { LogRow } from '../../../ports/index.ts'

export const digest = (letter: string) => `sha256:${letter.repeat(64)}`

export const label: InjectionLabel = {
  injection_id: 'INJ-20261116-062000-abc123',
  seq: 12,
  at: '2026-11-16T06:20:00.123Z',
  level: 'standard',
  agent: 'claude',
  total: 812,
}

export function row(given: Partial<LogRow> = {}): LogRow {
  return {
    seq: 12,
    at: '2026-11-16T06:20:00.123Z',
    digest: digest('a'),
    injection_id: 'INJ-20261116-062000-abc123',
    session_id: 'ses-0123456789ab',
    run_id: null,
    agent: null,
    role: null,
    level: 'standard',
    status: 'success',
    total: 812,
    account: digest('b'),
    outcome: null,
    ...given,
  }
}

export function section(given: Partial<ContextSection> & Pick<ContextSection, 'section'>): ContextSection {
  return { state: 'injected', size: 120, cap: null, why: null, address: null, sources: [], ...given }
}

export function change(given: Partial<SectionChange> & Pick<SectionChange, 'section'>): SectionChange {
  return {
    change: 'same',
    size: { before: 120, after: 120 },
    sources: { before: [], after: [] },
    why: null,
    hunks: [],
    ...given,
  }
}

/** An injection before `label`. */
export const labelBefore: InjectionLabel = {
  ...label,
  injection_id: 'INJ-20261115-101500-xyz789',
  seq: 11,
  agent: null,
}

export const changedSection = change({
  section: 'anchors',
  change: 'changed',
  size: { before: 118, after: 121 },
  sources: {
    before: [{ path: 'docs/ANCHORS.md', digest: digest('a') }],
    after: [
      { path: 'docs/ANCHORS.md', digest: digest('b') },
      { path: 'docs/MORE.md', digest: digest('c') },
    ],
  },
  hunks: [
    {
      before: [1, 2],
      after: [1, 2],
      lines: [
        { op: ' ', text: 'Non-Negotiables:' },
        { op: '-', text: '- Prices are integers' },
        { op: '+', text: '-\tPrices are decimals' },
      ],
    },
  ],
})

export function rate(successes: number, runs: number): Rate {
  return runs === 0
    ? { runs, successes, rate: null, low: null, high: null }
    : { runs, successes, rate: successes / runs, low: 0.25, high: 0.755 }
}

export const better: Comparison = {
  with: rate(24, 30),
  without: rate(6, 12),
  difference: 0.3,
  low: 0.02,
  high: 0.58,
  verdict: 'better',
}

export const unclear: Comparison = {
  with: rate(1, 2),
  without: rate(0, 0),
  difference: null,
  low: null,
  high: null,
  verdict: 'too little data',
}

export const holding: VerifyResult = {
  project: 'shop',
  uid: '0123456789abcdef',
  holds: true,
  entries: 120,
  head: { seq: 120, digest: digest('c') },
  fault: null,
  pruned: { texts: 0, accounts: 0 },
  lost: [],
  clock_back: 0,
  checkpoint: null,
  wrote: null,
}

/** A hostile name with escape sequences and a line break. */
export const hostile = 'a\u001b[2Jb\u009bc\u202ed\ne'
export const widest = (text: string) => Math.max(...text.split('\n').map((line) => [...line].length))
