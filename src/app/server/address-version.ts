import { getCatalog, parseAddress } from '../../core/plan/index.ts'
import { getPacket } from '../engine/index.ts'
import { makeServerRequest, type ServerDeps } from './service-tools.ts'

const nobody = { agent: null, role: null }

/**
 * Tells one version of what lies at an address from another. Nobody is sent anything, so there is no receipt; no plugin is asked
 * just to see whether it would say the same.
 */
export async function computeAddressVersion(tools: ServerDeps, address: string): Promise<string> {
  const { engine, project } = tools
  if (await isPlugin(tools, address)) return 'elsewhere'
  const request = { ...makeServerRequest(tools), address }
  const result = await getPacket(engine, { project, request, who: nobody, useCache: true })
  if ('refused' in result) return `refused: ${result.refused.refusal.message}`
  const { sections, left_out } = result.packet.receipt
  return engine.hash(JSON.stringify([sections.map((one) => one.sent_digest), left_out]))
}

/** Refuses what is no address. */
async function isPlugin({ engine, project }: ServerDeps, address: string): Promise<boolean> {
  if (address.startsWith('section:')) return false
  const { manifest } = await engine.loadManifest(project.manifestFile)
  return parseAddress(address, getCatalog(manifest)).kind === 'plugin'
}
