import type { Agent } from '../../../agents/index.ts'
import type { Manifest } from '../../../core/manifest/index.ts'
import { builtInExclusions } from '../../../core/plan/index.ts'
import type { Receipt } from '../../../core/receipt/index.ts'
import { formatCount, Refusal } from '../../../core/values/index.ts'
import type { EngineServices, Project, SourceReader, Templates } from '../../../ports/index.ts'
import type { CompileResult } from '../../engine/index.ts'
import { formatPresetManifest } from '../init.ts'
import { formatProposedManifest } from './format-proposed-manifest.ts'
import type { Proposal } from './init-output.ts'
import { listDocuments, type RepositoryScan, scanRepository } from './scan-repository.ts'

export interface ProposeInput {
  readonly project: Project
  readonly vars: Readonly<Record<string, string>>
}

export interface ProposeDeps {
  readonly engine: EngineServices
  readonly templates: Templates
  /** Preset → globs that identify its layout. */
  readonly layouts: Readonly<Record<string, readonly string[]>>
  /** Path of a manifest in a published form in the project; null if there is none. */
  readonly published: string | null
  readonly agents: readonly (Agent & { readonly installed: boolean })[]
  presetManifest(name: string): Promise<Manifest>
  /** Compiles the packet of a manifest that is not saved yet. Refuses an invalid manifest. */
  compile(text: string): Promise<CompileResult>
}

const ownManifest = '.foreword/manifest.yaml'

/** Scans a repository and proposes a manifest for it. Writes nothing. */
export async function proposeManifest(deps: ProposeDeps, input: ProposeInput): Promise<Proposal> {
  const { project } = input
  const agents = deps.agents.map(({ id, title, installed }) => ({ id, title, installed }))
  const base = { path: ownManifest, preset: null, manifest: '', found: [], first: [], agents, receipt: null }
  const kept = deps.templates.isFree(project.root, ownManifest) ? deps.published : ownManifest
  if (kept !== null) return { ...base, path: kept, state: 'kept' }
  const reader = await deps.engine.sources(project, builtInExclusions)
  const fromPreset = await proposePreset(deps, input, reader)
  if (fromPreset !== null) return { ...base, ...fromPreset, state: 'proposed' }
  if (Object.keys(input.vars).length > 0) {
    const message = 'The project does not have the layout of a preset, so --var has no effect.'
    throw new Refusal('usage', message, 'Name the preset with --preset, or leave --var out.')
  }
  // The generic agent has no known instruction files.
  const scan = scanRepository(
    reader,
    deps.agents.filter(({ program }) => program !== ''),
  )
  const manifest = formatProposedManifest(scan, makeManifestName(project))
  const { receipt } = await deps.compile(manifest)
  const found = [...describeDescriptions(receipt), ...describeUses(scan)]
  return { ...base, state: 'proposed', manifest, found, first: suggestFirstFiles(scan, receipt), receipt }
}

/** Compiles the edited text of a proposal. */
export async function reconsiderProposal(
  deps: ProposeDeps,
  proposal: Proposal,
  manifest: string,
): Promise<Proposal> {
  const { receipt } = await deps.compile(manifest)
  return { ...proposal, manifest, receipt }
}

export function acceptProposal(
  deps: Pick<ProposeDeps, 'templates'>,
  project: Project,
  proposal: Proposal,
): Proposal {
  const state = deps.templates.writeNew(project.root, proposal.path, proposal.manifest)
  return { ...proposal, state }
}

/** Null if no layout matches, or if the preset cannot compile the project. */
async function proposePreset(
  deps: ProposeDeps,
  { project, vars }: ProposeInput,
  reader: SourceReader,
): Promise<Pick<Proposal, 'preset' | 'manifest' | 'found' | 'receipt'> | null> {
  const fits = Object.entries(deps.layouts)
    .map(([preset, globs]) => ({
      preset,
      globs: globs.filter((glob) => listDocuments(reader, glob).length > 0),
    }))
    .filter(({ globs }) => globs.length > 0)
    .sort((a, b) => b.globs.length - a.globs.length)
  for (const { preset, globs } of fits) {
    const why = `Chosen because of ${globs.join(', ')}.`
    const input = { project, preset, manifest: await deps.presetManifest(preset), vars }
    const manifest = formatPresetManifest(input, why)
    try {
      const { receipt } = await deps.compile(manifest)
      const found = globs.map((path) => ({ path, use: `the layout of the preset ${preset}` }))
      return { preset, manifest, found, receipt }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return null
}

/** The name of a manifest is in lower case. */
function makeManifestName({ name }: Project): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return plain === '' ? 'project' : plain
}

/** The descriptions of the project that have content. */
function describeDescriptions({ sections }: Receipt): Proposal['found'] {
  const scheme = 'foreword://'
  return sections
    .filter(({ source }) => source.startsWith(`${scheme}project/`))
    .map(({ id, source }) => ({ path: source.slice(scheme.length), use: id.toUpperCase() }))
}

function describeUses({ sections, collections, memory }: RepositoryScan): Proposal['found'] {
  const titles = (some: readonly { readonly title: string }[]) => some.map(({ title }) => title).join(', ')
  return [
    ...sections.flatMap(({ rule, places }) => places.map((path) => ({ path, use: rule.id.toUpperCase() }))),
    ...collections.flatMap(({ rule, places, count }) =>
      places.map((path) => ({
        path,
        use: `${formatCount(count, 'document')}, by address docs/${rule.id}/`,
      })),
    ),
    ...memory.files.map(({ path, agents }) => {
      const others = memory.other?.path === path ? `; sent to ${titles(memory.other.agents)}` : ''
      return { path, use: `loaded by ${titles(agents)}${others}` }
    }),
  ]
}

/** Suggests files for a project that says little about itself. */
function suggestFirstFiles({ sections, collections }: RepositoryScan, receipt: Receipt): string[] {
  const has = (id: string) => [...sections, ...collections].some(({ rule }) => rule.id === id)
  const sent = receipt.sections.map(({ id }) => id).filter((id) => id !== 'state')
  const first = [
    ...(sent.includes('purpose')
      ? []
      : ['README.md: what the project is, for whom, and what it must never do']),
    ...(has('adrs') ? [] : ['docs/adr/0001-….md: a decision that was made, under the heading "Decision"']),
    ...(has('journal') ? [] : ['journals/2026-01-31-….md: where a session left off, and what comes next']),
  ]
  return sent.length < 2 ? first : []
}
