import type { CurrentSection, RefreshFacts, SectionToSend } from './refresh-facts.ts'

/** Finds the sections that were due and did not fit, in the manifest's order. They need no trigger and ignore the cooldown. */
export function findWaitingSections({
  sections,
  session,
}: Pick<RefreshFacts, 'sections' | 'session'>): string[] {
  const waiting = new Set(session?.waiting.map((entry) => entry.section))
  return sections.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}

/** Finds the sections that have waited longest. They are sent before all others, so that no section waits for ever. */
export function findLongestWaitingSections(facts: RefreshFacts, send: readonly SectionToSend[]): string[] {
  const since = new Map(facts.session?.waiting.map((entry) => [entry.section, entry.turn]))
  const turns = send.flatMap(({ section }) => since.get(section) ?? [])
  const first = Math.min(...turns)
  return send.flatMap(({ section }) => (since.get(section) === first ? [section] : []))
}

/** Finds the sections that wait now: those that were due and not sent, and those that waited already and cannot be read. */
export function findUnsentSections(
  facts: RefreshFacts,
  current: readonly CurrentSection[],
  { send, sent }: { readonly send: readonly SectionToSend[]; readonly sent: readonly SectionToSend[] },
): string[] {
  const sentIds = new Set(sent.map((entry) => entry.section))
  const unsent = send.flatMap(({ section }) => (sentIds.has(section) ? [] : [section]))
  const unavailable = new Set(
    current.flatMap((entry) => (entry.state === 'unavailable' ? [entry.section] : [])),
  )
  const waiting = new Set([...unsent, ...findWaitingSections(facts).filter((id) => unavailable.has(id))])
  return facts.sections.flatMap(({ id }) => (waiting.has(id) ? [id] : []))
}
