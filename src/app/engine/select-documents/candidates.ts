import {
  formatSourceUri,
  orderByName,
  orderByRegister,
  type Plan,
  type PlannedSection,
  type PlannedSource,
} from '../../../core/plan/index.ts'
import {
  type Diagnostic,
  type FoundSource,
  makeDiagnostic,
  type Observation,
} from '../../../core/values/index.ts'
import type { EngineServices, Project, SourceReader } from '../../../ports/index.ts'
import {
  makeExcludedObservation,
  makeSourceReader,
  type ReadSourcesDeps,
  readForSection,
  readWhole,
} from '../read-sources.ts'

/** A document that a section could have. It is read once, and only if it fits. */
export interface DocumentCandidate {
  readonly path: string
  readonly source: PlannedSource
  read(): Observation
}

/** All candidates of a section, in the order in which it takes them. */
export interface CandidatePool {
  readonly section: PlannedSection
  readonly candidates: readonly DocumentCandidate[]
  readonly tried: readonly Observation[]
  readonly diagnostics: readonly Diagnostic[]
  /** Queries to sources outside the project, with their results. */
  readonly asked: ExternalDocuments['asked']
  /** Files and patterns that decided the pool; null if they cannot be listed. */
  readonly places: readonly string[] | null
}

/** Documents of a source outside the project. */
export interface ExternalDocuments {
  readonly found: readonly FoundSource[]
  readonly diagnostics: readonly Diagnostic[]
  readonly asked: readonly Readonly<Record<string, unknown>>[]
}

/** Everything that reading sources outside the project needs. */
export interface ExternalSourceDeps {
  readonly engine: EngineServices
  readonly project: Project
  readonly plan: Plan
  readonly reader: SourceReader
  readonly task: string | null
  trusted(): Promise<boolean>
}

export interface CandidateDeps extends ReadSourcesDeps {
  /** Reads documents of a source outside the project, best match first. */
  readExternalDocuments(source: PlannedSource): Promise<ExternalDocuments>
}

export async function gatherCandidates(section: PlannedSection, deps: CandidateDeps): Promise<CandidatePool> {
  const tried: Observation[] = []
  const diagnostics: Diagnostic[] = []
  const asked: ExternalDocuments['asked'][number][] = []
  const candidates: DocumentCandidate[] = []
  let places: CandidatePool['places'] = []
  for (const source of section.sources) {
    const reader = await makeSourceReader(source, deps)
    if (source.scheme === 'file') {
      candidates.push(...listFileCandidates(section, source, { reader, tried }))
      places = places === null ? null : [...places, source.pattern]
      continue
    }
    const external =
      source.address === null
        ? await deps.readExternalDocuments(source)
        : await resolveDocuments(source, reader, deps)
    candidates.push(...external.found.map((found) => ({ path: found.path, source, read: () => found })))
    diagnostics.push(...external.diagnostics)
    asked.push(...external.asked)
    places = null
  }
  const pool = { section, candidates, tried, diagnostics, asked, places }
  return section.each?.order == null ? pool : orderPool(pool, section.each.order, deps.reader)
}

function listFileCandidates(
  section: PlannedSection,
  source: PlannedSource,
  { reader, tried }: { readonly reader: SourceReader; readonly tried: Observation[] },
): DocumentCandidate[] {
  const paths = reader.list(source.pattern)
  if (paths.length === 0)
    tried.push({ state: 'absent', uri: formatSourceUri(source), detail: 'nothing matches' })
  const unlisted = reader.countUnlisted(source.pattern)
  if (unlisted > 0) tried.push(makeExcludedObservation(source, unlisted))
  const candidates = paths.map((path): DocumentCandidate => {
    let seen: Observation | undefined
    const read = () => {
      seen ??= readForSection(section, reader, path)
      return seen
    }
    return { path, source, read }
  })
  return candidates.filter((candidate) => candidate.path !== source.pattern || isPresent(candidate, tried))
}

/** The reader lists a pattern without wildcards even if the file is missing. A missing file must not use up the limit. */
function isPresent(candidate: DocumentCandidate, tried: Observation[]): boolean {
  const seen = candidate.read()
  if (seen.state === 'absent') tried.push(seen)
  return seen.state !== 'absent'
}

async function resolveDocuments(
  source: PlannedSource,
  reader: SourceReader,
  deps: CandidateDeps,
): Promise<ExternalDocuments> {
  const resolver = await deps.resolver(reader)
  const { found } = await resolver.resolve({ address: source.address!, shape: source.shape })
  return { found, diagnostics: [], asked: [] }
}

type Order = NonNullable<NonNullable<PlannedSection['each']>['order']>

/** Orders candidates by a register. If the register cannot be used, candidates are ordered by name. */
function orderPool(pool: CandidatePool, rule: Order, reader: SourceReader): CandidatePool {
  const paths = pool.candidates.map(({ path }) => path)
  const register = readWhole(reader, rule.register)
  const ordered = register.state === 'found' ? orderByRegister(paths, register.text, rule) : null
  const detail = findRegisterFault(register, ordered, rule)
  const diagnostics =
    detail === null ? [] : [makeDiagnostic('register-unreadable', 'warning', detail, pool.section.id)]
  const byPath = new Map(pool.candidates.map((candidate) => [candidate.path, candidate]))
  return {
    ...pool,
    candidates: (ordered?.paths ?? orderByName(paths)).map((path) => byPath.get(path)!),
    diagnostics: [...pool.diagnostics, ...diagnostics],
    places: pool.places === null ? null : [...pool.places, rule.register],
  }
}

/** The most documents without a time that are named. */
const maxNamed = 5

function findRegisterFault(
  register: Observation,
  ordered: ReturnType<typeof orderByRegister>,
  rule: Order,
): string | null {
  const all = 'the documents of this section are taken by name'
  if (register.state === 'unavailable') return `${register.detail.replace(/\.$/, '')}; ${all}`
  if (register.state !== 'found') return null
  if (ordered === null) return `${rule.register} has no list "${rule.list}"; ${all}`
  const { undated } = ordered
  if (undated.length === 0) return null
  const more = undated.length > maxNamed ? ` and ${undated.length - maxNamed} more` : ''
  const names = `${undated.slice(0, maxNamed).join(', ')}${more}`
  return `${rule.register} has no time that can be read for ${names}, taken by name`
}
