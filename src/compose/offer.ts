// What a server offers, put together.
import { randomUUID } from 'node:crypto'
import { openMemoryCache, readOncePerTurn } from '../adapters/cache/index.ts'
import { cachedWhileUnchangedSync } from '../app/file-memo.ts'
import { inertness } from '../app/hook/inert.ts'
import { withMemoryCache } from '../app/memory-cache.ts'
import { openOffer } from '../app/offer/offer.ts'
import type { Project, StoreTrouble, Workshop } from '../ports/index.ts'
import type { Past } from '../surfaces/cli/index.ts'
import type { McpApp } from '../surfaces/mcp/index.ts'
import { trustPlace } from './hook.ts'
import { keepingFor } from './keeping.ts'
import { headFilesOf } from './repository.ts'
import type { Surroundings } from './surroundings.ts'
import { together } from './together.ts'

export interface OfferParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
  past(): Promise<Past>
  readonly warn: (trouble: StoreTrouble) => void
}

export async function offerFor(parts: OfferParts, project: Project): Promise<McpApp> {
  const { around } = parts
  const warn = onceEach(parts.warn)
  const objects = openMemoryCache()
  const shop = withMemoryCache(parts.shop, project, {
    cache: openMemoryCache(parts.shop.cache),
    objects,
    fileVersions: readOncePerTurn(parts.shop.fileVersions, project),
    headFiles: (directory) => headFilesOf(around.env, directory),
  })
  const { recorder, counting, close } = keepingFor(around.env, project, true)
  const placeOfTrust = () =>
    cachedWhileUnchangedSync({ ...shop, cache: objects }, project, ['trust-place'], () => ({
      value: trustPlace({ ...parts, shop }, project),
      files: [''],
    }))
  const offer = openOffer({
    shop,
    project,
    recorder: together(recorder),
    counting,
    inert: () => inertness(shop, project, placeOfTrust()),
    status: async (asked) => (await parts.past()).contextShow({ project, store: undefined }, asked, 10),
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
