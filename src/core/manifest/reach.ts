import { formatCanonicalValue } from './canonical-manifest.ts'
import { type Manifest, manifestSchema } from './schema.ts'

/** The ways in which a manifest reaches beyond ordinary files of its repository. */
export const reachKinds = [
  'outside',
  'sensitive',
  'plugin',
  'write',
  'generated',
  'extends',
  'protection',
] as const

export type ReachKind = (typeof reachKinds)[number]

export interface ReachItem {
  readonly kind: ReachKind
  /** For people: a source, a name or a file. */
  readonly what: string
  /** Everything else that the item depends on. An item with another rule is another item. */
  readonly rule: string
}

/** The reach of a manifest as a plain value. Two manifests with equal reach differ only in ordinary files, sizes and wording. */
export interface ManifestReach {
  readonly grants: readonly ReachItem[]
  /** Protection that the manifest declares. To lose an item is to reach further. */
  readonly guards: readonly ReachItem[]
}

/** `outsideLayers`: files outside the repository that the manifest extends. */
export function computeReach(manifest: Manifest, outsideLayers: readonly string[] = []): ManifestReach {
  return {
    grants: [
      ...listSources(manifest),
      ...listRoots(manifest),
      ...listPrograms(manifest),
      ...listWrites(manifest),
      ...outsideLayers.map((file) => makeItem('extends', file)),
      ...listProhibited(manifest),
    ],
    guards: [...listGuards(manifest), ...listProhibited(manifest)],
  }
}

/** The reach of a manifest that declares nothing beyond ordinary files. */
export function getOrdinaryReach(): ManifestReach {
  return { grants: [], guards: listGuards({ redact: manifestSchema.shape.redact.parse({}), exclude: [] }) }
}

/** Lists the items of `after` that `before` lacks: new grants, and guards that are gone. */
export function findWidening(before: ManifestReach, after: ManifestReach): ReachItem[] {
  const widening = [
    ...listMissing(after.grants, before.grants),
    ...listMissing(before.guards, after.guards).map(describeLoss),
  ]
  return [...new Map(widening.map((item) => [makeKey(item), item])).values()]
}

/** The reach that two approvals permit together: every grant of both, and only the guards that both have. */
export function joinReach(a: ManifestReach, b: ManifestReach): ManifestReach {
  const kept = new Set(b.guards.map(makeKey))
  return {
    grants: [...a.grants, ...listMissing(b.grants, a.grants)],
    guards: a.guards.filter((item) => kept.has(makeKey(item))),
  }
}

function makeItem(kind: ReachKind, what: string, rule: unknown = null): ReachItem {
  return { kind, what, rule: rule === null ? '' : formatCanonicalValue(rule) }
}

function makeKey({ kind, what, rule }: ReachItem): string {
  return JSON.stringify([kind, what, rule])
}

function listMissing(items: readonly ReachItem[], known: readonly ReachItem[]): ReachItem[] {
  const keys = new Set(known.map(makeKey))
  return items.filter((item) => !keys.has(makeKey(item)))
}

function describeLoss(item: ReachItem): ReachItem {
  return { ...item, what: `without ${item.what}` }
}

/** Sources that the manifest permits outside the repository, or on the deny-list. */
function listSources(manifest: Manifest): ReachItem[] {
  return Object.values(manifest.sections).flatMap(({ sources }) =>
    sources.flatMap((source) => {
      if (typeof source === 'string') return []
      const rule = listMeanings(manifest, source.uri)
      return [
        ...(source.allow_external === true ? [makeItem('outside', source.uri, rule)] : []),
        ...(source.allow_sensitive === true ? [makeItem('sensitive', source.uri, rule)] : []),
      ]
    }),
  )
}

/** The other keys that decide which files a permitted source names. */
function listMeanings(manifest: Manifest, uri: string): object | null {
  const isAddress = !/^(file|section):/.test(uri)
  const values = listValues(manifest, uri)
  return isAddress ? { patterns: listPatterns(manifest), ...values } : values
}

/** The values of the manifest that fill the placeholders of a text; null if none does. */
function listValues({ vars, intents, levels }: Manifest, text: string): Record<string, unknown> | null {
  const values = new Map<string, unknown>()
  const collect = (part: string) => {
    for (const [, name = ''] of part.matchAll(/\{([A-Za-z_]\w*)[^{}]*\}/g)) {
      if (values.has(name)) continue
      const names = { intent: intents, level: levels }[name]
      const value = Object.hasOwn(vars, name) ? vars[name]! : null
      if (names !== undefined) values.set(name, [value, Object.keys(names).sort()])
      else if (value !== null) values.set(name, value)
      if (value !== null) collect(value)
    }
  }
  collect(text)
  return values.size === 0 ? null : Object.fromEntries(values)
}

function listPatterns({ collections, contexts, states }: Manifest): object {
  return {
    collections: Object.entries(collections).map(([id, { files, plans }]) => [id, files, plans ?? null]),
    contexts: Object.entries(contexts).map(([id, rule]) => [
      id,
      'files' in rule ? rule.files : rule.relevance.files,
    ]),
    states: Object.entries(states).map(([id, { about: _, ...rule }]) => [id, rule]),
  }
}

/** Reads below a directory that the user opens by name (`@name/…`). */
function listRoots(manifest: Manifest): ReachItem[] {
  const { sections, collections, contexts, knowledge, adapters } = manifest
  const patterns = [
    ...Object.values(sections).flatMap(({ sources }) =>
      sources.map((source) => (typeof source === 'string' ? source : source.uri)),
    ),
    ...Object.values(collections).flatMap(({ files, plans = [] }) => [files, plans].flat()),
    ...Object.values(contexts).flatMap((rule) => ('files' in rule ? rule.files : rule.relevance.files)),
    ...Object.values(knowledge).flatMap(({ from }) => from),
    ...Object.values(adapters).flatMap(({ file = [] }) => file),
  ]
  return patterns
    .map((pattern) => ({ pattern: pattern.replace(/^file:/, ''), values: listValues(manifest, pattern) }))
    .filter(({ pattern, values }) => namesRoot(pattern, values))
    .map(({ pattern, values }) => makeItem('outside', `file:${pattern}`, values))
}

/** A pattern that begins with a placeholder names a root if one of its values does. */
function namesRoot(pattern: string, values: object | null): boolean {
  const isRoot = (text: unknown) => typeof text === 'string' && text.startsWith('@')
  return isRoot(pattern) || (pattern.startsWith('{') && Object.values(values ?? {}).some(isRoot))
}

/** Plugins for context, and plugins that adapters read work items from. */
function listPrograms({ plugins, adapters }: Manifest): ReachItem[] {
  const asked = Object.entries(adapters).filter(([, { file }]) => file === undefined)
  return [...Object.entries(plugins), ...asked].map(([name, { about: _, ...rule }]) =>
    makeItem('plugin', name, rule),
  )
}

function listWrites({ journal, memory, knowledge }: Manifest): ReachItem[] {
  return [
    ...(journal === undefined ? [] : [makeItem('write', journal.file)]),
    ...(memory.promote === undefined ? [] : [makeItem('write', memory.promote.file, memory.promote)]),
    ...Object.values(knowledge).map(({ to }) => makeItem('generated', to)),
  ]
}

/** A class may replace a built-in one, so a class that is added, changed or removed counts. */
function listProhibited({ prohibited }: Manifest): ReachItem[] {
  return Object.entries(prohibited).map(([name, rule]) =>
    makeItem('protection', `the prohibited class ${name}`, rule),
  )
}

function listGuards({ redact, exclude }: Pick<Manifest, 'redact' | 'exclude'>): ReachItem[] {
  const { sets, add, patterns, known } = redact
  return [
    ...sets.map((name) => makeItem('protection', `the redaction set ${name}`)),
    ...add.map((name) => makeItem('protection', `the redaction rule ${name}`)),
    ...Object.entries(patterns).map(([name, text]) =>
      makeItem('protection', `the redaction pattern ${name}`, text),
    ),
    ...known.files.map((file) => makeItem('protection', `the secret values of ${file}`)),
    ...known.variables.map((name) => makeItem('protection', `the secret value of $${name}`)),
    ...exclude.map((path) => makeItem('protection', `the exclusion of ${path}`)),
  ]
}
