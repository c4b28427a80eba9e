import type { Manifest } from '../../core/manifest/index.ts'
import { type Address, formatAddress, getCatalog, namesAddress, parseAddress } from '../../core/plan/index.ts'
import { formatCount } from '../../core/values/index.ts'
import { listAddresses } from '../engine/index.ts'
import type { ContextSection, ContextShowResult } from '../history/index.ts'
import { withRedactedRefusals } from '../redaction/index.ts'
import { listServerTools } from './offered-tools.ts'
import type { ExplainResult } from './server-answer.ts'
import { makeServerRequest, type ServerDeps } from './service-tools.ts'

type Tier = ContextShowResult['tiers'][number]

/** How one section or address stands, or all of them: in plain words, and without a word of what they hold. */
export async function explainAddress(
  tools: ServerDeps,
  { asked }: { readonly asked: string | null },
): Promise<ExplainResult> {
  const { engine, project } = tools
  const { manifest } = await engine.loadManifest(project.manifestFile)
  return withRedactedRefusals(engine, project, async () => {
    const wanted = asked === null ? null : wantedIn(manifest, asked)
    const status = await tools.status(makeServerRequest(tools))
    const words = new Words(manifest.scheme, status)
    if (wanted === null) return { asked, text: words.all() }
    const lines = words.sections(wanted.ids)
    if (wanted.address === null) return { asked, text: lines.join('\n\n') }
    if (!wanted.single) return { asked, text: words.address(wanted.address, lines) }
    const order = { project, request: makeServerRequest(tools), under: wanted.address }
    const [there] = (await listAddresses(engine, order)).entries
    const nothing = there?.nothing ?? null
    return {
      asked,
      text:
        nothing === null
          ? words.address(wanted.address, wanted.within ? words.brief(wanted.ids) : lines)
          : `${wanted.address}: nothing is there (${nothing}).`,
    }
  })
}

interface Wanted {
  /** Null for a section that is asked for by its name. */
  readonly address: string | null
  /** Not a collection, which is several. */
  readonly single: boolean
  /** Whether it is one document of what the sections have as their source. */
  readonly within: boolean
  readonly ids: readonly string[]
}

/** Which sections an address is a source of, itself or as one document of a collection. Refuses what is not there. */
function wantedIn(manifest: Manifest, asked: string): Wanted {
  const name = asked.replace(/^section:/, '')
  if (Object.hasOwn(manifest.sections, name))
    return { address: null, single: true, within: false, ids: [name] }
  const catalog = getCatalog(manifest)
  const address = parseAddress(asked, catalog)
  const sectionsAt = (one: Address) =>
    Object.entries(manifest.sections).flatMap(([id, { sources }]) => {
      const uris = sources.map((source) => (typeof source === 'string' ? source : source.uri))
      return uris.some((uri) => namesAddress(uri, one, catalog)) ? [id] : []
    })
  const own = sectionsAt(address)
  const single = address.kind !== 'docs' || address.id !== null
  const wider = own.length === 0 && address.kind === 'docs' ? sectionsAt({ ...address, id: null }) : []
  const ids = own.length > 0 ? own : wider
  return { address: formatAddress(catalog.scheme, address), single, within: single && wider.length > 0, ids }
}

const states: Readonly<Record<ContextSection['state'], string>> = {
  injected: 'sent, and unchanged since',
  ready: 'would be sent now, and was not yet',
  stale: 'was sent, and has changed since',
  inactive: 'not part of the context now',
  absent: 'not there',
  unavailable: 'there, and could not be read',
  'over budget': 'left out: it did not fit into the budget',
}

class Words {
  private readonly scheme: string
  private readonly status: ContextShowResult

  constructor(scheme: string, status: ContextShowResult) {
    this.scheme = scheme
    this.status = status
  }

  /** A line for each, under its tier. */
  all(): string {
    const { level, total, budget, measure, tiers } = this.status
    const { read } = listServerTools(this.scheme)
    return [
      `Level ${level}: ${total} of ${budget} (${measure}). ${read.name} reads what is named here.`,
      ...tiers.flatMap((tier) => [
        '',
        `${tier.tier}: ${howOf(tier)}`,
        ...tier.sections.map((one) => `- ${placeOf(one)}: ${standing(one)}`),
      ]),
    ].join('\n')
  }

  sections(ids: readonly string[]): string[] {
    return this.named(ids).map(({ tier, section }) => this.section(tier, section))
  }

  brief(ids: readonly string[]): string[] {
    return this.named(ids).map(
      ({ tier, section }) =>
        `It is one of the documents of section ${section.section} (tier ${tier.tier}): ${standing(section)}.`,
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

  private section(tier: Tier, one: ContextSection): string {
    const cap = one.cap === null ? '' : ` of at most ${one.cap}`
    const tried = one.sources.filter(({ state }) => state !== 'inactive')
    const from = tried
      .slice(0, maxSources)
      .map(({ uri, state, detail }) => `- ${uri}: ${states[state]}${detail === null ? '' : ` (${detail})`}`)
    return [
      `Section ${one.section}: ${standing(one)}.`,
      `Tier ${tier.tier}: ${howOf(tier)}`,
      ...(one.size === null ? [] : [`Size: ${one.size}${cap} (${this.status.measure}).`]),
      ...(from.length === 0 ? [] : ['From:', ...from]),
      ...(tried.length > maxSources ? [`- and ${tried.length - maxSources} more`] : []),
      `Its address: ${placeOf(one)}`,
    ].join('\n')
  }
}

function placeOf({ section, address }: ContextSection): string {
  return address ?? `section:${section}`
}

const maxSources = 10

function standing({ state, why }: ContextSection): string {
  return `${states[state]}${why === null ? '' : ` (${why})`}`
}

function howOf({ delivery, budget, actual, refresh, staleness_days }: Tier): string {
  const how = { push: 'sent', declare: 'named by address', pull: 'read on demand' }[delivery]
  const stale = staleness_days === null ? '' : ` Stale after ${formatCount(staleness_days, 'day')}.`
  const again = refresh.length === 0 ? '' : ` Sent again ${refresh.join(' or ')}.`
  return `${how}, ${actual}${budget === null ? '' : ` of ${budget}`}.${again}${stale}`
}
