import type { Agent } from '../../../agents/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { type DetectionRule, nonDocumentNames } from './detection-rules.ts'
import type { RepositoryScan } from './scan-repository.ts'

/** Formats a manifest for the found files, with a comment on each choice. The same repository gives the same text. */
export function formatProposedManifest(found: RepositoryScan, name: string): string {
  return [
    ...formatHead(name),
    ...formatCollections(found),
    ...formatStates(found),
    ...formatSections(found),
    ...formatPrecedence(found),
    '',
  ].join('\n')
}

function formatHead(name: string): string[] {
  return [
    '# What coding agents are told about this project: foreword explain . shows it.',
    '# All keys: docs/reference/manifest.md of foreword.',
    'foreword: 1',
    `name: ${name}`,
    '',
    '# Tokens of a whole packet. Far beyond them, context competes with the task.',
    'levels:',
    '  minimal: { budget: 600 }',
    '  standard: { budget: 1500 }',
    '  full: { budget: 3000 }',
    'default_level: standard',
    'custom_level:',
    '  min: 300',
    '  max: 4000',
    '  bands: [{ from: 300, like: minimal }, { from: 1200, like: standard }, { from: 2400, like: full }]',
    'ceiling: 4000',
    '',
    'tiers:',
    '  # Who we are: always sent. A folder of documents takes one line per document.',
    '  identity: { budget: 1500, authority: rule, collections: digest }',
    '  # What is being done: always sent.',
    '  workflow: { budget: 1500 }',
    '  # How things work: named with address and size, read when needed.',
    '  reference: { budget: 300, delivery: declare }',
    '',
  ]
}

function formatCollections({ collections: found }: RepositoryScan): string[] {
  if (found.length === 0) return []
  const entries = found.flatMap(({ rule, places, count }) => [
    `  # ${formatCount(count, 'document')} in ${places.map(getFolder).join(', ')}.`,
    `  ${rule.id}:`,
    `    about: ${rule.about}`,
    `    files: ${formatList(places)}`,
    `    except: ${formatList(nonDocumentNames)}`,
    `    aliases: ${formatList([rule.alias])}`,
    '    # What a document decides: the first sentence of the first of these.',
    `    digest: ${formatList(rule.digest)}`,
    '    status:',
    '      values:',
    '        draft: [proposed, open]',
    '        accepted: [approved]',
    '        in-progress: [in progress, active, wip]',
    '        implemented: [done, complete, completed]',
    '        superseded: [deprecated, rejected, withdrawn]',
    '    active: [in-progress]',
    '    # Left out of digests.',
    '    retired: [superseded]',
  ])
  return ['collections:', ...entries, '']
}

function getFolder(glob: string): string {
  return glob.slice(0, glob.lastIndexOf('/'))
}

function hasRfcs({ collections: found }: RepositoryScan): boolean {
  return found.some(({ rule }) => rule.id === 'rfcs')
}

function formatStates(found: RepositoryScan): string[] {
  if (!hasRfcs(found)) return []
  return ['states:', '  current-rfc: { active: rfcs, about: The RFC that is in progress }', '']
}

function formatSections(found: RepositoryScan): string[] {
  const formatTier = (tier: DetectionRule['tier']) =>
    found.sections.filter(({ rule }) => rule.tier === tier).flatMap(formatOwnSection)
  const all = [
    ...formatTier('identity'),
    ...formatInstructionFiles(found),
    ...formatDecisions(found),
    ...formatCurrentRfc(found),
    ...formatTier('workflow'),
    ...formatTier('reference'),
  ]
  return ['sections:', ...(all.length === 0 ? placeholder : all)]
}

function formatOwnSection({ rule, places }: RepositoryScan['sections'][number]): string[] {
  const sources = places.map((place) => `file:${place}`)
  return [
    `  # ${places.join(', ')} ${rule.why}.`,
    ...formatSection(rule.id, { ...rule, sources, more: rule.more ?? [], cap: rule.cap ?? null }),
  ]
}

/** Makes the packet work as soon as the user writes the file. */
const placeholder = [
  '  # There is nothing to send yet: write this first.',
  '  project:',
  '    heading: PROJECT',
  '    tier: identity',
  '    sources: ["file:README.md"]',
  '    cap: { minimal: 250, standard: 350, full: 600 }',
  '    protected: true',
]

interface SectionText {
  readonly heading: string
  readonly about: string
  readonly tier: string
  readonly sources: readonly string[]
  readonly cap: readonly number[] | null
  readonly more: readonly string[]
}

function formatSection(id: string, { heading, about, tier, sources, cap, more }: SectionText): string[] {
  return [
    `  ${id}:`,
    `    heading: ${heading}`,
    `    about: ${about}`,
    `    tier: ${tier}`,
    `    sources: ${formatList(sources)}`,
    ...(cap === null ? [] : [`    cap: { minimal: ${cap[0]}, standard: ${cap[1]}, full: ${cap[2]} }`]),
    ...more.map((line) => `    ${line}`),
  ]
}

/** Some agents load these files themselves, so they are sent only to the others. */
function formatInstructionFiles({ memory: { files, other } }: RepositoryScan): string[] {
  const notes = files.map(
    ({ path, agents }) => `  # ${path} is not sent to ${joinTitles(agents)}, which loads it by itself.`,
  )
  if (other === null) return notes
  return [
    ...notes,
    `  # ${other.path} is sent to agents that load none of these: ${joinTitles(other.agents)}.`,
    ...formatSection('agents', {
      heading: 'AGENTS',
      about: 'Instructions for agents',
      tier: 'identity',
      sources: [`file:${other.path}`],
      cap: [150, 400, 800],
      more: [`when: { agent: ${formatList(other.agents.map((agent) => agent.id))} }`],
    }),
  ]
}

function joinTitles(agents: readonly Agent[]): string {
  return agents.map((agent) => agent.title).join(', ')
}

function hasDecisions({ collections: found }: RepositoryScan): boolean {
  return found.some(({ rule }) => rule.id === 'adrs')
}

function formatDecisions(found: RepositoryScan): string[] {
  if (!hasDecisions(found)) return []
  return [
    '  # Every decision in one line; whole documents: foreword read docs/adrs/NUMBER.',
    ...formatSection('decisions', {
      heading: 'DECISIONS',
      about: 'Decisions',
      tier: 'identity',
      sources: ['foreword://docs/adrs/'],
      cap: [150, 350, 700],
      more: ['over_cap: documents'],
    }),
  ]
}

function formatCurrentRfc(found: RepositoryScan): string[] {
  if (!hasRfcs(found)) return []
  return [
    '  # The first RFC whose status is in progress; all of them: foreword ls docs/rfcs/.',
    ...formatSection('current-rfc', {
      heading: 'CURRENT RFC',
      about: 'The RFC that is in progress',
      tier: 'workflow',
      sources: ['foreword://state/current-rfc'],
      cap: [150, 400, 900],
      more: ['missing: skip'],
    }),
  ]
}

function formatPrecedence(found: RepositoryScan): string[] {
  const names = found.sections.flatMap(({ rule }) =>
    rule.yields === undefined ? [] : [`  - { section: ${rule.id}, by: "${rule.yields}" }`],
  )
  const last = [
    ...(hasRfcs(found) ? ['  - { section: current-rfc, by: "head(150)" }'] : []),
    ...(hasDecisions(found) ? ['  - { section: decisions, by: "documents(120)" }'] : []),
  ]
  const steps = [...names.reverse(), ...last]
  return steps.length === 0
    ? []
    : ['', '# Sections that give way when the packet is over budget, first to last.', 'precedence:', ...steps]
}

function formatList(items: readonly string[]): string {
  return `[${items.map((item) => (/^[a-z][a-z -]*$/.test(item) ? item : JSON.stringify(item))).join(', ')}]`
}
