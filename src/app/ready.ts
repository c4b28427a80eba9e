import { agents } from '../agents/index.ts'
import { digits, hasForm, isMadeOf, letters, lowerHex } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { Readied, ReadyOrder } from './fresh.ts'
import { newOccasion, type Who } from './occasion.ts'
import { recall, renew } from './recall.ts'

export type { Refused } from './fresh.ts'

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

/** The packet for a request: as remembered when nothing has changed, else compiled. */
export async function makeReady(shop: Workshop, order: ReadyOrder): Promise<Readied> {
  const { project, request, debug, onLevel } = order
  const who = await withoutSecrets(shop, project, order.who)
  const memory = debug ? null : recall(shop, project, request)
  if (memory !== null) {
    const { level, manifest, manifest_digest } = memory.receipt
    onLevel?.(level)
    const occasion = newOccasion(shop, project, { manifest, manifest_digest }, who)
    return { ready: renew(shop, memory, occasion), compiled: null }
  }
  const { makeFresh } = await import('./fresh.ts')
  return makeFresh(shop, order, who)
}
