import type { Agent } from '../../../agents/index.ts'
import type { Manifest } from '../../../core/manifest/index.ts'
import { builtInExclusions } from '../../../core/plan/index.ts'
import { formatCount, Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project, SourceReader, Templates } from '../../../ports/index.ts'
import type { CompileResult } from '../../engine/index.ts'
import { formatPresetManifest } from '../init.ts'
import type { Proposal } from './outputs.ts'
import { formatProposedManifest } from './proposed-text.ts'
import { listDocuments, type RepositoryScan, scanRepository } from './scan-repository.ts'

export interface ProposeInput {
  readonly project: Project
  readonly vars: Readonly<Record<string, string>>
}

export interface ProposeDeps {
  readonly engine: EngineServices
  readonly templates: Templates
  /** Preset → globs that tell its layout. */
  readonly layouts: Readonly<Record<string, readonly string[]>>
  /** Where the project keeps a manifest in a published form, if it does. */
  readonly published: string | null
  readonly agents: readonly (Agent & { readonly installed: boolean })[]
  presetManifest(name: string): Promise<Manifest>
  /** What would be sent by a manifest that lies nowhere yet. Refuses what is wrong with it. */
  compile(text: string): Promise<CompileResult>
}

const ownManifest = '.foreword/manifest.yaml'

/** Looks at a repository and says which manifest it would give it. Writes nothing. */
export async function proposeManifest(tools: ProposeDeps, order: ProposeInput): Promise<Proposal> {
  const { project } = order
  const agents = tools.agents.map(({ id, title, installed }) => ({ id, title, installed }))
  const base = { path: ownManifest, preset: null, manifest: '', found: [], first: [], agents, receipt: null }
  const kept = tools.templates.isFree(project.root, ownManifest) ? tools.published : ownManifest
  if (kept !== null) return { ...base, path: kept, state: 'kept' }
  const reader = await tools.engine.sources(project, builtInExclusions)
  const ofPreset = await presetProposal(tools, order, reader)
  if (ofPreset !== null) return { ...base, ...ofPreset, state: 'proposed' }
  if (Object.keys(order.vars).length > 0) {
    const message = 'The layout of the project is not that of a preset, so no variable means anything.'
    throw new Refusal('usage', message, 'Name the preset with --preset, or leave --var out.')
  }
  // A program of one's own loads what its owner wants.
  const around = scanRepository(
    reader,
    tools.agents.filter((one) => one.program !== ''),
  )
  const manifest = formatProposedManifest(around, nameOf(project))
  const { receipt } = await tools.compile(manifest)
  return { ...base, state: 'proposed', manifest, found: usesOf(around), first: firstOf(around), receipt }
}

/** The text of a proposal, perhaps edited, as what would come of it. */
export async function reconsiderProposal(
  tools: ProposeDeps,
  proposal: Proposal,
  manifest: string,
): Promise<Proposal> {
  const { receipt } = await tools.compile(manifest)
  return { ...proposal, manifest, receipt }
}

export function acceptProposal(
  tools: Pick<ProposeDeps, 'templates'>,
  project: Project,
  proposal: Proposal,
): Proposal {
  const state = tools.templates.writeNew(project.root, proposal.path, proposal.manifest)
  return { ...proposal, state }
}

/** Null where no layout fits, or where the preset would refuse what is there. */
async function presetProposal(
  tools: ProposeDeps,
  { project, vars }: ProposeInput,
  reader: SourceReader,
): Promise<Pick<Proposal, 'preset' | 'manifest' | 'found' | 'receipt'> | null> {
  const fits = Object.entries(tools.layouts)
    .map(([preset, globs]) => ({
      preset,
      globs: globs.filter((glob) => listDocuments(reader, glob).length > 0),
    }))
    .filter(({ globs }) => globs.length > 0)
    .sort((a, b) => b.globs.length - a.globs.length)
  for (const { preset, globs } of fits) {
    const why = `Chosen because of ${globs.join(', ')}.`
    const order = { project, preset, manifest: await tools.presetManifest(preset), vars }
    const manifest = formatPresetManifest(order, why)
    try {
      const { receipt } = await tools.compile(manifest)
      const found = globs.map((path) => ({ path, use: `the layout of the preset ${preset}` }))
      return { preset, manifest, found, receipt }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return null
}

/** A manifest has a name of small letters. */
function nameOf({ name }: Project): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return plain === '' ? 'project' : plain
}

function usesOf({ sections, collections, memory }: RepositoryScan): Proposal['found'] {
  const titles = (some: readonly { readonly title: string }[]) => some.map((one) => one.title).join(', ')
  return [
    ...sections.flatMap(({ look, places }) =>
      places.map((path) => ({
        path,
        use: look.tier === 'reference' ? 'named, read on demand' : look.heading,
      })),
    ),
    ...collections.flatMap(({ look, places, count }) =>
      places.map((path) => ({
        path,
        use: `${formatCount(count, 'document')}, by address docs/${look.id}/`,
      })),
    ),
    ...memory.files.map(({ path, agents }) => {
      const others = memory.other?.path === path ? `; sent to ${titles(memory.other.agents)}` : ''
      return { path, use: `loaded by ${titles(agents)}${others}` }
    }),
  ]
}

function firstOf({ sections, collections }: RepositoryScan): string[] {
  const has = (id: string) => [...sections, ...collections].some(({ look }) => look.id === id)
  const first = [
    ...(has('project') ? [] : ['README.md: what the project is, for whom, and what it must never do']),
    ...(has('adrs') ? [] : ['docs/adr/0001-….md: a decision that was made, under the heading "Decision"']),
    ...(has('journal') ? [] : ['journals/2026-01-31-….md: where a session left off, and what comes next']),
  ]
  return sections.length + collections.length < 2 ? first : []
}
