// Reads what is due and makes a packet of what of it is news. Loaded where something may be.
import {
  decide,
  leftOver,
  type Present,
  type RefreshDecision,
  type RefreshFacts,
  waitingIn,
  waitingLongest,
} from '../../core/refresh/index.ts'
import type { Project, Sessions, Workshop } from '../../ports/index.ts'
import { type Compiled, compile } from '../compile.ts'
import { newOccasion, type Who } from '../occasion.ts'
import { choiceFor, plannedFor } from './documents.ts'
import { chooseNews, makeNews, type News } from './packet.ts'
import { isOf, knownIn, planOf, type RefreshPlan, sectionsFor, spreadIn, type Wanted } from './plan.ts'
import { documentsIn, presentIn } from './present.ts'

interface Looking {
  readonly shop: Workshop
  readonly project: Project
  readonly planned: RefreshPlan
  readonly facts: RefreshFacts
  readonly who: Who
}

export interface Looked {
  readonly decision: RefreshDecision
  /** Null where nothing is to be sent. */
  readonly news: News | null
  /** What was only looked at: it counts as told, so that a change of it is noticed. */
  readonly seen: Parameters<Sessions['tell']>[1]['sections']
  /** What is due and not in the news. */
  readonly waiting: readonly string[]
}

type Section = RefreshPlan['sections'][number]

/** Of the tiers that are due, and of what had no room before. */
export async function look(looking: Looking, due: readonly string[]): Promise<Looked> {
  const { shop, project, planned, facts, who } = looking
  const { plan, chain } = planned.prepared
  const manifest = { manifest: plan.manifest, manifest_digest: chain[0]?.digest ?? '' }
  const occasion = newOccasion(shop, project, manifest, who)
  const spread = spreadIn(planned)
  const choice = spread.length === 0 ? [] : await choiceFor(shop, project, planned)
  const compiled = async (wanted: Wanted): Promise<Compiled | null> =>
    wanted.ids.length === 0
      ? null
      : compile(shop, project, planOf(shop, { ...planned, choice }, wanted), occasion)
  const waited = waitingIn(facts)
  const isWaiting = (id: string) =>
    waited.includes(id) || (spread.includes(id) && waited.some((one) => isOf(one, id)))
  const isDue = ({ id, tier }: Section) => tier !== null && (due.includes(tier) || isWaiting(id))
  // What is only looked at takes no room from what may be sent. Where no trigger is asked, it is not looked at.
  const isAside = ({ tier }: Section) => tier === null && facts.session !== null && due.length > 0
  // How much the channel carries is no matter of what has changed.
  const seenIn = (isWanted: (one: Section) => boolean) =>
    compiled({ ids: planned.sections.filter(isWanted).map((one) => one.id), room: null })
  const there = await seenIn(isDue)
  const aside = await seenIn(isAside)
  const known = knownIn(facts.session)
  const reader = spread.length === 0 ? null : await shop.sources(project, plan.exclude)
  const present = planned.sections.flatMap((one) => {
    const from = isAside(one) ? aside : isDue(one) ? there : null
    if (from === null) return []
    if (reader === null || !spread.includes(one.id)) return [presentIn(from, one.id)]
    return documentsIn(from, plannedFor(planned, one.id)!, { known, reader })
  })
  const named = [...present.map(({ section }) => section), ...known]
  const now = { ...facts, sections: sectionsFor(planned, named) }
  const decision = decide(now, present)
  const { send, nothing } = decision
  const seen = present.flatMap((one) => toldAside(planned, one))
  if (there === null || nothing !== null)
    return { decision, news: null, seen, waiting: leftOver(now, present, { send, sent: [] }) }
  const choosing = { send, first: waitingLongest(now, send), room: plan.room, compiled }
  const chosen = (await chooseNews(choosing)) ?? there
  const making = { project, planned, there, compiled: chosen, waited, decision, occasion }
  const news = await makeNews(shop, making)
  return { decision, news, seen, waiting: leftOver(now, present, { send, sent: news?.sent ?? [] }) }
}

function toldAside({ sections }: RefreshPlan, one: Present): Looked['seen'] {
  const isAside = sections.some(({ id, tier }) => id === one.section && tier === null)
  if (!isAside || one.state === 'unavailable') return []
  const { section } = one
  if (one.state === 'absent') return [{ section, digest: '', form: 'removed' }]
  return [{ section, digest: one.content, form: 'content' }]
}
