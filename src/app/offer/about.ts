import type { OfferAbout } from './answer.ts'
import type { OfferTools } from './offer.ts'

/** What a client passes on to its model as soon as it is connected. */
export async function aboutOffer({ shop, project, inert }: OfferTools): Promise<OfferAbout> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const { scheme } = manifest
  const why = await inert()
  return { project: project.name, scheme, instructions: why ?? '', inert: why }
}
