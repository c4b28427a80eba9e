import type {
  BundleRule,
  Manifest,
  RenderRule,
  SectionRule,
  SourceRule,
  TierRule,
} from '../manifest/index.ts'
import { type Diagnostic, makeDiagnostic, Refusal } from '../values/index.ts'
import { type Catalog, getCatalog, hasScheme, parseAddress } from './address/address.ts'
import { builtInExclusions } from './built-in-exclusions.ts'
import { findIntent, findUnmetCondition } from './conditions.ts'
import { makeManifestForAddress } from './manifest-for-address.ts'
import type { AttemptLimits } from './partition/attempts.ts'
import { addressTarget, fillPlaceholders, getOwnValue, globTarget } from './placeholders.ts'
import { planAttempts } from './plan-attempts.ts'
import { formatSourceUri, loadedReason, onDemandReason, type PlannedSource } from './planned-source.ts'
import type { BundleRequest, Request } from './request.ts'
import { type PlannedLevel, resolveLevel } from './resolve-level.ts'
import { scaleBorrowedCaps } from './scale-borrowed-caps.ts'

export interface PlannedSection {
  readonly id: string
  readonly heading: string
  readonly about: string | null
  readonly tier: string | null
  readonly delivery: TierRule['delivery']
  readonly authority: TierRule['authority']
  readonly sources: readonly PlannedSource[]
  readonly missing: SectionRule['missing']
  readonly cap: number | null
  readonly overCap: SectionRule['over_cap']
  readonly protected: boolean
  readonly decay: NonNullable<SectionRule['decay']> | null
  /** A warning names documents that are older than this. */
  readonly stalenessDays: number | null
  /** Set if each document becomes a section of its own, with the most documents (null means no limit). */
  readonly each: { readonly most: number | null; readonly order: SectionRule['order'] | null } | null
  /** Labels of its documents in a bundle. */
  readonly labels: SectionRule['labels']
  /** Facts that a bundle reads from the document, which must be JSON; null if it may have any format. */
  readonly facts: SectionRule['facts'] | null
}

/** The request resolved against the manifest, before any source is read. Plain data, so that it can be stored. */
export interface Plan {
  readonly manifest: string
  readonly level: PlannedLevel
  readonly intent: string
  /** The word of the task that decided the intent. */
  readonly intentWord: string | null
  /** Whether the plan depends on the words of the task. */
  readonly readsTask: boolean
  readonly ceiling: number
  readonly measure: Manifest['measure']
  readonly sections: readonly PlannedSection[]
  readonly skipped: readonly {
    readonly id: string
    readonly heading: string
    readonly why: string
    /** The sources that it would have read. */
    readonly looked: readonly string[]
  }[]
  readonly tiers: Manifest['tiers']
  /** The shortest time between two refreshes of a session. */
  readonly cooldownSeconds: number
  /** Resolves addresses. */
  readonly catalog: Catalog
  readonly precedence: Manifest['precedence']
  readonly redact: Manifest['redact']
  readonly exclude: readonly string[]
  readonly render: RenderRule
  readonly record: Readonly<Record<string, unknown>> | null
  /** The section that gives up a part of its cap if full sections leave too little for the wrapper. */
  readonly flexible: string | null
  readonly ages: Request['ages']
  readonly diagnostics: readonly Diagnostic[]
  /** The address that the request reads; null for a packet. */
  readonly address: string | null
  readonly channelLimit: Request['channelLimit']
  readonly expansions: Request['expansions']
  /** Files that the agent has already loaded itself. A description of the project does not quote them again. */
  readonly loaded: Request['loaded']
  readonly loadedTexts: Request['loadedTexts']
  /** The document limits to try in order; empty if the manifest sets none. */
  readonly attempts: readonly AttemptLimits[]
  /** Tiers that must have a document. */
  readonly needs: readonly string[]
  /** Rules for sources outside of the project. */
  readonly externalRules: Pick<Manifest, 'adapters' | 'ranking' | 'prohibited'>
  /** The template of the bundle; null for a packet. */
  readonly bundle: (BundleRule & Pick<BundleRequest, 'adapters' | 'output'>) | null
}

/** Removes the wrapper if tags would reach the agent as text. */
function removeTags(rule: RenderRule, tags: boolean): RenderRule {
  return tags || rule.format !== 'xml+markdown' ? rule : { ...rule, format: 'markdown' }
}

export function makePlan(whole: Manifest, request: Request): Plan {
  const { address } = request
  const manifest = address === null ? whole : makeManifestForAddress(whole, address, request)
  const diagnostics: Diagnostic[] = []
  const level = resolveLevel(manifest, request.level, diagnostics)
  const { intent, sign } = findIntent(manifest, request.task)
  const facts = { ...request, like: level.like, intent }
  const sections: PlannedSection[] = []
  const skipped: Plan['skipped'][number][] = []
  for (const [id, declared] of Object.entries(manifest.sections)) {
    const rule = dropLoaded(declared, request.loaded)
    const pulled = rule.tier !== undefined && manifest.tiers[rule.tier]?.delivery === 'pull'
    const why =
      rule.sources.length === 0
        ? loadedReason
        : request.only === null
          ? (findUnmetCondition(rule.when, facts) ?? (pulled ? onDemandReason : null))
          : findUnrequested(request.only, id)
    const context = { request, level, intent, diagnostics }
    if (why === null) sections.push(planSection(manifest, id, rule, context))
    else {
      const sources = planSources(manifest, id, declared, { ...context, diagnostics: [] })
      skipped.push({ id, heading: makeHeading(id, rule), why, looked: sources.map(formatSourceUri) })
    }
  }
  return {
    manifest: manifest.name,
    level,
    intent,
    intentWord: sign,
    readsTask: Object.keys(manifest.intents).length > 0,
    ceiling: manifest.ceiling,
    measure: manifest.measure,
    sections: scaleBorrowedCaps(sections, level.budget),
    skipped,
    tiers: manifest.tiers,
    cooldownSeconds: manifest.refresh.cooldown_seconds,
    catalog: getCatalog(manifest),
    precedence: manifest.precedence,
    redact: manifest.redact,
    exclude: [...builtInExclusions, ...manifest.exclude],
    render: removeTags(manifest.render, request.tags),
    record: manifest.record ?? null,
    flexible: manifest.custom_level?.slack_to ?? null,
    ages: request.ages,
    diagnostics,
    address: request.address,
    channelLimit: request.channelLimit,
    expansions: request.expansions,
    loaded: request.loaded,
    loadedTexts: request.loadedTexts,
    attempts: planAttempts(manifest, level, request.bundle, diagnostics),
    needs: manifest.fallback?.needs ?? [],
    externalRules: pickExternalRules(manifest),
    bundle: planBundle(manifest, request.bundle),
  }
}

function pickExternalRules({ adapters, ranking, prohibited }: Manifest): Plan['externalRules'] {
  return { adapters, ranking, prohibited }
}

function planBundle({ bundle, name }: Manifest, wish: BundleRequest | null): Plan['bundle'] {
  if (wish === null) return null
  if (bundle !== undefined) return { ...bundle, adapters: wish.adapters, output: wish.output }
  throw new Refusal(
    'no-bundle',
    `The manifest ${name} declares no bundle.`,
    'Name a preset that does with --preset, or extend one: "extends: preset:NAME".',
  )
}

/** Drops the first source that the agent has loaded itself, and the sources after it, which are its substitutes. */
function dropLoaded(rule: SectionRule, loaded: readonly string[]): SectionRule {
  const uris = rule.sources.map((source) => (typeof source === 'string' ? source : source.uri))
  const at = uris.findIndex((uri) => uri.startsWith('file:') && loaded.includes(uri.slice('file:'.length)))
  return at === -1 ? rule : { ...rule, sources: rule.sources.slice(0, at), missing: 'skip' }
}

function findUnrequested(only: readonly string[], id: string): string | null {
  // The request may name a document of the section.
  return only.some((name) => name === id || name.startsWith(`${id}/`)) ? null : 'not asked for'
}

function makeHeading(id: string, rule: SectionRule): string {
  return rule.heading ?? id.toUpperCase()
}

interface Context {
  readonly request: Request
  readonly level: PlannedLevel
  readonly intent: string
  readonly diagnostics: Diagnostic[]
}

function planSection(manifest: Manifest, id: string, rule: SectionRule, context: Context): PlannedSection {
  const tier = rule.tier === undefined ? undefined : manifest.tiers[rule.tier]
  const own = typeof rule.cap === 'object' ? getOwnValue(rule.cap, context.level.like) : rule.cap
  const sources = planSources(manifest, id, rule, context)
  const slack = manifest.custom_level?.slack_to === id ? context.level.slack : 0
  return {
    id,
    heading: makeHeading(id, rule),
    about: rule.about ?? null,
    tier: rule.tier ?? null,
    delivery: context.request.only === null ? (tier?.delivery ?? 'push') : 'push',
    authority: tier?.authority ?? 'fact',
    sources,
    missing: rule.missing,
    cap: own === undefined ? null : own + slack,
    overCap: rule.over_cap === 'cut' && sources.some(hasManyDocuments) ? 'documents' : rule.over_cap,
    protected: rule.protected,
    decay: rule.decay ?? null,
    stalenessDays: tier?.staleness_days ?? null,
    each: rule.each ? { most: rule.most ?? null, order: rule.order ?? null } : null,
    labels: rule.labels,
    facts: rule.expect === 'json' ? rule.facts : null,
  }
}

function planSources(manifest: Manifest, id: string, rule: SectionRule, context: Context): PlannedSource[] {
  return rule.sources.flatMap((declared): PlannedSource[] => {
    const source: Partial<SourceRule> & { uri: string } =
      typeof declared === 'string' ? { uri: declared } : declared
    const settings = {
      select: source.select ?? (rule.each ? 'all' : rule.select),
      shape: source.shape ?? rule.shape,
      stub: source.stub ?? null,
      address: null,
      allow: { external: source.allow_external ?? false, sensitive: source.allow_sensitive ?? false },
    }
    if (source.uri.startsWith('section:')) {
      const other = manifest.sections[source.uri.slice(8)]!
      const borrowed = planSources(
        manifest,
        id,
        { ...other, sources: other.sources.filter(isNotSection) },
        context,
      )
      return borrowed.map((planned) => ({ ...planned, shape: settings.shape }))
    }
    const colon = source.uri.indexOf(':')
    const isAddress = hasScheme(source.uri, manifest)
    const pattern = fillPlaceholders(
      source.uri.slice(colon + 1),
      { manifest, ...context },
      isAddress ? addressTarget : globTarget,
    )
    if (pattern !== null && isAddress) return [planAddress(manifest, rule, pattern, settings)]
    if (pattern !== null)
      return [
        {
          scheme: source.uri.slice(0, colon),
          pattern,
          ...settings,
          shape: cleanReadme(pattern, settings.shape),
        },
      ]
    const detail = `source ${source.uri} was skipped: a placeholder has no value`
    context.diagnostics.push(makeDiagnostic('placeholder-empty', 'note', detail, id))
    return []
  })
}

/** A README is written for visitors: without another shape, it is sent without its badges and walls of logos. */
function cleanReadme(pattern: string, shape: PlannedSource['shape']): PlannedSource['shape'] {
  return shape === 'raw' && /(?:^|\/)readme(?:\.\w+)?$/i.test(pattern) ? 'clean' : shape
}

/** The tier decides the shape of a collection, unless the section has a shape of its own. */
function planAddress(
  manifest: Manifest,
  rule: SectionRule,
  pattern: string,
  settings: Omit<PlannedSource, 'scheme' | 'pattern'>,
): PlannedSource {
  const catalog = getCatalog(manifest)
  const address = parseAddress(`${manifest.scheme}:${pattern}`, catalog)
  const collection =
    address.kind === 'docs' && address.id === null ? catalog.collections[address.type]! : null
  const tier = rule.tier === undefined ? undefined : manifest.tiers[rule.tier]
  const condensed = collection !== null && tier?.collections === 'digest' && settings.shape === 'raw'
  const tasks = address.kind === 'state' && 'tasks' in catalog.states[address.entity]!
  const own = tasks && settings.shape === 'raw' ? ('tasks' as const) : settings.shape
  const shape = condensed ? { digest: collection.digest } : own
  return { scheme: manifest.scheme, pattern: pattern.replace(/^\/\//, ''), ...settings, shape, address }
}

/** Whether a source has several documents, so that whole documents can be left out. */
function hasManyDocuments({ address }: PlannedSource): boolean {
  if (address === null) return false
  return address.kind === 'context' || (address.kind === 'docs' && address.id === null)
}

function isNotSection(source: SectionRule['sources'][number]): boolean {
  return !(typeof source === 'string' ? source : source.uri).startsWith('section:')
}
