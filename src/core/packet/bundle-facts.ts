import type { BundleRule, TierRule } from '../manifest/index.ts'
import type { DocumentSelection } from '../plan/index.ts'
import { type Diagnostic, fillTextTemplate, isPlainObject, joinLines, limitPerKind } from '../values/index.ts'
import { finishSelection } from './finish-selection.ts'
import type { DocumentState, Packet, PacketSection, Reduction } from './packet.ts'

type Facts = Record<string, unknown>

/** The most warnings of a kind, so that a bundle stays small whatever the project contains. */
const maxWarnings = 100

/** Builds the facts that the template of a bundle can name. */
export function buildBundleFacts(
  packet: Packet,
  bundle: NonNullable<Packet['bundle']>,
  values: Readonly<Record<string, string>>,
): { readonly template: unknown; readonly facts: Facts } {
  const { sections, level, intent, states } = packet
  const account = finishSelection(packet)
  const attempts = account?.attempts ?? []
  const last = attempts.at(-1)
  const asked = account?.asked ?? []
  const documents = sections.map(documentFacts)
  const facts: Facts = {
    task: values.task ?? null,
    repo: values.repo ?? null,
    intent,
    level: level.name,
    documents,
    document_count: documents.length,
    truncated_count: documents.filter(({ truncated }) => truncated).length,
    limits: formatLimits(last),
    fallback: last?.name ?? 'none',
    attempts: attempts.map((attempt) => ({
      name: attempt.name,
      success: attempt.success,
      ...formatLimits(attempt),
    })),
    partitions: partitionFacts(packet, account),
    tiers: tierFacts(states),
    facts: Object.assign({}, ...states.map((state) => state.facts)),
    adapters: asked.filter(({ kind }) => kind === 'adapter'),
    memory: asked.find(({ kind }) => kind === 'memory') ?? null,
    ranking: packet.ranking,
    degraded: asked.filter(({ status }) => status === 'degraded'),
    warnings: limitPerKind(
      packet.diagnostics.filter(isWarning).map((warning) => formatWarning(warning, bundle, packet)),
      maxWarnings,
    ),
    diagnostics: packet.diagnostics,
  }
  return { template: bundle.template, facts }
}

function formatLimits(
  limits: { readonly documents: number | null; readonly excerpt: number | null } | undefined,
) {
  return {
    documents: limits?.documents ?? null,
    excerpt: limits?.excerpt ?? null,
    unlimited: limits !== undefined && limits.documents === null && limits.excerpt === null,
  }
}

function documentFacts(section: PacketSection) {
  const [source] = section.sources
  const cut = section.reductions.filter(({ why }) => why !== 'age')
  const redacted = Object.values(section.redactions).reduce((sum, count) => sum + count, 0)
  return {
    ...section.facts,
    path: source?.path ?? '',
    digest: source?.digest ?? null,
    section: section.id.split('/')[0],
    tier: section.tier,
    authority: section.authority,
    authoritative: section.authority !== ('signal' satisfies TierRule['authority']),
    excerpt: joinLines(section.lines),
    size: section.size,
    ...getDocumentLength(section, cut),
    redacted,
    labels: section.labels,
  }
}

/** Returns the original size of a document of a bundle, null if unknown, and whether it was cut. */
export function getDocumentLength(
  { facts, size }: Pick<PacketSection, 'facts' | 'size'>,
  cut: readonly Reduction[],
): { readonly original_size: number | null; readonly truncated: boolean } {
  if (facts.partial === true) return { original_size: null, truncated: true }
  return { original_size: cut[0]?.before ?? size, truncated: cut.length > 0 }
}

function partitionFacts({ sections }: Packet, account: DocumentSelection | null) {
  const excerpt = account?.attempts.at(-1)?.excerpt ?? null
  return (account?.parts ?? []).map((part) => ({
    ...part,
    size: part.documents === null || excerpt === null ? null : part.documents * excerpt,
    used_size: sections.filter(({ tier }) => tier === part.tier).reduce((sum, { size }) => sum + size, 0),
    refused_paths: account!.refused
      .filter(({ tier, reason }) => tier === part.tier && reason !== 'twice')
      .map(({ path }) => path),
  }))
}

/** Returns, by tier, whether all required documents exist and are valid. */
function tierFacts(states: readonly DocumentState[]): Facts {
  const tiers = [...new Set(states.flatMap(({ tier }) => tier ?? []))]
  return Object.fromEntries(
    tiers.map((tier) => {
      const own = states.filter((state) => state.tier === tier)
      return [tier, { status: resolveBundleStatus(own), documents: own }]
    }),
  )
}

export function resolveBundleStatus(states: readonly DocumentState[]): 'ok' | 'degraded' | 'missing' {
  if (states.every(({ present }) => !present)) return 'missing'
  const isValid = (state: DocumentState) => (state.present ? state.parsed : state.optional)
  return states.every(isValid) ? 'ok' : 'degraded'
}

/** Whether a text is a bundle with these keys, so that foreword wrote it and not the user. */
export function isBundleWithKeys(text: string, keys: readonly string[]): boolean {
  try {
    const value: unknown = JSON.parse(text)
    if (!isPlainObject(value) || keys.length === 0) return false
    return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
  } catch {
    return false
  }
}

function isWarning({ severity }: Diagnostic): boolean {
  return severity !== 'note'
}

/** Returns the manifest's text for the code in this tier, else for the code, else our own text. */
function formatWarning(diagnostic: Diagnostic, { warnings }: BundleRule, packet: Packet): string {
  const id = diagnostic.section ?? ''
  const gone = packet.leftOut.find((other) => other.id === id)
  const section = packet.sections.find((other) => other.id === id)
  const tier = section?.tier ?? packet.states.find((other) => other.section === id)?.tier ?? gone?.tier ?? ''
  const path = section?.sources[0]?.path ?? gone?.looked[0]?.replace(/^file:/, '') ?? ''
  const text = getOwn(warnings, `${diagnostic.code}@${tier}`) ?? getOwn(warnings, diagnostic.code)
  const plain =
    id === '' ? `${diagnostic.code}: ${diagnostic.detail}` : `${diagnostic.code}: ${id}: ${diagnostic.detail}`
  if (text === undefined) return plain
  return fillTextTemplate(text, { section: id, path, tier, detail: diagnostic.detail, intent: packet.intent })
}

function getOwn(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
