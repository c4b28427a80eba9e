import { keptByStamps } from '../kept.ts'
import type { Face } from './draw-face.ts'
import type { OfferTools } from './order.ts'

/** Kept while the manifest is the same: to parse it at every start would cost more than all the rest. */
export async function faceOf({ shop, project }: OfferTools): Promise<Face> {
  return keptByStamps(shop, project, { kind: 'face', of: [shop.build, project] }, async () => {
    const { drawFace } = await import('./draw-face.ts')
    return drawFace(shop, project)
  })
}
