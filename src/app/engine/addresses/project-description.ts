import type { Plan, ProjectAddressName } from '../../../core/plan/index.ts'
import { describeProject, type ProjectFiles } from '../../../core/project/index.ts'
import { countUtf8Bytes, type FoundSource } from '../../../core/values/index.ts'
import type {
  EngineServices,
  Project,
  ProjectParsers,
  ProjectTree,
  SourceReader,
} from '../../../ports/index.ts'
import { formatProjectState } from './format-project-state.ts'
import type { ResolvedObservation } from './resolver.ts'

/** Larger files are data or generated. */
const maxBytes = 256 * 1024

export interface DescriptionDeps {
  readonly engine: Pick<EngineServices, 'hash' | 'repository'>
  readonly project: Project
  readonly plan: Pick<Plan, 'exclude' | 'loaded' | 'loadedTexts'>
  readonly reader: Pick<SourceReader, 'readWhole'>
}

interface OpenedProject {
  readonly tree: ProjectTree
  readonly parsers: ProjectParsers
}

/** Describes the project of one request. Lists its tree once for all descriptions. */
export class ProjectDescription {
  private readonly deps: DescriptionDeps
  private readonly write: typeof describeProject
  private opened: Promise<OpenedProject> | undefined

  constructor(deps: DescriptionDeps, write = describeProject) {
    this.deps = deps
    this.write = write
  }

  async describe(name: ProjectAddressName, uri: string): Promise<ResolvedObservation> {
    if (name === 'state') return this.readState(uri)
    this.opened ??= this.open()
    const { tree, parsers } = await this.opened
    const { reader, project, plan } = this.deps
    const consulted = new ConsultedFiles(reader, tree.links, plan.loadedTexts)
    const isLoaded = (path: string) => plan.loaded.includes(path)
    const lines = this.write(name, {
      ...parsers,
      name: project.name,
      paths: tree.paths.filter((path) => !isLoaded(path)),
      read: (path) => (isLoaded(path) ? null : consulted.read(path)),
    } satisfies ProjectFiles)
    const text = lines.map((line) => line.text).join('\n')
    const files = [...tree.places, ...consulted.places]
    return this.observe(uri, { text, files, found: consulted.found })
  }

  private async open(): Promise<OpenedProject> {
    const { engine, project, plan } = this.deps
    const repository = await engine.repository(project, plan.exclude)
    const tree = repository.listTree()
    return { tree, parsers: await repository.loadParsers(tree.paths) }
  }

  private async readState(uri: string): Promise<ResolvedObservation> {
    const { engine, project, plan } = this.deps
    const { state, places } = (await engine.repository(project, plan.exclude)).readState()
    const text = state === null ? '' : formatProjectState(state)
    const resolved = this.observe(uri, { text, files: places ?? [], found: [] })
    return places === null ? { ...resolved, places } : resolved
  }

  private observe(
    uri: string,
    { text, files, found }: { text: string; files: readonly string[]; found: readonly FoundSource[] },
  ): ResolvedObservation {
    const decided = { places: [], files }
    if (text.trim() === '') {
      const detail = 'nothing in the project tells it'
      return { observation: { state: 'absent', uri, detail, inactive: true }, ...decided }
    }
    const observation: FoundSource = {
      state: 'found',
      uri,
      path: uri,
      text,
      digest: this.deps.engine.hash(text),
      bytes: countUtf8Bytes(text),
      modifiedAt: findNewest(found),
      ...(found.some(({ hardLinked }) => hardLinked) && { hardLinked: true }),
    }
    return { observation, ...decided }
  }
}

const never = '1970-01-01T00:00:00Z'

function findNewest(found: readonly FoundSource[]): string {
  return (
    found
      .map(({ modifiedAt }) => modifiedAt)
      .sort()
      .at(-1) ?? never
  )
}

/** Reads files, and remembers which ones a description depends on. */
class ConsultedFiles {
  private readonly reader: DescriptionDeps['reader']
  private readonly links: ProjectTree['links']
  private readonly loadedTexts: Plan['loadedTexts']
  private readonly observed = new Map<string, FoundSource | null>()

  constructor(
    reader: DescriptionDeps['reader'],
    links: ProjectTree['links'],
    loadedTexts: Plan['loadedTexts'],
  ) {
    this.reader = reader
    this.links = links
    this.loadedTexts = loadedTexts
  }

  /** Null also for a text that the agent loads by itself under another name. */
  read(path: string): string | null {
    const found = this.observe(path)
    return found === null || this.loadedTexts.includes(found.digest) ? null : found.text
  }

  private observe(path: string): FoundSource | null {
    const known = this.observed.get(path)
    if (known !== undefined) return known
    const answer = this.reader.readWhole(path, maxBytes)
    const found = answer.state === 'found' ? answer : null
    this.observed.set(path, found)
    return found
  }

  get found(): FoundSource[] {
    return [...this.observed.values()].filter((found) => found !== null)
  }

  /** Each file with its directory, because the tree does not hold the deeper ones. The cache trusts no link, so its file stands for it. */
  get places(): string[] {
    return [...this.observed.keys()].flatMap((path) => [
      this.links.get(path) ?? path,
      path.slice(0, Math.max(0, path.lastIndexOf('/'))),
    ])
  }
}
