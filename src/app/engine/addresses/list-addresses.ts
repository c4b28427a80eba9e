import type { Manifest } from '../../../core/manifest/index.ts'
import {
  formatAddress,
  getCatalog,
  hasScheme,
  makePlan,
  parseAddress,
  type Request,
} from '../../../core/plan/index.ts'
import { assertNever } from '../../../core/values/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'
import { makeRedactor, withRedactedRefusals } from '../../redaction/index.ts'
import { makeReadDeps } from '../read-deps.ts'
import {
  describePlugin,
  listDeclaredAddresses,
  mapAddressesToTiers,
  projectAddressAbouts,
} from './declared-addresses.ts'
import { type Resolution, Resolver } from './resolver.ts'

export function lsOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  return z.strictObject({
    scheme: text,
    entries: z.array(
      z.strictObject({
        address: text,
        kind: z.enum(['collection', 'document', 'context', 'state', 'project', 'plugin']),
        about: maybe,
        tier: maybe,
        status: maybe,
        title: maybe,
        documents: count.nullable(),
        path: maybe,
        nothing: maybe,
      }),
    ),
  })
}

export type ListResult = Output<typeof lsOutput>
export type ListedAddress = ListResult['entries'][number]

/** Lists the addresses that can be read: all that the manifest declares, or those below one address. */
export async function listAddresses(
  engine: EngineServices,
  { project, request, under }: { project: Project; request: Request; under: string | null },
): Promise<ListResult> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, { ...request, address: null })
  const catalog = getCatalog(manifest)
  const deps = await makeReadDeps(engine, project, plan, { task: request.task })
  const resolver = new Resolver({ catalog, reader: deps.reader, outline: engine.outliner, computed: {} })
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, rules)
  const clean = (text: string | null) => (text === null ? null : redactor.redact(text).text)
  const lister = new Lister(manifest, resolver)
  const entries = await withRedactedRefusals(engine, project, () =>
    under === null ? lister.all() : lister.below(under),
  )
  const cleaned = entries.map((entry) => ({
    ...entry,
    address: clean(entry.address)!,
    about: clean(entry.about),
    title: clean(entry.title),
    path: clean(entry.path),
    nothing: clean(entry.nothing),
  }))
  return { scheme: catalog.scheme, entries: cleaned }
}

class Lister {
  private readonly manifest: Manifest
  private readonly resolver: Resolver
  private readonly tiers: ReadonlyMap<string, string | null>

  constructor(manifest: Manifest, resolver: Resolver) {
    this.manifest = manifest
    this.resolver = resolver
    this.tiers = mapAddressesToTiers(manifest)
  }

  async all(): Promise<ListedAddress[]> {
    const listed: ListedAddress[] = []
    for (const { kind, name, address, about } of listDeclaredAddresses(this.manifest)) {
      if (kind === 'context') listed.push(await this.context(name))
      else if (kind === 'state') listed.push(await this.state(name))
      else {
        const documents = kind === 'collection' ? this.resolver.collection(name).paths().length : null
        listed.push(this.entry(address, kind, { about, documents }))
      }
    }
    return listed
  }

  async below(text: string): Promise<ListedAddress[]> {
    const { scheme } = this.manifest
    const kind = (hasScheme(text, { scheme }) ? text.replace(/^[^:]*:\/\//, '') : text).replace(/\/$/, '')
    if (kind === '' || kind === 'docs' || kind === 'context' || kind === 'state' || kind === 'project') {
      return (await this.all()).filter(
        (entry) => kind === '' || entry.address.startsWith(`${scheme}://${kind}/`),
      )
    }
    const address = parseAddress(text, getCatalog(this.manifest))
    switch (address.kind) {
      case 'docs':
        if (address.id === null) return this.documents(address.type)
        return this.document(formatAddress(scheme, address), address.type)
      case 'context':
        return [await this.context(address.scope)]
      case 'state':
        return [await this.state(address.entity)]
      case 'project':
        return [
          this.entry(formatAddress(scheme, address), 'project', {
            about: projectAddressAbouts[address.name],
          }),
        ]
      case 'plugin': {
        const about = describePlugin(this.manifest.plugins[address.plugin]!)
        return [this.entry(formatAddress(scheme, address), 'plugin', { about })]
      }
      default:
        return assertNever(address)
    }
  }

  private async documents(type: string): Promise<ListedAddress[]> {
    const collection = this.resolver.collection(type)
    return Promise.all(collection.paths().map((path) => this.card(type, path)))
  }

  private async document(uri: string, type: string): Promise<ListedAddress[]> {
    const address = parseAddress(uri, getCatalog(this.manifest))
    const resolution = await this.resolver.resolve({ address, shape: 'raw' })
    const path = resolution.found[0]?.path
    if (path !== undefined) return [await this.card(type, path)]
    return [this.entry(uri, 'document', { nothing: getReason(resolution) })]
  }

  private async card(type: string, path: string): Promise<ListedAddress> {
    const card = await this.resolver.collection(type).card(path)
    const uri = this.resolver.collection(type).addresses(this.manifest.scheme, type)(path)
    if (card === null) return this.entry(uri, 'document', { path, nothing: 'cannot be read' })
    return this.entry(uri, 'document', { path, title: card.title, status: card.status })
  }

  private async context(scope: string): Promise<ListedAddress> {
    const rule = this.manifest.contexts[scope]!
    const uri = `${this.manifest.scheme}://context/${scope}`
    const about = rule.about ?? null
    if (!('files' in rule)) return this.entry(uri, 'context', { about })
    const resolution = await this.resolver.resolve({ address: { kind: 'context', scope }, shape: 'raw' })
    const documents = resolution.found.length
    return this.entry(uri, 'context', {
      about,
      documents,
      nothing: documents === 0 ? getReason(resolution) : null,
    })
  }

  private async state(entity: string): Promise<ListedAddress> {
    const rule = this.manifest.states[entity]!
    const uri = `${this.manifest.scheme}://state/${entity}`
    const about = rule.about ?? null
    if ('session' in rule) return this.entry(uri, 'state', { about })
    const card = await this.resolver.active('active' in rule ? rule.active : rule.tasks)
    const resolution = await this.resolver.resolve({ address: { kind: 'state', entity }, shape: 'raw' })
    const path = resolution.found[0]?.path ?? null
    const nothing = path === null ? getReason(resolution) : null
    return this.entry(uri, 'state', {
      about,
      path,
      nothing,
      title: card?.title ?? null,
      status: card?.status ?? null,
    })
  }

  private entry(address: string, kind: ListedAddress['kind'], known: Partial<ListedAddress>): ListedAddress {
    const none = { about: null, status: null, title: null, documents: null, path: null, nothing: null }
    return { address, kind, tier: this.tiers.get(address) ?? null, ...none, ...known }
  }
}

function getReason({ tried }: Resolution): string {
  const last = tried.at(-1)
  return last === undefined || last.state === 'found' ? 'nothing is there' : last.detail
}
