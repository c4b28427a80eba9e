import type { Plan } from '../plan/index.ts'
import type { SectionReading } from './packet.ts'

type Tried = SectionReading['tried'][number]
type Found = SectionReading['found'][number]

/** Describes a source that gave no document. */
export function describeTried(tried: Tried): string {
  const stub = tried.state === 'found' && tried.text.trim() === '' ? 'empty' : 'a stub'
  const what = tried.state === 'found' ? `passed over, ${stub}` : `${tried.state}, ${tried.detail}`
  return `${tried.uri}: ${what}`
}

export function describeFound({ uri, bytes }: Found): string {
  return `${uri}: found, ${bytes} bytes`
}

/** Collects names and descriptions of sources for redaction in one batch, because a packet of many documents has hundreds. */
export function collectTextsToRedact(plan: Plan, readings: readonly SectionReading[]): string[] {
  const sections = plan.sections.flatMap(({ heading, labels, sources }) => [
    heading,
    ...Object.values(labels),
    ...sources.map(({ pattern }) => pattern),
  ])
  const read = readings.flatMap(({ section, of, tried, found }) => [
    ...(of === undefined ? [] : [section.slice(of.length + 1)]),
    ...tried.map(describeTried),
    ...tried.flatMap((source) => (source.state === 'unavailable' ? [source.detail] : [])),
    ...found.flatMap((source) => [describeFound(source), source.path]),
  ])
  return [...sections, ...read]
}
