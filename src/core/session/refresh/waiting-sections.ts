import type { CurrentSection, RefreshFacts, SectionToSend } from './refresh-facts.ts'

/** Sections that were due and had no room, in the manifest's order. They wait for no trigger and no cooldown. */
export function findWaiting({ sections, session }: Pick<RefreshFacts, 'sections' | 'session'>): string[] {
  const waiting = new Set(session?.waiting.map((entry) => entry.section))
  return sections.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}

/** Those of them that have waited longest: they have their turn before all others, so that nobody waits for ever. */
export function findLongestWaiting(facts: RefreshFacts, send: readonly SectionToSend[]): string[] {
  const since = new Map(facts.session?.waiting.map((entry) => [entry.section, entry.turn]))
  const turns = send.flatMap(({ section }) => since.get(section) ?? [])
  const first = Math.min(...turns)
  return send.flatMap(({ section }) => (since.get(section) === first ? [section] : []))
}

/** What waits now: what was to be sent and was not, and what waited and cannot be read, which does not make it known. */
export function computeStillWaiting(
  facts: RefreshFacts,
  current: readonly CurrentSection[],
  { send, sent }: { readonly send: readonly SectionToSend[]; readonly sent: readonly SectionToSend[] },
): string[] {
  const sentIds = new Set(sent.map((entry) => entry.section))
  const unsent = send.flatMap(({ section }) => (sentIds.has(section) ? [] : [section]))
  const unavailable = new Set(
    current.flatMap((entry) => (entry.state === 'unavailable' ? [entry.section] : [])),
  )
  const waiting = new Set([...unsent, ...findWaiting(facts).filter((id) => unavailable.has(id))])
  return facts.sections.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}
