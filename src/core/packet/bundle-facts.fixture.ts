// Plans, assembles and renders bundles from documents given as text.
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import type { PartRule } from '../manifest/index.ts'
import { makeManifest } from '../manifest/manifest.fixture.ts'
import { type DocumentSelection, makePlan, makeRequest } from '../plan/index.ts'
import { createRedactor, selectRules } from '../redact/index.ts'
import { computeFingerprint, type FoundSource } from '../values/index.ts'
import { assemble, renderPacket } from './assemble.ts'
import type { SectionReading } from './packet.ts'

/** Built from parts, so that secret scanners do not report this file. */
export const secret = `ghp_${'A1b2C3d4'.repeat(4)}`

export interface BundleCase {
  /** Text of the required JSON document; null if it is missing. */
  readonly control?: string | null
  readonly gap?: FoundSource['gap']
  readonly facts?: object
  readonly optional?: boolean
  /** Observations in place of the JSON document. */
  readonly tried?: SectionReading['tried']
  /** Documents of the section with `each`, by path. */
  readonly documents?: Readonly<Record<string, string>>
  readonly told?: Readonly<Record<string, unknown>>
  /** Digest of each document. */
  readonly digest?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly warnings?: Readonly<Record<string, string>>
  readonly account?: Partial<DocumentSelection>
  readonly template?: object
  /** Budget in characters. */
  readonly budget?: number
  /** The parts of the tiers. */
  readonly parts?: { readonly control: PartRule; readonly outside: PartRule }
  /** False for a packet instead of a bundle. */
  readonly asBundle?: boolean
}

export function assembleBundle(given: BundleCase) {
  const { control = '{}', documents = {}, template = { all: '$documents' }, warnings = {} } = given
  const { budget = 100_000, parts } = given
  const manifest = makeManifest({
    measure: 'chars',
    levels: { standard: { budget }, full: { budget } },
    ceiling: budget,
    tiers: {
      control: { authority: 'rule', ...(parts && { documents: parts.control }) },
      outside: { authority: 'signal', ...(parts && { documents: parts.outside }) },
    },
    sections: {
      soul: null,
      state: {
        sources: ['file:state.json'],
        tier: 'control',
        shape: 'whole',
        expect: 'json',
        facts: given.facts ?? {},
        ...(given.optional && { missing: 'skip' }),
      },
      notes: {
        sources: ['file:notes/*.md'],
        tier: 'outside',
        each: true,
        shape: 'whole',
        over_cap: 'prefix',
        missing: 'skip',
        labels: given.labels ?? {},
      },
    },
    bundle: { template, warnings },
  })
  const wish = { documents: null, excerpt: null, fallback: null, adapters: [], output: null }
  const bundle = given.asBundle === false ? null : wish
  const plan = makePlan(manifest, makeRequest({ repo: 'shop', bundle }))
  const [state, notes] = plan.sections
  const paths = Object.keys(documents)
  const each = paths.map((path) => ({ ...notes!, id: `notes/${path}`, heading: path, each: null }))
  const found =
    control === null ? [] : [{ ...makeFound('state.json', control), ...(given.gap && { gap: given.gap }) }]
  const readings: SectionReading[] = [
    { section: 'state', source: control === null ? null : 0, found, tried: given.tried ?? [] },
    ...paths.map((path): SectionReading => {
      const facts = given.told && { facts: given.told }
      const digest = given.digest && { digest: given.digest }
      const found = { ...makeFound(path, documents[path]!), ...digest, ...facts }
      return { section: `notes/${path}`, of: 'notes', source: 0, found: [found], tried: [] }
    }),
  ]
  const redactor = createRedactor({ rules: selectRules(plan.redact), marker: plan.redact.marker })
  let measured = 0
  const count = (text: string) => {
    // Count measurements of whole packets, not of single documents.
    if (text.startsWith('{\n') || text.startsWith('<')) measured++
    return text.length
  }
  const deps = {
    now: '2026-01-20T12:00:00Z',
    count,
    digest: computeFingerprint,
    outline: outlineMarkdown,
    values: {},
    redactor,
  }
  const account = { ...nothing, ...given.account }
  const packet = assemble({ ...plan, sections: [state!, ...each] }, readings, deps, account)
  const swept = renderPacket(packet, { task: 'Do it' }, redactor)
  const { text, map } = swept.rendered
  // biome-ignore lint/suspicious/noExplicitAny: a document of the template, looked at field by field
  const json: any = bundle === null ? null : JSON.parse(text)
  return { packet: swept.packet, text, map, json, measured }
}

const nothing: DocumentSelection = { attempts: [], parts: [], refused: [], refusedCount: 0, asked: [] }

export function makeFound(path: string, text: string): FoundSource {
  const modifiedAt = '2026-01-20T00:00:00Z'
  return {
    state: 'found',
    uri: `file:${path}`,
    path,
    text,
    digest: 'sha256:0',
    bytes: text.length,
    modifiedAt,
  }
}
