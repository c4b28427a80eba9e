// Reads the due sections and makes a packet of the changed ones. Loaded only if a section may be due.
import { loadedReason } from '../../../core/plan/index.ts'
import {
  type CurrentSection,
  decideRefresh,
  findLongestWaitingSections,
  findUnsentSections,
  findWaitingSections,
  type RefreshDecision,
  type RefreshFacts,
} from '../../../core/session/index.ts'
import type { EngineServices, Project, Sessions } from '../../../ports/index.ts'
import {
  type CallerInfo,
  type CompileResult,
  compilePacket,
  makeInjectionMetadata,
} from '../../engine/index.ts'
import { chooseDocuments, findPlannedSection } from './choose-documents.ts'
import { readCurrentDocuments, readCurrentSection } from './current-sections.ts'
import {
  expandSections,
  isDocumentOfSection,
  listDocumentSections,
  listKnownSections,
  type PlanSectionsInput,
  planSections,
  type RefreshPlan,
} from './refresh-plan.ts'
import { chooseUpdatePacket, makeUpdatePacket, type UpdatePacket } from './update-packet.ts'

interface CollectInput {
  readonly engine: EngineServices
  readonly project: Project
  readonly planned: RefreshPlan
  readonly facts: RefreshFacts
  readonly who: CallerInfo
}

export interface UpdateResult {
  readonly decision: RefreshDecision
  /** Null if there is nothing to send. */
  readonly news: UpdatePacket | null
  /** Watched addresses. They are recorded like sent sections, so that the next change is noticed. */
  readonly seen: Parameters<Sessions['recordSent']>[1]['sections']
  /** Sections that are due and not in the packet. */
  readonly waiting: readonly string[]
}

type Section = RefreshPlan['sections'][number]

/** Collects the updates of the due tiers, and of the sections that did not fit before. */
export async function collectUpdates(input: CollectInput, due: readonly string[]): Promise<UpdateResult> {
  const { engine, project, planned, facts, who } = input
  const { plan, chain } = planned.prepared
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion = makeInjectionMetadata(engine, project, manifest, who)
  const spread = listDocumentSections(planned)
  const choice = spread.length === 0 ? [] : await chooseDocuments(engine, project, planned)
  const compile = async (sections: PlanSectionsInput): Promise<CompileResult | null> =>
    sections.ids.length === 0
      ? null
      : compilePacket(engine, project, planSections(engine, { ...planned, choice }, sections), occasion)
  const waited = findWaitingSections(facts)
  const isWaiting = (id: string) =>
    waited.includes(id) || (spread.includes(id) && waited.some((other) => isDocumentOfSection(other, id)))
  const isDue = ({ id, tier }: Section) => tier !== null && (due.includes(tier) || isWaiting(id))
  // Watched addresses are compiled separately, so that they take no budget from the sections to send. Skip them if no trigger is due.
  const isAside = ({ tier }: Section) => tier === null && facts.session !== null && due.length > 0
  // The channel limit does not matter for finding changes.
  const compileUnlimited = (isIncluded: (section: Section) => boolean) =>
    compile({ ids: planned.sections.filter(isIncluded).map(({ id }) => id), channelLimit: null })
  const there = await compileUnlimited(isDue)
  const aside = await compileUnlimited(isAside)
  const known = listKnownSections(facts.session)
  const reader = spread.length === 0 ? null : await engine.sources(project, plan.exclude)
  const loaded = new Set([there, aside].flatMap(listLoadedSections))
  const all = planned.sections.flatMap((section) => {
    const from = isAside(section) ? aside : isDue(section) ? there : null
    if (from === null) return []
    if (reader === null || !spread.includes(section.id)) return [readCurrentSection(from, section.id)]
    return readCurrentDocuments(from, findPlannedSection(planned, section.id)!, { known, reader })
  })
  const present = all.filter(({ section }) => !loaded.has(section))
  const named = [...present.map(({ section }) => section), ...known]
  const now = { ...facts, sections: expandSections(planned, named) }
  const decision = decideRefresh(now, present)
  const { send, nothing } = decision
  const seen = present.flatMap((section) => makeWatchedRow(planned, section))
  if (there === null || nothing !== null)
    return { decision, news: null, seen, waiting: findUnsentSections(now, present, { send, sent: [] }) }
  const first = findLongestWaitingSections(now, send)
  const chosen =
    (await chooseUpdatePacket({ send, first, channelLimit: plan.channelLimit, compile })) ?? there
  const news = await makeUpdatePacket(engine, {
    project,
    planned,
    there,
    compiled: chosen,
    waited,
    isResume: facts.happened.kind === 'resume',
    decision,
    occasion,
  })
  return {
    decision,
    news,
    seen,
    waiting: findUnsentSections(now, present, { send, sent: news?.sent ?? [] }),
  }
}

/** Lists the sections that the agent loads by itself. The session has them, and foreword never sent them. */
function listLoadedSections(compiled: CompileResult | null): string[] {
  const leftOut = compiled?.packet.leftOut ?? []
  return leftOut.flatMap(({ id, why }) => (why === loadedReason ? [id] : []))
}

function makeWatchedRow({ sections }: RefreshPlan, current: CurrentSection): UpdateResult['seen'] {
  const { section } = current
  const isWatched = sections.some(({ id, tier }) => id === section && tier === null)
  if (!isWatched || current.state === 'unavailable') return []
  if (current.state === 'absent') return [{ section, digest: '', form: 'removed' }]
  return [{ section, digest: current.content, form: 'content' }]
}
