import { addressText, catalogOf, isAt, parseAddress } from '../../core/address/index.ts'
import type { Manifest } from '../../core/manifest/index.ts'
import { counted } from '../../core/values/index.ts'
import { listAddresses } from '../addresses/list.ts'
import { refusedClean } from '../clean.ts'
import type { ContextSection, ContextShowAnswer } from '../past/answers-context.ts'
import type { ExplainAnswer } from './answer.ts'
import { type OfferTools, requestFor } from './order.ts'
import { offeredTools } from './tools.ts'

type Tier = ContextShowAnswer['tiers'][number]

/** How one section or address stands, or all of them: in plain words, and without a word of what they hold. */
export async function explainOffered(
  tools: OfferTools,
  { asked }: { readonly asked: string | null },
): Promise<ExplainAnswer> {
  const { shop, project } = tools
  const { manifest } = await shop.loadManifest(project.manifestFile)
  return refusedClean(shop, project, async () => {
    const wanted = asked === null ? null : wantedIn(manifest, asked)
    const status = await tools.status(requestFor(tools))
    const words = new Words(manifest.scheme, status)
    if (wanted === null) return { asked, text: words.all() }
    const own = words.sections().filter(({ section }) => wanted.ids.includes(section.section))
    const lines = own.map(({ tier, section }) => words.section(tier, section))
    if (wanted.address === null) return { asked, text: lines.join('\n\n') }
    const order = { project, request: requestFor(tools), under: wanted.address }
    const { entries } = await listAddresses(shop, order)
    const there = entries.length === 1 ? entries[0]! : null
    return { asked, text: [words.address(wanted.address, there, own.length > 0), ...lines].join('\n\n') }
  })
}

/** Which sections an address is a source of, itself or as one document of a collection. Refuses what is not there. */
function wantedIn(manifest: Manifest, asked: string): { address: string | null; ids: readonly string[] } {
  const name = asked.replace(/^section:/, '')
  if (Object.hasOwn(manifest.sections, name)) return { address: null, ids: [name] }
  const catalog = catalogOf(manifest)
  const address = parseAddress(asked, catalog)
  const wider = address.kind === 'docs' && address.id !== null ? [{ ...address, id: null }] : []
  const ids = Object.entries(manifest.sections).flatMap(([id, { sources }]) => {
    const uris = sources.map((source) => (typeof source === 'string' ? source : source.uri))
    return uris.some((uri) => [address, ...wider].some((one) => isAt(uri, one, catalog))) ? [id] : []
  })
  return { address: addressText(catalog.scheme, address), ids }
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
  private readonly status: ContextShowAnswer

  constructor(scheme: string, status: ContextShowAnswer) {
    this.scheme = scheme
    this.status = status
  }

  sections(): { readonly tier: Tier; readonly section: ContextSection }[] {
    return this.status.tiers.flatMap((tier) => tier.sections.map((section) => ({ tier, section })))
  }

  /** A line for each, under its tier. */
  all(): string {
    const { level, total, budget, measure, tiers } = this.status
    return [
      `Level ${level}: ${total} of ${budget} (${measure}).`,
      ...tiers.flatMap((tier) => [
        '',
        `${tier.tier}: ${howOf(tier)}`,
        ...tier.sections.map((one) => `- ${one.section}: ${standing(one)}. ${this.readAt(one)}`),
      ]),
    ].join('\n')
  }

  section(tier: Tier, one: ContextSection): string {
    const cap = one.cap === null ? '' : ` of at most ${one.cap}`
    const size = one.size === null ? [] : [`Size: ${one.size}${cap} (${this.status.measure}).`]
    const from = one.sources
      .filter(({ state }) => state !== 'inactive')
      .slice(0, mostSources)
      .map(({ uri, state, detail }) => `- ${uri}: ${states[state]}${detail === null ? '' : ` (${detail})`}`)
    const rest = one.sources.length > mostSources ? [`- and ${one.sources.length - mostSources} more`] : []
    return [
      `Section ${one.section}: ${standing(one)}.`,
      `Tier ${tier.tier}: ${howOf(tier)}`,
      ...size,
      ...(from.length === 0 ? [] : ['From:', ...from, ...rest]),
      this.readAt(one),
    ].join('\n')
  }

  /** `there` is null for a collection, which is several. */
  address(address: string, there: { nothing: string | null } | null, inSection: boolean): string {
    const { read } = offeredTools(this.scheme)
    if (there !== null && there.nothing !== null) return `${address}: nothing is there (${there.nothing}).`
    const sent = inSection ? '' : ' No section has it as its source, so it is never sent by itself.'
    return `${address} can be read with ${read.name}.${sent}`
  }

  private readAt({ section, address }: ContextSection): string {
    const { read } = offeredTools(this.scheme)
    return `Read it with ${read.name}: ${address ?? `section:${section}`}`
  }
}

const mostSources = 10

function standing({ state, why }: ContextSection): string {
  return `${states[state]}${why === null ? '' : ` (${why})`}`
}

function howOf({ delivery, budget, actual, refresh, staleness_days }: Tier): string {
  const how = { push: 'sent whole', declare: 'named by address', pull: 'read on demand' }[delivery]
  const stale = staleness_days === null ? '' : ` Stale after ${counted(staleness_days, 'day')}.`
  const again = refresh.length === 0 ? '' : ` Sent again ${refresh.join(' or ')}.`
  return `${how}, ${actual}${budget === null ? '' : ` of ${budget}`}.${again}${stale}`
}
