import { parseEpochMs } from './duration.ts'
import type { PromptIdentity, SentSection } from './refresh-facts.ts'

/** A value of an event with which a session starts, before it is known whether it goes out. */
export interface SessionStart {
  readonly agent: string | null
  /** ISO 8601, UTC. */
  readonly now: string
  /** Why it starts, in the agent's words: startup, resume, compact and others. */
  readonly source: string
  /** Which of the event's values, from 1. The first one speaks for all of them. */
  readonly part: number
  /** Whether the agent has lost what it was told before. */
  readonly anew: boolean
  /** What it would be told, with every digest under which it may know that already. */
  readonly sections: readonly (Omit<SentSection, 'turn' | 'at'> & { readonly alike: readonly string[] })[]
  /** The injection that somebody gave it with its first prompt; null where nobody did. */
  readonly given: string | null
}

/** Values of events that went out to a session. */
export interface SendClaim {
  readonly source: string
  readonly part: number
  readonly turn: number
  readonly at: string
}

/**
 * `twin`: the same value of the same event was asked for by somebody else, as when an agent has our entry twice. `known`: the session has
 * it. `given`: it came with its first prompt.
 */
export type StartDecision = 'send' | 'twin' | 'known' | 'given'

export interface SessionSoFar {
  readonly turns: number
  readonly told: readonly SentSection[]
  readonly claims: readonly SendClaim[]
  /** Whether another session was given that injection. */
  readonly givenElsewhere: boolean
}

/** An agent asks for all values of one event at the same time. */
const sameEventMs = 5_000

/** Whether it is the prompt that was counted last: an agent that has our entry twice runs both. */
export function isSamePrompt(
  { digest, isId }: PromptIdentity,
  last: { readonly digest: string; readonly at: string } | null,
  now: string,
): boolean {
  if (last?.digest !== digest) return false
  return isId || Math.abs(parseEpochMs(now) - parseEpochMs(last.at)) < sameEventMs
}

export function decideStart(start: SessionStart, before: SessionSoFar): StartDecision {
  const sameEvent = before.claims.filter(
    ({ source, turn, at }) =>
      source === start.source &&
      turn === before.turns &&
      Math.abs(parseEpochMs(start.now) - parseEpochMs(at)) < sameEventMs,
  )
  if (sameEvent.some(({ part }) => part === start.part)) return 'twin'
  if (start.given !== null && !start.anew && !before.givenElsewhere) return 'given'
  // Where another value has gone out, what is told now is of this event and no earlier one.
  return sameEvent.length === 0 && !start.anew && hasAll(start, before) ? 'known' : 'send'
}

function hasAll({ sections }: SessionStart, { told }: SessionSoFar): boolean {
  const has = ({ section, alike }: SessionStart['sections'][number]) =>
    told.some((sent) => sent.section === section && sent.form !== 'left-out' && alike.includes(sent.digest))
  const toSend = sections.filter(({ form }) => form !== 'left-out')
  return toSend.length > 0 && toSend.every(has)
}
