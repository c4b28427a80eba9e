import type { Agent } from '../../agents/index.ts'
import type { Manifest } from '../../core/manifest/index.ts'
import { request } from '../../core/plan/index.ts'
import type { Drafts, Project, Templates, Workshop } from '../../ports/index.ts'
import { explain } from '../explain.ts'
import type { Proposal } from './outputs.ts'
import { accept, type ProposeOrder, type ProposeTools, propose, reconsider } from './propose.ts'

/** The manifests that ship with foreword. */
export interface Presets {
  readonly templates: Templates
  /** Preset → globs that tell its layout. */
  readonly layouts: Readonly<Record<string, readonly string[]>>
  /** Where a project keeps a manifest in a published form; null if it does not. */
  publishedIn(project: Project): string | null
  manifest(name: string): Promise<Manifest>
}

export interface ProposingDeps {
  readonly shop: Workshop
  readonly presets: Presets
  readonly drafts: Drafts
  readonly agents: readonly (Agent & { readonly installed: boolean })[]
}

/** A manifest for a repository that has none: proposed, perhaps edited, accepted. */
export interface Proposing {
  propose(): Promise<Proposal>
  /** The same with another text. Refuses a text that is not a manifest. */
  reconsider(proposal: Proposal, text: string): Promise<Proposal>
  accept(proposal: Proposal): Proposal
  edit(text: string): Promise<string>
}

export function startProposing(deps: ProposingDeps, order: ProposeOrder): Proposing {
  const { shop, presets, drafts, agents } = deps
  const { project } = order
  const tools: ProposeTools = {
    shop,
    templates: presets.templates,
    layouts: presets.layouts,
    published: presets.publishedIn(project),
    agents,
    presetManifest: presets.manifest,
    compile: (text) => drafts.inFile(text, (file) => compileWith(shop, project, file)),
  }
  return {
    propose: () => propose(tools, order),
    reconsider: (proposal, text) => reconsider(tools, proposal, text),
    accept: (proposal) => accept(tools, project, proposal),
    edit: drafts.edit,
  }
}

function compileWith(shop: Workshop, project: Project, manifestFile: string) {
  return explain(shop, { project: { ...project, manifestFile }, request: request({ repo: project.name }) })
}
