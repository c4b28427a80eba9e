import type { Manifest } from '../../core/manifest/index.ts'
import { type Address, formatAddress, getCatalog, namesAddress, parseAddress } from '../../core/plan/index.ts'
import { formatCount } from '../../core/values/index.ts'
import { listAddresses } from '../engine/index.ts'
import type { ContextSection, ContextShowResult } from '../history/index.ts'
import { withRedactedRefusals } from '../redaction/index.ts'
import type { ExplainResult } from './project-info.ts'
import { makeServerRequest, type ServerDeps } from './server-deps.ts'
import { listServerTools } from './server-tools.ts'

type Tier = ContextShowResult['tiers'][number]

/** Explains the state of one section or address, or of all sections. Never quotes their content. */
export async function explainAddress(
  deps: ServerDeps,
  { asked }: { readonly asked: string | null },
): Promise<ExplainResult> {
  const { engine, project } = deps
  const { manifest } = await engine.loadManifest(project.manifestFile)
  return withRedactedRefusals(engine, project, async () => {
    const explained = asked === null ? null : findExplained(manifest, asked)
    const status = await deps.status(makeServerRequest(deps))
    const words = new Explanation(manifest.scheme, status)
    if (explained === null) return { asked, text: words.all() }
    const lines = words.sections(explained.ids)
    if (explained.address === null) return { asked, text: lines.join('\n\n') }
    if (!explained.single) return { asked, text: words.address(explained.address, lines) }
    const input = { project, request: makeServerRequest(deps), under: explained.address }
    const [there] = (await listAddresses(engine, input)).entries
    const nothing = there?.nothing ?? null
    return {
      asked,
      text:
        nothing === null
          ? words.address(explained.address, explained.within ? words.brief(explained.ids) : lines)
          : `${explained.address}: nothing is there (${nothing}).`,
    }
  })
}

interface Explained {
  /** Null for a section that is named directly. */
  readonly address: string | null
  /** False for a collection. */
  readonly single: boolean
  /** Whether the address is one document of the sections' source. */
  readonly within: boolean
  readonly ids: readonly string[]
}

/** Finds the sections that have an address as their source, directly or as one document of a collection. Refuses an unknown address. */
function findExplained(manifest: Manifest, asked: string): Explained {
  const name = asked.replace(/^section:/, '')
  if (Object.hasOwn(manifest.sections, name))
    return { address: null, single: true, within: false, ids: [name] }
  const catalog = getCatalog(manifest)
  const address = parseAddress(asked, catalog)
  const listSections = (candidate: Address) =>
    Object.entries(manifest.sections).flatMap(([id, { sources }]) => {
      const uris = sources.map((source) => (typeof source === 'string' ? source : source.uri))
      return uris.some((uri) => namesAddress(uri, candidate, catalog)) ? [id] : []
    })
  const own = listSections(address)
  const single = address.kind !== 'docs' || address.id !== null
  const wider = own.length === 0 && address.kind === 'docs' ? listSections({ ...address, id: null }) : []
  const ids = own.length > 0 ? own : wider
  return { address: formatAddress(catalog.scheme, address), single, within: single && wider.length > 0, ids }
}

const states: Readonly<Record<ContextSection['state'], string>> = {
  injected: 'sent, and unchanged since',
  ready: 'would be sent now, and was not yet',
  refused: 'there, and not sent, because the packet is refused',
  stale: 'was sent, and has changed since',
  inactive: 'not part of the context now',
  absent: 'not there',
  unavailable: 'there, and could not be read',
  'over budget': 'left out: it did not fit into the budget',
}

class Explanation {
  private readonly scheme: string
  private readonly status: ContextShowResult

  constructor(scheme: string, status: ContextShowResult) {
    this.scheme = scheme
    this.status = status
  }

  /** Writes one line per section, under its tier. */
  all(): string {
    const { level, total, budget, measure, tiers } = this.status
    const { read } = listServerTools(this.scheme)
    return [
      `Level ${level}: ${total} of ${budget} (${measure}). ${read.name} reads what is named here.`,
      ...tiers.flatMap((tier) => [
        '',
        `${tier.tier}: ${describeTier(tier)}`,
        ...tier.sections.map((section) => `- ${getAddress(section)}: ${describeState(section)}`),
      ]),
    ].join('\n')
  }

  sections(ids: readonly string[]): string[] {
    return this.named(ids).map(({ tier, section }) => this.section(tier, section))
  }

  brief(ids: readonly string[]): string[] {
    return this.named(ids).map(
      ({ tier, section }) =>
        `It is one of the documents of section ${section.section} (tier ${tier.tier}): ${describeState(section)}.`,
    )
  }

  address(address: string, sections: readonly string[]): string {
    const { read } = listServerTools(this.scheme)
    const never = 'No section has it as its source, so it is never sent by itself.'
    return [
      `${address} can be read with ${read.name}.`,
      ...(sections.length === 0 ? [never] : sections),
    ].join('\n')
  }

  private named(ids: readonly string[]) {
    const all = this.status.tiers.flatMap((tier) => tier.sections.map((section) => ({ tier, section })))
    return all.filter(({ section }) => ids.includes(section.section))
  }

  private section(tier: Tier, section: ContextSection): string {
    const cap = section.cap === null ? '' : ` of at most ${section.cap}`
    const tried = section.sources.filter(({ state }) => state !== 'inactive')
    const from = tried
      .slice(0, maxSources)
      .map(({ uri, state, detail }) => `- ${uri}: ${states[state]}${detail === null ? '' : ` (${detail})`}`)
    return [
      `Section ${section.section}: ${describeState(section)}.`,
      `Tier ${tier.tier}: ${describeTier(tier)}`,
      ...(section.size === null ? [] : [`Size: ${section.size}${cap} (${this.status.measure}).`]),
      ...(from.length === 0 ? [] : ['From:', ...from]),
      ...(tried.length > maxSources ? [`- and ${tried.length - maxSources} more`] : []),
      `Its address: ${getAddress(section)}`,
    ].join('\n')
  }
}

function getAddress({ section, address }: ContextSection): string {
  return address ?? `section:${section}`
}

const maxSources = 10

function describeState({ state, why }: ContextSection): string {
  return `${states[state]}${why === null ? '' : ` (${why})`}`
}

function describeTier({ delivery, budget, actual, refresh, staleness_days }: Tier): string {
  const how = { push: 'sent', declare: 'named by address', pull: 'read on demand' }[delivery]
  const stale = staleness_days === null ? '' : ` Stale after ${formatCount(staleness_days, 'day')}.`
  const again = refresh.length === 0 ? '' : ` Sent again ${refresh.join(' or ')}.`
  return `${how}, ${actual}${budget === null ? '' : ` of ${budget}`}.${again}${stale}`
}
