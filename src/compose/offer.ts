// What a server offers, put together.
import { randomUUID } from 'node:crypto'
import { inertness } from '../app/hook/inert.ts'
import { openOffer } from '../app/offer/offer.ts'
import type { Counting } from '../app/refresh/told.ts'
import type { Project, Recorder, StoreTrouble, Workshop } from '../ports/index.ts'
import type { Past } from '../surfaces/cli/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { trustPlace } from './hook.ts'
import { lastingShop } from './lasting.ts'
import { countingFor } from './sessions.ts'
import type { Surroundings } from './surroundings.ts'

export interface OfferParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
  recorder(project: Project): Promise<Recorder>
  past(): Promise<Past>
  readonly warn: (trouble: StoreTrouble) => void
}

export async function offerFor(parts: OfferParts, project: Project): Promise<McpApp> {
  const { around, warn } = parts
  const shop = lastingShop(parts.shop, project)
  let counting: Promise<Counting> | undefined
  const offer = openOffer({
    shop,
    project,
    recorder: await parts.recorder(project),
    counting() {
      counting ??= countingFor(around.env, project)
      return counting
    },
    inert: () => inertness(shop, project, trustPlace({ ...parts, shop }, project)),
    status: async (asked) => (await parts.past()).contextShow({ project, store: undefined }, asked, 10),
    warn,
  })
  return {
    version: around.version,
    offer,
    newSession: () => randomUUID(),
    warn,
  }
}
