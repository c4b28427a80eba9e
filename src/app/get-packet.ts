import { agents } from '../agents/index.ts'
import { digits, hasForm, isMadeOf, letters, lowerHex } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { PacketInput, PacketResult } from './compile-request.ts'
import { newOccasion, type Who } from './occasion.ts'
import { findCachedPacket, renewPacket } from './packet-cache.ts'

export type { RefusedPacket } from './compile-request.ts'

/** No known secret is shorter than this. */
const shortestSecret = 4
const uuid = '00000000-0000-0000-0000-000000000000'
const sessionPrefixes = agents.flatMap(({ sessionPrefix }) => sessionPrefix ?? [])
const longestSession = 40
/** `before-compaction`, `claude-code 2.1.325`. */
const words = /^[a-z]{1,12}(?:[-_ ][a-z]{1,12})*(?: \d{1,4}(?:\.\d{1,4}){0,3})?$/

/** Who asks is kept in the receipt, and may be anything that somebody typed. Sessions with ordinary names cost nothing. */
export async function withoutSecrets(shop: Workshop, project: Project, who: Who): Promise<Who> {
  const odd = (text: string | null | undefined) =>
    typeof text === 'string' && text.length >= shortestSecret && !isSession(text) && !words.test(text)
  if (!odd(who.session) && !odd(who.role) && !odd(who.asked) && !odd(who.client)) return who
  const { cleanWho } = await import('./clean-who.ts')
  return cleanWho(shop, project, who)
}

/** As agents name their sessions. Without a regular expression: every hook asks. */
function isSession(text: string): boolean {
  const prefix = sessionPrefixes.find((one) => text.startsWith(one))
  if (prefix !== undefined) return isMadeOf(text.slice(prefix.length), letters + digits, 1, longestSession)
  return hasForm(text, uuid, `${lowerHex}ABCDEF`)
}

/** The packet for a request: from the cache while no file has changed, else compiled. */
export async function getPacket(shop: Workshop, input: PacketInput): Promise<PacketResult> {
  const { project, request, useCache, onLevel } = input
  const who = await withoutSecrets(shop, project, input.who)
  const cached = useCache ? findCachedPacket(shop, project, request) : null
  if (cached !== null) {
    const { level, manifest, manifest_digest } = cached.receipt
    onLevel?.(level)
    const occasion = newOccasion(shop, project, { manifest, manifest_digest }, who)
    return { packet: renewPacket(shop, cached, occasion), compiled: null }
  }
  const { compileRequest } = await import('./compile-request.ts')
  return compileRequest(shop, input, who)
}
