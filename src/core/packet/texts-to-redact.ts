import type { Plan } from '../plan/index.ts'
import type { SectionReading } from './packet.ts'

type Tried = SectionReading['tried'][number]
type Found = SectionReading['found'][number]

/** What is said of a place that was looked at in vain. */
export function describeTried(tried: Tried): string {
  const stub = tried.state === 'found' && tried.text.trim() === '' ? 'empty' : 'a stub'
  const what = tried.state === 'found' ? `passed over, ${stub}` : `${tried.state}, ${tried.detail}`
  return `${tried.uri}: ${what}`
}

export function describeFound({ uri, bytes }: Found): string {
  return `${uri}: found, ${bytes} bytes`
}

/** Names, and what is said of places: short texts of strangers, of which a packet of many documents has hundreds. */
export function collectTextsToRedact(plan: Plan, readings: readonly SectionReading[]): string[] {
  const sections = plan.sections.flatMap(({ heading, labels, sources }) => [
    heading,
    ...Object.values(labels),
    ...sources.map(({ pattern }) => pattern),
  ])
  const read = readings.flatMap(({ section, of, tried, found }) => [
    ...(of === undefined ? [] : [section.slice(of.length + 1)]),
    ...tried.map(describeTried),
    ...tried.flatMap((one) => (one.state === 'unavailable' ? [one.detail] : [])),
    ...found.flatMap((one) => [describeFound(one), one.path]),
  ])
  return [...sections, ...read]
}
