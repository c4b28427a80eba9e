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
import { type FoundSource, formatCount, type Observation } from '../../core/values/index.ts'
import type { SourceReader, VersionControl } from '../../ports/index.ts'
import type { Resolver } from './addresses/resolver.ts'

// A larger collection is a mistake in the manifest. The reader lists names in order, so the same documents are cut everywhere.
const maxDocuments = 200
const maxCandidates = 20
/** The most bytes of a document that is useless when cut. */
const maxWholeBytes = 16 * 1024 * 1024

export interface ReadSourcesDeps {
  readonly reader: SourceReader
  /** Whether the manifest is trusted. Called only if it allows something, or a file has another hard link. */
  trusted(): Promise<boolean>
  /** Reads addresses. Made only if a plan has one. */
  resolver(reader: SourceReader): Promise<Resolver>
}

export async function readSources(plan: Plan, deps: ReadSourcesDeps): Promise<SectionReading[]> {
  const readings: SectionReading[] = []
  // Sequential, because a later section reuses the active document that an earlier section found.
  for (const section of plan.sections) readings.push(await readSection(section, deps, plan.intent))
  return noteUntrusted(readings, deps)
}

/** Whether documents must be chosen before the sections of a plan are known. */
export function selectsDocuments({ attempts, sections }: Plan): boolean {
  return attempts.length > 0 || sections.some((section) => section.each !== null)
}

/** Removes the mark of hard links if the manifest is trusted. Trust is checked only if a link exists, because the check costs more than reading. */
export async function noteUntrusted(
  readings: readonly SectionReading[],
  { trusted }: ReadSourcesDeps,
): Promise<SectionReading[]> {
  const linked = readings.some(({ found }) => found.some(({ hardLinked }) => hardLinked === true))
  if (!linked || !(await trusted())) return [...readings]
  const plain = ({ hardLinked: _, ...found }: FoundSource): FoundSource => found
  return readings.map((reading) => ({ ...reading, found: reading.found.map(plain) }))
}

/** Reads the first source that resolves, with everything that was tried before it. */
export async function readSection(
  section: PlannedSection,
  deps: ReadSourcesDeps,
  intent: string,
): Promise<SectionReading> {
  const tried: Observation[] = []
  let places: SectionReading['places']
  const files: string[] = []
  for (const [index, source] of section.sources.entries()) {
    let found: readonly FoundSource[]
    const reader = await makeSourceReader(source, deps)
    if (source.address === null) found = readSource(source, reader, { section, intent, tried })
    else {
      const { address, shape } = source
      const resolution = await (await deps.resolver(reader)).resolve({ address, shape })
      found = resolution.found
      tried.push(...resolution.tried)
      places = joinPlaces(places, resolution.places)
      files.push(...(resolution.files ?? []))
    }
    const decided = { ...(places !== undefined && { places }), ...(files.length > 0 && { files }) }
    const read = { section: section.id, tried, ...decided }
    if (found.length > 0) return { ...read, source: index, found }
    if (index === section.sources.length - 1) return { ...read, source: null, found: [] }
  }
  return { section: section.id, source: null, found: [], tried }
}

/** JSON is read whole or not at all, because a part of it cannot be parsed. */
export function readForSection({ facts }: PlannedSection, reader: SourceReader, path: string): Observation {
  return facts === null ? reader.read(path) : reader.readWhole(path, maxWholeBytes)
}

/** Reads a document that would change its meaning if it were cut. */
export function readWhole(reader: SourceReader, path: string): Observation {
  return reader.readWhole(path, maxWholeBytes)
}

/** Makes a reader with the extra permissions of a source. */
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
    readWhole: (path, maxBytes) => reader.readWhole(path, maxBytes, allowance),
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
): FoundSource[] {
  const candidates = orderCandidates(source.select, reader.list(source.pattern), intent)
  if (candidates.length === 0) {
    tried.push({ state: 'absent', uri: formatSourceUri(source), detail: 'nothing matches' })
  }
  const unlisted = reader.countUnlisted(source.pattern)
  if (unlisted > 0) tried.push(makeExcludedObservation(source, unlisted))
  const many = selectsMany(source.select)
  const found: FoundSource[] = []
  let stub: FoundSource | undefined
  for (const path of candidates.slice(0, many ? maxDocuments : maxCandidates)) {
    const observation = readForSection(section, reader, path)
    if (observation.state !== 'found') tried.push(observation)
    else if (observation.text.trim() === '') {
      // An empty file that must be JSON is present but invalid, which differs from missing.
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

/** Does not show the names, because a name may be confidential too. */
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

/** Adds the commit date to documents that need an age and do not state a date. */
export async function dateReadings(
  plan: Plan,
  readings: readonly SectionReading[],
  deps: { outline: Outliner; versions: () => Promise<VersionControl>; root: string },
): Promise<SectionReading[]> {
  const ages = (section: PlannedSection) => section.decay?.by === 'days' || section.stalenessDays !== null
  const aging = new Set(plan.sections.filter(ages).map((section) => section.id))
  const dated = async (found: FoundSource): Promise<FoundSource> => {
    if (found.path.startsWith('@') || findOwnDate(deps.outline(found.text), found.path) !== null) return found
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
