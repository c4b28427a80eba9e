// Reads what is due and makes a packet of what of it is news. Loaded where something may be.
import {
  type CurrentSection,
  computeStillWaiting,
  decideRefresh,
  findLongestWaiting,
  findWaiting,
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
import { readCurrentDocuments, readCurrentSection } from './current-sections.ts'
import { chooseDocuments, findPlannedSection } from './document-choice.ts'
import {
  expandSections,
  isDocumentOfSection,
  listDocumentSections,
  listKnownSections,
  planSections,
  type RefreshPlan,
  type WantedSections,
} from './refresh-plan.ts'
import { chooseUpdatePacket, makeUpdatePacket, type UpdatePacket } from './update-packet.ts'

interface Looking {
  readonly engine: EngineServices
  readonly project: Project
  readonly planned: RefreshPlan
  readonly facts: RefreshFacts
  readonly who: CallerInfo
}

export interface UpdateResult {
  readonly decision: RefreshDecision
  /** Null where nothing is to be sent. */
  readonly news: UpdatePacket | null
  /** What was only looked at: it counts as told, so that a change of it is noticed. */
  readonly seen: Parameters<Sessions['tell']>[1]['sections']
  /** What is due and not in the news. */
  readonly waiting: readonly string[]
}

type Section = RefreshPlan['sections'][number]

/** Of the tiers that are due, and of what had no room before. */
export async function collectUpdates(looking: Looking, due: readonly string[]): Promise<UpdateResult> {
  const { engine, project, planned, facts, who } = looking
  const { plan, chain } = planned.prepared
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion = makeInjectionMetadata(engine, project, manifest, who)
  const spread = listDocumentSections(planned)
  const choice = spread.length === 0 ? [] : await chooseDocuments(engine, project, planned)
  const compiled = async (wanted: WantedSections): Promise<CompileResult | null> =>
    wanted.ids.length === 0
      ? null
      : compilePacket(engine, project, planSections(engine, { ...planned, choice }, wanted), occasion)
  const waited = findWaiting(facts)
  const isWaiting = (id: string) =>
    waited.includes(id) || (spread.includes(id) && waited.some((one) => isDocumentOfSection(one, id)))
  const isDue = ({ id, tier }: Section) => tier !== null && (due.includes(tier) || isWaiting(id))
  // What is only looked at takes no room from what may be sent. Where no trigger is asked, it is not looked at.
  const isAside = ({ tier }: Section) => tier === null && facts.session !== null && due.length > 0
  // How much the channel carries is no matter of what has changed.
  const seenIn = (isWanted: (one: Section) => boolean) =>
    compiled({ ids: planned.sections.filter(isWanted).map((one) => one.id), room: null })
  const there = await seenIn(isDue)
  const aside = await seenIn(isAside)
  const known = listKnownSections(facts.session)
  const reader = spread.length === 0 ? null : await engine.sources(project, plan.exclude)
  const present = planned.sections.flatMap((one) => {
    const from = isAside(one) ? aside : isDue(one) ? there : null
    if (from === null) return []
    if (reader === null || !spread.includes(one.id)) return [readCurrentSection(from, one.id)]
    return readCurrentDocuments(from, findPlannedSection(planned, one.id)!, { known, reader })
  })
  const named = [...present.map(({ section }) => section), ...known]
  const now = { ...facts, sections: expandSections(planned, named) }
  const decision = decideRefresh(now, present)
  const { send, nothing } = decision
  const seen = present.flatMap((one) => toldAside(planned, one))
  if (there === null || nothing !== null)
    return { decision, news: null, seen, waiting: computeStillWaiting(now, present, { send, sent: [] }) }
  const choosing = { send, first: findLongestWaiting(now, send), room: plan.channelLimit, compiled }
  const chosen = (await chooseUpdatePacket(choosing)) ?? there
  const making = { project, planned, there, compiled: chosen, waited, decision, occasion }
  const news = await makeUpdatePacket(engine, making)
  return {
    decision,
    news,
    seen,
    waiting: computeStillWaiting(now, present, { send, sent: news?.sent ?? [] }),
  }
}

function toldAside({ sections }: RefreshPlan, one: CurrentSection): UpdateResult['seen'] {
  const isAside = sections.some(({ id, tier }) => id === one.section && tier === null)
  if (!isAside || one.state === 'unavailable') return []
  const { section } = one
  if (one.state === 'absent') return [{ section, digest: '', form: 'removed' }]
  return [{ section, digest: one.content, form: 'content' }]
}
