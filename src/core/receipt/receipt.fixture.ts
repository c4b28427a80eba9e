import { makeManifest } from '../manifest/manifest.fixture.ts'
import type { Packet } from '../packet/index.ts'
import { makePlan, makeRequest } from '../plan/index.ts'
import { buildReceipt, type InjectionMetadata, type Receipt } from './receipt.ts'

export type PacketSection = Packet['sections'][number]
export type LeftOut = Packet['leftOut'][number]

export const occasion: InjectionMetadata = {
  injection_id: 'INJ-20260103-183000-abc123',
  timestamp: '2026-01-03T18:30:00Z',
  session_id: 'ses-abcdefghijkl',
  run_id: null,
  repo: 'app',
  commit: null,
  agent: 'claude',
  role: null,
  engine: 'foreword 0.1.0',
  manifest: 'small',
  manifest_digest: 'sha256:m',
}

export function sectionOf(over: Partial<PacketSection> = {}): PacketSection {
  return {
    id: 'journal',
    heading: 'JOURNAL',
    address: null,
    tier: null,
    authority: 'fact',
    sources: [{ path: 'j/1.md', digest: 'sha256:j', bytes: 90, date: '2026-01-01', basis: 'document' }],
    ageDays: 2,
    strategy: 'full',
    lines: [{ text: 'The text of the section.', at: 1 }],
    beforeCap: [{ text: 'What the cap took away.', at: 2 }],
    size: 6,
    cap: 500,
    protected: false,
    reductions: [],
    redactions: {},
    labels: {},
    facts: {},
    ...over,
  }
}

export function leftOut(over: Partial<LeftOut> = {}): LeftOut {
  return {
    id: 'roadmap',
    heading: 'ROADMAP',
    tier: null,
    reason: 'over-budget',
    why: 'over budget',
    source: 'docs/R.md',
    sources: [{ path: 'docs/R.md', digest: 'sha256:r', bytes: 9, date: null, basis: null }],
    looked: [],
    size: 40,
    redactions: {},
    ...over,
  }
}

function packetOf(over: Partial<Packet> = {}): Packet {
  const plan = makePlan(makeManifest({}), makeRequest({ repo: 'app' }))
  return {
    manifest: plan.manifest,
    level: plan.level,
    ceiling: plan.ceiling,
    measure: plan.measure,
    sections: [sectionOf()],
    leftOut: [],
    note: 'none',
    overBudget: false,
    render: plan.render,
    expansions: plan.expansions,
    redact: plan.redact,
    record: null,
    diagnostics: [],
    decisions: [],
    aging: [],
    intent: 'default',
    states: [],
    account: null,
    bundle: null,
    ranking: plan.externalRules.ranking,
    ...over,
  }
}

export function receiptFor(over: Partial<Packet> = {}): Receipt {
  const map = [{ start: 0, end: 9, section: 'journal', source: 'j/1.md', lines: [1, 1] as const }]
  const sent = { total: 30, digest: 'sha256:p', map, sectionDigests: { journal: 'sha256:s' } }
  return buildReceipt(packetOf(over), sent, occasion)
}
