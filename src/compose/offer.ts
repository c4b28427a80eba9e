// What a server offers, put together.
import { randomUUID } from 'node:crypto'
import { inertness } from '../app/hook/inert.ts'
import type { ContextShowAnswer } from '../app/index.ts'
import { openOffer } from '../app/offer/offer.ts'
import type { Request } from '../core/plan/index.ts'
import type { Project } from '../ports/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { trustPlace } from './hook.ts'
import { keepingFor } from './keeping.ts'
import { lastingShop, whileSame } from './lasting.ts'
import type { Parts } from './parts.ts'
import { together } from './together.ts'

export interface OfferParts extends Parts {
  /** The state of every source of the project. */
  status(project: Project, asked: Request): Promise<ContextShowAnswer>
}

export async function offerFor(parts: OfferParts, project: Project): Promise<McpApp> {
  const { around } = parts
  const warn = onceEach(parts.warn)
  const shop = lastingShop(parts.shop, project, around.env)
  const { recorder, counting, close } = keepingFor(around.env, project, true)
  const placeOfTrust = whileSame(shop, project, () => trustPlace({ ...parts, shop }, project))
  const offer = openOffer({
    shop,
    project,
    recorder: together(recorder),
    counting,
    inert: () => inertness(shop, project, placeOfTrust()),
    status: (asked) => parts.status(project, asked),
    warn,
  })
  return {
    version: around.version,
    offer,
    newSession: () => randomUUID(),
    warn,
    close,
  }
}

/** Many more than there are troubles at the same time. */
const mostTold = 100

/** A server may meet the same trouble at every read, and whoever looks after it needs to hear of it once. */
function onceEach(warn: OfferParts['warn']): OfferParts['warn'] {
  const told = new Set<string>()
  return (trouble) => {
    if (told.has(trouble.detail)) return
    if (told.size >= mostTold) told.clear()
    told.add(trouble.detail)
    warn(trouble)
  }
}
