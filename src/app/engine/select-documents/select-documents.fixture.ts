// Sections with chosen documents, from files given as text.

import { makeManifest } from '../../../core/manifest/manifest.fixture.ts'
import type { SectionReading } from '../../../core/packet/index.ts'
import { makePlan, makeRequest, type Plan, type PlannedSection } from '../../../core/plan/index.ts'
import type { FoundSource, Observation } from '../../../core/values/index.ts'
import type { CandidatePool, DocumentCandidate } from './candidates.ts'
import type { SectionCandidates } from './choose-within-limits.ts'

const tiers = {
  rules: { documents: 2, authority: 'rule' },
  task: { documents: 'rest' },
  outside: { documents: { share: 0.5, most: 2 }, authority: 'signal' },
} as const

export function makeTestPlan(sections: object, over: object = {}, output: string | null = null): Plan {
  const manifest = makeManifest({
    tiers,
    bundle: { template: {} },
    fallback: { needs: ['rules', 'task'], steps: { more: { times: 2 } }, default: 'more' },
    sections: { soul: null, ...sections },
    ...over,
  })
  const bundle = { documents: null, excerpt: null, fallback: null, adapters: [], output }
  return makePlan(manifest, makeRequest({ repo: 'shop', bundle }))
}

function findSection(plan: Plan, id: string): PlannedSection {
  return plan.sections.find((section) => section.id === id)!
}

export function makeFound(path: string, text = `Text of ${path}`): FoundSource {
  const modifiedAt = '2026-01-01T00:00:00Z'
  return {
    state: 'found',
    uri: `file:${path}`,
    path,
    text,
    digest: `d:${path}`,
    bytes: text.length,
    modifiedAt,
  }
}

/** Candidates of a section. `seen` counts the documents that were read. */
export function makePool(
  plan: Plan,
  id: string,
  paths: readonly string[],
  { seen = [], as = makeFound }: { seen?: string[]; as?: (path: string) => Observation } = {},
): CandidatePool {
  const section = findSection(plan, id)
  const candidates = paths.map(
    (path): DocumentCandidate => ({
      path,
      source: section.sources[0]!,
      read() {
        seen.push(path)
        return as(path)
      },
    }),
  )
  return { section, candidates, tried: [], diagnostics: [], asked: [], places: [] }
}

/** A section that is one document. */
export function fixed(plan: Plan, id: string, ...paths: readonly string[]): SectionCandidates {
  const reading: SectionReading = {
    section: id,
    source: 0,
    found: paths.map((path) => makeFound(path)),
    tried: [],
  }
  return { section: findSection(plan, id), reading }
}
