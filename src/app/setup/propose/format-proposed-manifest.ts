import type { ProjectAddressName } from '../../../core/plan/index.ts'
import { nonDocumentNames } from './detection-rules.ts'
import type { RepositoryScan } from './scan-repository.ts'

/** Formats the shortest manifest for the found files. The same repository gives the same text. */
export function formatProposedManifest(found: RepositoryScan, name: string): string {
  return [
    '# The context of coding agents in this project. "foreword explain" shows it.',
    'foreword: 1',
    `name: ${name}`,
    ...formatCollections(found),
    'tiers:',
    '  state: { refresh: [{ every: 30m }] } # sent again to a running session, if it has changed',
    'sections:',
    ...fitCaps(listSections(found)).map(formatSection),
    '',
  ].join('\n')
}

function formatCollections({ collections }: RepositoryScan): string[] {
  if (collections.length === 0) return []
  const entries = collections.flatMap(({ rule, places }) => [
    `  ${rule.id}:`,
    `    about: ${rule.about}`,
    `    files: ${formatList(places)}`,
    `    except: ${formatList(nonDocumentNames)}`,
    `    aliases: [${rule.alias}]`,
    `    status: { values: { ${rule.id === 'rfcs' ? 'in-progress: [in progress, active, wip], ' : ''}superseded: [deprecated, rejected, withdrawn] } }`,
    ...(rule.id === 'rfcs' ? ['    active: [in-progress]'] : []),
    '    retired: [superseded]',
  ])
  const states = hasCollection(collections, 'rfcs') ? ['states:', '  current-rfc: { active: rfcs }'] : []
  return ['collections:', ...entries, ...states]
}

function hasCollection(collections: RepositoryScan['collections'], id: string): boolean {
  return collections.some(({ rule }) => rule.id === id)
}

interface ProposedSection {
  readonly id: string
  readonly sources: readonly string[]
  /** The most tokens while other sections need the room. */
  readonly cap: number
  /** Whether the cap stays as it is if there are many sections. */
  readonly fixed?: boolean
  readonly more?: readonly string[]
}

/** In packet order: most useful first, and the volatile state last, so that everything before it stays the same for the agent's cache. */
function listSections({ sections, collections, memory }: RepositoryScan): ProposedSection[] {
  return [
    describe('purpose', 150, true),
    describe('commands', 400, true),
    describe('conventions', 400),
    describe('layout', 250),
    ...(memory.other === null
      ? []
      : [
          {
            id: 'agents',
            sources: [`file:${memory.other.path}`],
            cap: 250,
            more: [`when: { agent: ${formatList(memory.other.agents.map((agent) => agent.id))} }`],
          },
        ]),
    ...(hasCollection(collections, 'adrs') ? [decisions] : []),
    ...(hasCollection(collections, 'rfcs') ? [currentRfc] : []),
    ...sections.map(({ rule, places }) => ({ ...rule, sources: places.map((place) => `file:${place}`) })),
    { ...describe('state', 150, true), more: ['tier: state'] },
  ]
}

function describe(id: ProjectAddressName, cap: number, fixed = false): ProposedSection {
  return { id, sources: [`foreword://project/${id}`], cap, fixed }
}

/** Each decision in one line. */
const decisions: ProposedSection = {
  id: 'decisions',
  sources: ['foreword://docs/adrs/'],
  cap: 200,
  more: ['shape: { digest: [decision, decision outcome, summary, $lead] }'],
}

const currentRfc: ProposedSection = { id: 'current-rfc', sources: ['foreword://state/current-rfc'], cap: 200 }

/** The caps of a packet of the standard level, without headings and the wrapper. */
const maxTokens = 1400
const step = 10

/** Lowers caps until all of them fit the standard level together. */
function fitCaps(sections: readonly ProposedSection[]): ProposedSection[] {
  const sum = (some: readonly ProposedSection[]) => some.reduce((total, { cap }) => total + cap, 0)
  const fixed = sum(sections.filter((section) => section.fixed))
  const scale = Math.min(1, (maxTokens - fixed) / (sum(sections) - fixed))
  return sections.map((section) => ({
    ...section,
    cap: section.fixed ? section.cap : Math.floor((section.cap * scale) / step) * step,
  }))
}

function formatSection({ id, sources, cap, more = [] }: ProposedSection): string {
  const cutsItself = more.some((entry) => entry.startsWith('over_cap:'))
  const keys = [
    `sources: ${formatList(sources)}`,
    ...more,
    `cap: ${cap}`,
    ...(cutsItself ? [] : ['over_cap: borrow']),
  ]
  return `  ${id}: { ${keys.join(', ')} }`
}

function formatList(items: readonly string[]): string {
  return `[${items.map((item) => (/^[a-z][a-z -]*$/.test(item) ? item : JSON.stringify(item))).join(', ')}]`
}
