import { parseEpochMs } from './parse-duration.ts'
import type { PromptIdentity, SentSection } from './refresh-facts.ts'

/** One output of a session-start event, before it is decided whether to send it. */
export interface SessionStart {
  readonly agent: string | null
  /** ISO 8601, UTC. */
  readonly now: string
  /** Why the session starts, in the agent's words: startup, resume, compact and others. */
  readonly source: string
  /** Number of this output among those of the event, from 1. The first decides for all of them. */
  readonly part: number
  /** Whether the agent has lost the packets it received before. */
  readonly anew: boolean
  /** Whether the agent goes on with the conversation that holds the packets it received before. */
  readonly resumed: boolean
  /** The sections of the output, each with all digests under which the session may have it already. */
  readonly sections: readonly (Omit<SentSection, 'turn' | 'at'> & { readonly alike: readonly string[] })[]
  /** Sections that the output lacks or cuts, because the channel carries no more. Later prompts bring them. */
  readonly waiting: readonly string[]
  /** The injection that came with the session's first prompt; null if there was none. */
  readonly firstPromptInjection: string | null
}

/** An output that was sent to a session. */
export interface SentClaim {
  readonly source: string
  readonly part: number
  readonly turn: number
  readonly at: string
}

/**
 * `twin`: another process asked for the same output of the same event, as when an agent has our hook twice. `known`: the session has
 * it. `given`: it came with the first prompt. `update`: the session has the earlier packet, so only changed sections are sent.
 */
export type StartDecision = 'send' | 'twin' | 'known' | 'given' | 'update'

export interface StartHistory {
  readonly turns: number
  readonly sent: readonly SentSection[]
  readonly claims: readonly SentClaim[]
  /** Whether another session already received the injection `given`. */
  readonly sentElsewhere: boolean
}

/** An agent asks for all outputs of an event at the same time. */
const sameEventMs = 5_000

/** Whether this is the prompt that was counted last. An agent that has our hook twice runs both. */
export function isSamePrompt(
  { digest, isId }: PromptIdentity,
  last: { readonly digest: string; readonly at: string } | null,
  now: string,
): boolean {
  if (last?.digest !== digest) return false
  return isId || Math.abs(parseEpochMs(now) - parseEpochMs(last.at)) < sameEventMs
}

export function decideStart(start: SessionStart, before: StartHistory): StartDecision {
  const sameEvent = before.claims.filter(
    ({ source, turn, at }) =>
      source === start.source &&
      turn === before.turns &&
      Math.abs(parseEpochMs(start.now) - parseEpochMs(at)) < sameEventMs,
  )
  if (sameEvent.some(({ part }) => part === start.part)) return 'twin'
  if (start.firstPromptInjection !== null && !start.anew && !before.sentElsewhere) return 'given'
  // If another output of this event was sent, the session's sections come from this event, so the rest must follow.
  if (sameEvent.length > 0 || start.anew) return 'send'
  if (hasAll(start, before)) return 'known'
  return start.resumed && hasEarlierPacket(start, before) ? 'update' : 'send'
}

/** False if the packet names an address that the session was never told, because an update has content only. */
function hasEarlierPacket({ sections }: SessionStart, { sent }: StartHistory): boolean {
  const isKnown = (section: string) => sent.some((entry) => entry.section === section)
  return (
    sent.some(({ form }) => form === 'content') &&
    sections.every(({ form, section }) => form !== 'declared' || isKnown(section))
  )
}

function hasAll({ sections }: SessionStart, { sent }: StartHistory): boolean {
  const has = ({ section, alike }: SessionStart['sections'][number]) =>
    sent.some(
      (entry) => entry.section === section && entry.form !== 'left-out' && alike.includes(entry.digest),
    )
  const toSend = sections.filter(({ form }) => form !== 'left-out')
  return toSend.length > 0 && toSend.every(has)
}
