import { agents } from '../../agents/index.ts'
import {
  asciiLetters,
  decimalDigits,
  hasOnlyCharacters,
  lowerHexDigits,
  matchesForm,
} from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import type { PacketInput, PacketResult } from './compile-request.ts'
import { type CallerInfo, makeInjectionMetadata } from './injection-metadata.ts'
import { findCachedPacket, renewPacket } from './packet-cache.ts'

export type { RefusedPacket } from './compile-request.ts'

/** Shorter texts are not checked, because no known secret is shorter. */
const minSecretLength = 4
const uuid = '00000000-0000-0000-0000-000000000000'
const sessionPrefixes = agents.flatMap(({ sessionPrefix }) => sessionPrefix ?? [])
const maxSessionLength = 40
/** `before-compaction`, `claude-code 2.1.325`. */
const words = /^[a-z]{1,12}(?:[-_ ][a-z]{1,12})*(?: \d{1,4}(?:\.\d{1,4}){0,3})?$/

/** Redacts the caller's names, because the receipt stores them and the user may have typed anything. Ordinary names skip the redactor, which takes time to load. */
export async function redactCallerInfo(
  engine: EngineServices,
  project: Project,
  who: CallerInfo,
): Promise<CallerInfo> {
  const odd = (text: string | null | undefined) =>
    typeof text === 'string' && text.length >= minSecretLength && !isSession(text) && !words.test(text)
  if (!odd(who.session) && !odd(who.role) && !odd(who.asked) && !odd(who.client)) return who
  const { redactCaller } = await import('./redact-caller.ts')
  return redactCaller(engine, project, who)
}

/** Whether a text has the form of a session id. No regular expression, because every hook calls this. */
function isSession(text: string): boolean {
  const prefix = sessionPrefixes.find((candidate) => text.startsWith(candidate))
  if (prefix !== undefined)
    return hasOnlyCharacters(text.slice(prefix.length), asciiLetters + decimalDigits, 1, maxSessionLength)
  return matchesForm(text, uuid, `${lowerHexDigits}ABCDEF`)
}

/** The packet for a request: from the cache while no file has changed, else compiled. */
export async function getPacket(engine: EngineServices, input: PacketInput): Promise<PacketResult> {
  const { project, request, useCache, onLevel } = input
  const who = await redactCallerInfo(engine, project, input.who)
  const cached = useCache ? findCachedPacket(engine, project, request) : null
  if (cached !== null) {
    const { level, manifest, manifest_digest } = cached.receipt
    onLevel?.(level)
    const occasion = makeInjectionMetadata(engine, project, { manifest, manifest_digest }, who)
    return { packet: renewPacket(engine, cached, occasion), compiled: null }
  }
  const { compileRequest } = await import('./compile-request.ts')
  return compileRequest(engine, input, who)
}
