import type { BundleRule, TierRule } from '../manifest/index.ts'
import type { DocumentSelection } from '../plan/index.ts'
import { type Diagnostic, fewOfAKind, fillTextTemplate, isPlain, joinLines } from '../values/index.ts'
import type { DocumentState, Packet, PacketSection, Reduction } from './packet.ts'
import { finishSelection } from './packet-account.ts'

type Facts = Record<string, unknown>

/** Of one kind: a bundle is bounded, whatever lies in a project. */
const maxWarnings = 100

/** What the template of a bundle can name: the packet, arranged for people who publish their own format. */
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
    truncated_count: documents.filter((one) => one.truncated).length,
    limits: limitsOf(last),
    fallback: last?.name ?? 'none',
    attempts: attempts.map((one) => ({ name: one.name, success: one.success, ...limitsOf(one) })),
    partitions: partitionFacts(packet, account),
    tiers: tierFacts(states),
    facts: Object.assign({}, ...states.map((one) => one.facts)),
    adapters: asked.filter((one) => one.kind === 'adapter'),
    memory: asked.find((one) => one.kind === 'memory') ?? null,
    ranking: packet.ranking,
    degraded: asked.filter((one) => one.status === 'degraded'),
    warnings: fewOfAKind(
      packet.diagnostics.filter(isWarning).map((one) => warningText(one, bundle, packet)),
      maxWarnings,
    ),
    diagnostics: packet.diagnostics,
  }
  return { template: bundle.template, facts }
}

function limitsOf(
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
  const cut = section.reductions.filter((one) => one.why !== 'age')
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

/** How long a document of a bundle was, where that is known, and whether all of it is there. */
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
    used_size: sections.filter((one) => one.tier === part.tier).reduce((sum, one) => sum + one.size, 0),
    refused_paths: account!.refused
      .filter((one) => one.tier === part.tier && one.reason !== 'twice')
      .map((one) => one.path),
  }))
}

/** By tier: whether every document that has to be there is, and is what it should be. */
function tierFacts(states: readonly DocumentState[]): Facts {
  const tiers = [...new Set(states.flatMap((one) => one.tier ?? []))]
  return Object.fromEntries(
    tiers.map((tier) => {
      const own = states.filter((one) => one.tier === tier)
      return [tier, { status: resolveBundleStatus(own), documents: own }]
    }),
  )
}

export function resolveBundleStatus(states: readonly DocumentState[]): 'ok' | 'degraded' | 'missing' {
  if (states.every((one) => !one.present)) return 'missing'
  const whole = (one: DocumentState) => (one.present ? one.parsed : one.optional)
  return states.every(whole) ? 'ok' : 'degraded'
}

/** Whether a text is a bundle with these keys: what was written here before, and nobody's own file. */
export function isBundleWithKeys(text: string, keys: readonly string[]): boolean {
  try {
    const value: unknown = JSON.parse(text)
    if (!isPlain(value) || keys.length === 0) return false
    return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
  } catch {
    return false
  }
}

function isWarning({ severity }: Diagnostic): boolean {
  return severity !== 'note'
}

/** As the manifest says it: for its code in this tier, for its code, or in our own words. */
function warningText(one: Diagnostic, { warnings }: BundleRule, packet: Packet): string {
  const id = one.section ?? ''
  const gone = packet.leftOut.find((other) => other.id === id)
  const section = packet.sections.find((other) => other.id === id)
  const tier = section?.tier ?? packet.states.find((other) => other.section === id)?.tier ?? gone?.tier ?? ''
  const path = section?.sources[0]?.path ?? gone?.looked[0]?.replace(/^file:/, '') ?? ''
  const text = ownValue(warnings, `${one.code}@${tier}`) ?? ownValue(warnings, one.code)
  const plain = id === '' ? `${one.code}: ${one.detail}` : `${one.code}: ${id}: ${one.detail}`
  if (text === undefined) return plain
  return fillTextTemplate(text, { section: id, path, tier, detail: one.detail, intent: packet.intent })
}

function ownValue(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
