// What a server offers, put together.
import { randomUUID } from 'node:crypto'
import { inertness } from '../app/hook/inert.ts'
import { openOffer } from '../app/offer/offer.ts'
import type { Counting } from '../app/refresh/told.ts'
import type { Project, StoreTrouble, Workshop } from '../ports/index.ts'
import type { Past } from '../surfaces/cli/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { trustPlace } from './hook.ts'
import { keepingFor } from './keeping.ts'
import { lastingShop } from './lasting.ts'
import type { Surroundings } from './surroundings.ts'

export interface OfferParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
  past(): Promise<Past>
  readonly warn: (trouble: StoreTrouble) => void
}

export async function offerFor(parts: OfferParts, project: Project): Promise<McpApp> {
  const { around, warn } = parts
  const shop = lastingShop(parts.shop, project)
  const { recorder, counting } = keepingFor(around.env, project)
  let counted: Promise<Counting> | undefined
  const offer = openOffer({
    shop,
    project,
    recorder,
    counting() {
      counted ??= counting()
      return counted
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
