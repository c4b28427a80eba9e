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
import { chooseNews, makeNews, type News, presentIn } from './packet.ts'
import { planOf, type RefreshPlan, type Wanted } from './plan.ts'

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
  const compiled = async (wanted: Wanted): Promise<Compiled | null> =>
    wanted.ids.length === 0 ? null : compile(shop, project, planOf(shop, planned, wanted), occasion)
  const waited = waitingIn(facts)
  const isDue = ({ id, tier }: Section) => tier !== null && (due.includes(tier) || waited.includes(id))
  // What is only looked at takes no room from what may be sent. Where no trigger is asked, it is not looked at.
  const isAside = ({ tier }: Section) => tier === null && facts.session !== null && due.length > 0
  // How much the channel carries is no matter of what has changed.
  const seenIn = (isWanted: (one: Section) => boolean) =>
    compiled({ ids: planned.sections.filter(isWanted).map((one) => one.id), room: null })
  const there = await seenIn(isDue)
  const aside = await seenIn(isAside)
  const present = planned.sections.flatMap((one) => {
    const from = isAside(one) ? aside : isDue(one) ? there : null
    return from === null ? [] : [presentIn(from, one.id)]
  })
  const decision = decide(facts, present)
  const { send, nothing } = decision
  const seen = present.flatMap((one) => toldAside(planned, one))
  if (there === null || nothing !== null)
    return { decision, news: null, seen, waiting: leftOver(facts, present, { send, sent: [] }) }
  const choosing = { send, first: waitingLongest(facts, send), room: plan.room, compiled }
  const chosen = (await chooseNews(choosing)) ?? there
  const making = { project, planned, there, compiled: chosen, waited, decision, occasion }
  const news = await makeNews(shop, making)
  return { decision, news, seen, waiting: leftOver(facts, present, { send, sent: news?.sent ?? [] }) }
}

function toldAside({ sections }: RefreshPlan, one: Present): Looked['seen'] {
  const isAside = sections.some(({ id, tier }) => id === one.section && tier === null)
  if (!isAside || one.state === 'unavailable') return []
  const { section } = one
  if (one.state === 'absent') return [{ section, digest: '', form: 'removed' }]
  return [{ section, digest: one.content, form: 'content' }]
}
