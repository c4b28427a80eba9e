import { getCatalog, parseAddress } from '../../core/plan/index.ts'
import { getPacket } from '../engine/index.ts'
import { makeServerRequest, type ServerDeps } from './server-deps.ts'

const unnamedCaller = { agent: null, role: null }

/**
 * Identifies the version of the content at an address. Leaves no receipt, because nothing is sent. Does not ask plugins, because a
 * plugin has to run to answer.
 */
export async function computeAddressVersion(deps: ServerDeps, address: string): Promise<string> {
  const { engine, project } = deps
  if (await isPlugin(deps, address)) return 'elsewhere'
  const request = { ...makeServerRequest(deps), address }
  const result = await getPacket(engine, { project, request, who: unnamedCaller, useCache: true })
  if ('refused' in result) return `refused: ${result.refused.refusal.message}`
  const { sections, left_out } = result.packet.receipt
  return engine.hash(JSON.stringify([sections.map(({ sent_digest }) => sent_digest), left_out]))
}

/** Refuses text that is not an address. */
async function isPlugin({ engine, project }: ServerDeps, address: string): Promise<boolean> {
  if (address.startsWith('section:')) return false
  const { manifest } = await engine.loadManifest(project.manifestFile)
  return parseAddress(address, getCatalog(manifest)).kind === 'plugin'
}
