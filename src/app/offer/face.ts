import { cachedWhileUnchanged } from '../file-memo.ts'
import type { Face } from './draw-face.ts'
import type { OfferTools } from './order.ts'

/** Cached while the manifest is unchanged, because parsing it would take most of the time that a server needs to start. */
export async function faceOf({ shop, project }: OfferTools): Promise<Face> {
  return cachedWhileUnchanged(shop, project, ['server-summary', project], async () => {
    const { drawFace } = await import('./draw-face.ts')
    return drawFace(shop, project)
  })
}
