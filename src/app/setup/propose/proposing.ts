import type { Agent } from '../../../agents/index.ts'
import type { Manifest } from '../../../core/manifest/index.ts'
import { makeRequest } from '../../../core/plan/index.ts'
import type { Drafts, EngineServices, Project, Templates } from '../../../ports/index.ts'
import { explainPacket } from '../../engine/index.ts'
import type { Proposal } from './outputs.ts'
import {
  acceptProposal,
  type ProposeDeps,
  type ProposeInput,
  proposeManifest,
  reconsiderProposal,
} from './propose.ts'

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
  readonly engine: EngineServices
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

export function startProposing(deps: ProposingDeps, order: ProposeInput): Proposing {
  const { engine, presets, drafts, agents } = deps
  const { project } = order
  const tools: ProposeDeps = {
    engine,
    templates: presets.templates,
    layouts: presets.layouts,
    published: presets.publishedIn(project),
    agents,
    presetManifest: presets.manifest,
    compile: (text) => drafts.inFile(text, (file) => compileWith(engine, project, file)),
  }
  return {
    propose: () => proposeManifest(tools, order),
    reconsider: (proposal, text) => reconsiderProposal(tools, proposal, text),
    accept: (proposal) => acceptProposal(tools, project, proposal),
    edit: drafts.edit,
  }
}

function compileWith(engine: EngineServices, project: Project, manifestFile: string) {
  return explainPacket(engine, {
    project: { ...project, manifestFile },
    request: makeRequest({ repo: project.name }),
  })
}
