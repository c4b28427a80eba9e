import type { Present, RefreshFacts, ToSend } from './facts.ts'

/** Sections that were due and had no room, in the manifest's order. They wait for no trigger and no cooldown. */
export function waitingIn({ sections, session }: Pick<RefreshFacts, 'sections' | 'session'>): string[] {
  const waiting = new Set(session?.waiting.map((one) => one.section))
  return sections.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}

/** Those of them that have waited longest: they have their turn before all others, so that nobody waits for ever. */
export function waitingLongest(facts: RefreshFacts, send: readonly ToSend[]): string[] {
  const since = new Map(facts.session?.waiting.map((one) => [one.section, one.turn]))
  const turns = send.flatMap(({ section }) => since.get(section) ?? [])
  const first = Math.min(...turns)
  return send.flatMap(({ section }) => (since.get(section) === first ? [section] : []))
}

/** What waits now: what was to be sent and was not, and what waited and cannot be read, which does not make it known. */
export function leftOver(
  facts: RefreshFacts,
  present: readonly Present[],
  { send, sent }: { readonly send: readonly ToSend[]; readonly sent: readonly ToSend[] },
): string[] {
  const gone = new Set(sent.map((one) => one.section))
  const unsent = send.flatMap(({ section }) => (gone.has(section) ? [] : [section]))
  const closed = new Set(present.flatMap((one) => (one.state === 'unavailable' ? [one.section] : [])))
  const left = new Set([...unsent, ...waitingIn(facts).filter((one) => closed.has(one))])
  return facts.sections.flatMap(({ id }) => (left.has(id) ? [id] : []))
}
