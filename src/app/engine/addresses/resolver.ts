import type { Outliner } from '../../../core/document/index.ts'
import type { SectionReading } from '../../../core/packet/index.ts'
import {
  type Address,
  type Catalog,
  formatAddress,
  type PlannedSource,
  type ProjectAddressName,
} from '../../../core/plan/index.ts'
import { assertNever, type FoundSource, type Observation, toList } from '../../../core/values/index.ts'
import type { SourceReader } from '../../../ports/index.ts'
import { Collection, type DocumentCard, maxDocuments } from './collection.ts'

/** The content of an address at one moment. */
export interface Resolution {
  readonly found: readonly FoundSource[]
  readonly tried: readonly Observation[]
  /** Files and patterns besides `found` that decided the result; null if they cannot be listed. */
  readonly places: SectionReading['places']
  /** Files and directories of exactly these names that decided it too. */
  readonly files?: SectionReading['files']
}

/** An observation, and what it depends on. */
export interface ResolvedObservation extends Pick<Resolution, 'places' | 'files'> {
  readonly observation: Observation
}

/** Sources that are computed instead of read. Each returns an observation and never throws. */
export interface ComputedSources {
  relevance?(
    scope: string,
    input: { around: readonly FoundSource[]; uri: string },
  ): Promise<ResolvedObservation>
  session?(uri: string): Promise<ResolvedObservation>
  project?(name: ProjectAddressName, uri: string): Promise<ResolvedObservation>
  plugin?(plugin: string, path: string, uri: string): Promise<ResolvedObservation>
}

export interface ResolverDeps {
  readonly catalog: Catalog
  readonly reader: SourceReader
  outline(): Promise<Outliner>
  readonly computed: ComputedSources
}

/** Reads addresses. */
export class Resolver {
  private readonly deps: ResolverDeps
  private readonly collections = new Map<string, Collection>()
  private readonly actives = new Map<string, Promise<DocumentCard | null>>()

  constructor(deps: ResolverDeps) {
    this.deps = deps
  }

  collection(type: string): Collection {
    const known = this.collections.get(type)
    if (known !== undefined) return known
    const collection = new Collection(this.deps.catalog.collections[type]!, this.deps)
    this.collections.set(type, collection)
    return collection
  }

  active(type: string): Promise<DocumentCard | null> {
    const known = this.actives.get(type) ?? this.collection(type).active()
    this.actives.set(type, known)
    return known
  }

  resolve({ address, shape }: Pick<PlannedSource, 'shape'> & { address: Address }): Promise<Resolution> {
    const uri = formatAddress(this.deps.catalog.scheme, address)
    switch (address.kind) {
      case 'docs':
        if (address.id === null)
          return this.all(address.type, uri, typeof shape === 'object' && 'digest' in shape)
        return address.id === '{active}'
          ? this.activeOf(address.type, uri)
          : this.one(address.type, address.id, uri)
      case 'context':
        return this.context(address.scope, uri)
      case 'state':
        return this.state(address.entity, uri)
      case 'project':
        return this.compute(uri, this.deps.computed.project?.(address.name, uri))
      case 'plugin':
        return this.compute(uri, this.deps.computed.plugin?.(address.plugin, address.path, uri))
      default:
        return assertNever(address)
    }
  }

  private async all(type: string, uri: string, digest: boolean): Promise<Resolution> {
    const collection = this.collection(type)
    const { retired, files } = collection.rule
    const observed = collection.paths().map((path) => this.deps.reader.read(path))
    const resolution = makeResolution(uri, observed, toList(files))
    if (!digest || retired.length === 0) return resolution
    const kept: FoundSource[] = []
    const tried = [...resolution.tried]
    for (const found of resolution.found) {
      const { status } = await collection.cardOf(found)
      if (status === null || !retired.includes(status)) kept.push(found)
      else tried.push({ state: 'absent', uri: found.uri, detail: `${found.path} is ${status}` })
    }
    return { ...resolution, found: kept, tried }
  }

  private async one(type: string, id: string, uri: string): Promise<Resolution> {
    const collection = this.collection(type)
    const places = toList(collection.rule.files)
    const match = collection.match(id)
    if (match.kind === 'one') return makeResolution(uri, [this.deps.reader.read(match.path)], places)
    const { scheme } = this.deps.catalog
    const under = `${scheme}://docs/${type}/`
    const ids = (matching: readonly string[]) => matching.slice(0, 20).map(collection.addresses(scheme, type))
    if (match.kind === 'several') {
      const detail = `${uri} is ambiguous: ${match.paths.length} documents answer to "${id}".`
      const fix = `Name one of them: ${ids(match.paths).join(', ')}.`
      return makeEmptyResolution({ state: 'absent', uri, detail, fix }, places)
    }
    const paths = collection.paths()
    const more = paths.length > 20 ? ` and ${paths.length - 20} more` : ''
    const fix = paths.length === 0 ? `${under} is empty.` : `There are: ${ids(paths).join(', ')}${more}.`
    return makeEmptyResolution(
      { state: 'absent', uri, detail: `There is no document "${id}" at ${under}.`, fix },
      places,
    )
  }

  private async activeOf(type: string, uri: string): Promise<Resolution> {
    const card = await this.active(type)
    const places = this.everyPath(type)
    return card === null ? this.noneActive(type, uri, places) : makeResolution(uri, [card.found], places)
  }

  /** Every document decides which one is active, because an edit can make any of them active. */
  private everyPath(type: string): readonly string[] {
    const collection = this.collection(type)
    return [...toList(collection.rule.files), ...collection.paths()]
  }

  /** Includes unreadable documents, because one of them may be the active one. */
  private noneActive(type: string, uri: string, places: readonly string[]): Resolution {
    const tried = [this.inactive(type, uri), ...this.collection(type).unread]
    return { found: [], tried, places }
  }

  private inactive(type: string, uri: string): Observation {
    const active = this.collection(type).rule.active.join(' or ')
    const detail =
      active === ''
        ? `${type} has no active document: the manifest does not say which stage is active`
        : `no document of ${type} is ${active}`
    return {
      state: 'absent',
      uri,
      detail,
      inactive: true,
      fix: `Set the status of one to ${active || 'active'}.`,
    }
  }

  private async context(scope: string, uri: string): Promise<Resolution> {
    const rule = this.deps.catalog.contexts[scope]!
    if ('files' in rule) {
      const patterns = toList(rule.files)
      const paths = [...new Set(patterns.flatMap((pattern) => this.deps.reader.list(pattern)))].sort()
      const observed = paths.slice(0, maxDocuments).map((path) => this.deps.reader.read(path))
      return makeResolution(uri, observed, patterns)
    }
    const cards = await Promise.all(rule.relevance.around.map((type) => this.active(type)))
    const around = cards.flatMap((card) => (card === null ? [] : [card.found]))
    return this.compute(uri, this.deps.computed.relevance?.(scope, { around, uri }))
  }

  private async state(entity: string, uri: string): Promise<Resolution> {
    const rule = this.deps.catalog.states[entity]!
    if ('active' in rule) return this.activeOf(rule.active, uri)
    if ('session' in rule) return this.compute(uri, this.deps.computed.session?.(uri))
    const card = await this.active(rule.tasks)
    const places = this.everyPath(rule.tasks)
    if (card === null) return this.noneActive(rule.tasks, uri, places)
    const plans = this.collection(rule.tasks).plans(card.path)
    const observed = plans.paths.map((path) => this.deps.reader.read(path))
    const plan =
      observed.find((observation) => observation.state === 'found' && observation.text.trim() !== '') ??
      card.found
    return {
      ...makeResolution(uri, [plan], [...places, ...plans.patterns]),
      tried: observed.filter((observation) => observation !== plan),
    }
  }

  private async compute(uri: string, pending: Promise<ResolvedObservation> | undefined): Promise<Resolution> {
    const none: Observation = { state: 'absent', uri, detail: 'it is not available here', inactive: true }
    const { observation, ...decided } = (await pending) ?? { observation: none, places: null }
    return observation.state === 'found'
      ? { found: [observation], tried: [], ...decided }
      : { found: [], tried: [observation], ...decided }
  }
}

function makeResolution(
  uri: string,
  observed: readonly Observation[],
  places: readonly string[],
): Resolution {
  const found: FoundSource[] = []
  const tried: Observation[] = []
  for (const observation of observed) {
    if (observation.state !== 'found') tried.push(observation)
    else if (observation.text.trim() === '')
      tried.push({ state: 'absent', uri: observation.uri, detail: `${observation.path} is empty` })
    else found.push(observation)
  }
  if (found.length > 0) return { found, tried, places }
  const fix = 'Write a document there, or take the source out of the manifest.'
  const [only] = tried
  const reason =
    tried.length === 1 && only?.state === 'absent' ? only.detail : `${places[0] ?? 'no file'} matches no text`
  const empty: Observation = {
    state: 'absent',
    uri,
    detail: `There is nothing at ${uri}: ${reason}.`,
    fix,
  }
  return { found, tried: [...tried, empty], places }
}

function makeEmptyResolution(observation: Observation, places: readonly string[]): Resolution {
  return { found: [], tried: [observation], places }
}
