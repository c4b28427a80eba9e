import { findOwnDate, type Outliner } from '../../core/document/index.ts'
import type { SectionReading } from '../../core/packet/index.ts'
import {
  formatSourceUri,
  isStub,
  orderCandidates,
  type Plan,
  type PlannedSection,
  type PlannedSource,
  selectsMany,
} from '../../core/plan/index.ts'
import { type Found, formatCount, type Observation } from '../../core/values/index.ts'
import type { SourceReader, Versions } from '../../ports/index.ts'
import type { Resolver } from './addresses/resolver.ts'

// A collection larger than this is a mistake in the manifest; the reader lists names in order, so the cut is the same everywhere.
const maxDocuments = 200
const maxCandidates = 20
/** Of a document that means nothing when it is cut. */
const maxWholeBytes = 16 * 1024 * 1024

export interface ReadSourcesDeps {
  readonly reader: SourceReader
  /** Whether what the manifest allows counts; asked when it allows something, or a file has another name. */
  trusted(): Promise<boolean>
  /** Says what lies at an address; made when a plan has one. */
  resolver(reader: SourceReader): Promise<Resolver>
}

export async function readSources(plan: Plan, deps: ReadSourcesDeps): Promise<SectionReading[]> {
  const readings: SectionReading[] = []
  // One after the other: what one of them finds active, the next one need not look for.
  for (const section of plan.sections) readings.push(await readSection(section, deps, plan.intent))
  return noteUntrusted(readings, deps)
}

/** Whether documents are to be chosen before the sections of a plan are known. */
export function selectsDocuments({ tries, sections }: Plan): boolean {
  return tries.length > 0 || sections.some((section) => section.each !== null)
}

/** Trust is asked for when there is something to be said of a project that has none: it costs more than reading. */
export async function noteUntrusted(
  readings: readonly SectionReading[],
  { trusted }: ReadSourcesDeps,
): Promise<SectionReading[]> {
  const linked = readings.some(({ found }) => found.some(({ hardLinked }) => hardLinked === true))
  if (!linked || !(await trusted())) return [...readings]
  const plain = ({ hardLinked: _, ...found }: Found): Found => found
  return readings.map((reading) => ({ ...reading, found: reading.found.map(plain) }))
}

/** The first source that resolves, with everything that was tried before it. */
export async function readSection(
  section: PlannedSection,
  deps: ReadSourcesDeps,
  intent: string,
): Promise<SectionReading> {
  const tried: Observation[] = []
  let places: SectionReading['places']
  for (const [index, source] of section.sources.entries()) {
    let found: readonly Found[]
    const reader = await makeSourceReader(source, deps)
    if (source.address === null) found = readSource(source, reader, { section, intent, tried })
    else {
      const { address, shape } = source
      const resolution = await (await deps.resolver(reader)).resolve({ address, shape })
      found = resolution.found
      tried.push(...resolution.tried)
      places = joinPlaces(places, resolution.places)
    }
    const read = { section: section.id, tried, ...(places !== undefined && { places }) }
    if (found.length > 0) return { ...read, source: index, found }
    if (index === section.sources.length - 1) return { ...read, source: null, found: [] }
  }
  return { section: section.id, source: null, found: [], tried }
}

/** What has to be JSON is read whole or not at all: of a part of it nothing could be told. */
export function readForSection({ facts }: PlannedSection, reader: SourceReader, path: string): Observation {
  return facts === null ? reader.read(path) : reader.readWhole(path, maxWholeBytes)
}

/** For what would mean something else if it were cut. */
export function readWhole(reader: SourceReader, path: string): Observation {
  return reader.readWhole(path, maxWholeBytes)
}

/** With what the source may read beyond others. */
export async function makeSourceReader(
  { allow }: PlannedSource,
  { reader, trusted }: ReadSourcesDeps,
): Promise<SourceReader> {
  if (!allow.external && !allow.sensitive) return reader
  const allowance = { ...allow, trusted: await trusted() }
  return {
    ...reader,
    list: (pattern) => reader.list(pattern, allowance),
    read: (path) => reader.read(path, allowance),
    readWhole: (path, most) => reader.readWhole(path, most, allowance),
  }
}

function joinPlaces(a: SectionReading['places'], b: SectionReading['places']): SectionReading['places'] {
  return a === null || b === null ? null : [...(a ?? []), ...(b ?? [])]
}

function readSource(
  source: PlannedSource,
  reader: SourceReader,
  {
    section,
    intent,
    tried,
  }: { readonly section: PlannedSection; readonly intent: string; readonly tried: Observation[] },
): Found[] {
  const candidates = orderCandidates(source.select, reader.list(source.pattern), intent)
  if (candidates.length === 0) {
    tried.push({ state: 'absent', uri: formatSourceUri(source), detail: 'nothing matches' })
  }
  const unlisted = reader.unlisted(source.pattern)
  if (unlisted > 0) tried.push(makeExcludedObservation(source, unlisted))
  const many = selectsMany(source.select)
  const found: Found[] = []
  let stub: Found | undefined
  for (const path of candidates.slice(0, many ? maxDocuments : maxCandidates)) {
    const observation = readForSection(section, reader, path)
    if (observation.state !== 'found') tried.push(observation)
    else if (observation.text.trim() === '') {
      // What has to be JSON and is empty is there all the same, which is another thing than missing.
      const empty = { state: 'absent', uri: observation.uri, detail: 'the file is empty' } as const
      tried.push(section.facts === null ? empty : observation)
    } else if (!isStub(observation.text, source.stub ?? undefined)) found.push(observation)
    else {
      stub ??= observation
      tried.push(observation)
    }
    if (found.length > 0 && !many) return found
  }
  return found.length === 0 && stub !== undefined ? [stub] : found
}

/** Said without the names: they may tell something too. */
export function makeExcludedObservation(source: PlannedSource, count: number): Observation {
  const detail = `${formatCount(count, 'name')} that "${source.pattern}" matches ${count === 1 ? 'is' : 'are'} excluded and not read.`
  return {
    state: 'unavailable',
    uri: formatSourceUri(source),
    path: source.pattern,
    reason: 'excluded',
    detail,
  }
}

/** Adds the commit date where a document must have an age and does not say one itself. */
export async function dateReadings(
  plan: Plan,
  readings: readonly SectionReading[],
  deps: { outline: Outliner; versions: () => Promise<Versions>; root: string },
): Promise<SectionReading[]> {
  const ages = (section: PlannedSection) => section.decay?.by === 'days' || section.stalenessDays !== null
  const aging = new Set(plan.sections.filter(ages).map((section) => section.id))
  const dated = async (found: Found): Promise<Found> => {
    if (found.path.startsWith('@') || findOwnDate(deps.outline(found.text), found.path) !== null)
      return found
    const committedAt = (await deps.versions()).committedAt(deps.root, found.path)
    return committedAt === null ? found : { ...found, committedAt }
  }
  return Promise.all(
    readings.map(async (reading) =>
      aging.has(reading.section)
        ? { ...reading, found: await Promise.all(reading.found.map(dated)) }
        : reading,
    ),
  )
}
