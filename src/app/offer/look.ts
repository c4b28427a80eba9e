import { catalogOf, parseAddress } from '../../core/address/index.ts'
import { getPacket } from '../get-packet.ts'
import { type OfferTools, requestFor } from './order.ts'

const nobody = { agent: null, role: null }

/**
 * Tells one version of what lies at an address from another. Nobody is sent anything, so there is no receipt; no plugin is asked
 * just to see whether it would say the same.
 */
export async function lookAt(tools: OfferTools, address: string): Promise<string> {
  const { shop, project } = tools
  if (await isPlugin(tools, address)) return 'elsewhere'
  const request = { ...requestFor(tools), address }
  const result = await getPacket(shop, { project, request, who: nobody, useCache: true })
  if ('refused' in result) return `refused: ${result.refused.refusal.message}`
  const { sections, left_out } = result.packet.receipt
  return shop.hash(JSON.stringify([sections.map((one) => one.sent_digest), left_out]))
}

/** Refuses what is no address. */
async function isPlugin({ shop, project }: OfferTools, address: string): Promise<boolean> {
  if (address.startsWith('section:')) return false
  const { manifest } = await shop.loadManifest(project.manifestFile)
  return parseAddress(address, catalogOf(manifest)).kind === 'plugin'
}
