import type { Agent } from '../../../agents/index.ts'
import type { Manifest } from '../../../core/manifest/index.ts'
import { makeRequest } from '../../../core/plan/index.ts'
import type { Drafts, EngineServices, Project, Templates } from '../../../ports/index.ts'
import { explainPacket } from '../../engine/index.ts'
import type { Proposal } from './init-output.ts'
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
  /** Preset → globs that identify its layout. */
  readonly layouts: Readonly<Record<string, readonly string[]>>
  /** Path of a manifest in a published form in the project; null if there is none. */
  publishedIn(project: Project): string | null
  manifest(name: string): Promise<Manifest>
}

export interface ProposerDeps {
  readonly engine: EngineServices
  readonly presets: Presets
  readonly drafts: Drafts
  readonly agents: readonly (Agent & { readonly installed: boolean })[]
}

/** A manifest for a repository that has none: proposed, perhaps edited, accepted. */
export interface Proposer {
  propose(): Promise<Proposal>
  /** Returns the proposal with another text. Refuses a text that is not a manifest. */
  reconsider(proposal: Proposal, text: string): Promise<Proposal>
  accept(proposal: Proposal): Proposal
  edit(text: string): Promise<string>
}

export function makeProposer(deps: ProposerDeps, input: ProposeInput): Proposer {
  const { engine, presets, drafts, agents } = deps
  const { project } = input
  const proposeDeps: ProposeDeps = {
    engine,
    templates: presets.templates,
    layouts: presets.layouts,
    published: presets.publishedIn(project),
    agents,
    presetManifest: presets.manifest,
    compile: (text) => drafts.inFile(text, (file) => compileManifest(engine, project, file)),
  }
  return {
    propose: () => proposeManifest(proposeDeps, input),
    reconsider: (proposal, text) => reconsiderProposal(proposeDeps, proposal, text),
    accept: (proposal) => acceptProposal(proposeDeps, project, proposal),
    edit: drafts.edit,
  }
}

function compileManifest(engine: EngineServices, project: Project, manifestFile: string) {
  return explainPacket(engine, {
    project: { ...project, manifestFile },
    request: makeRequest({ repo: project.name }),
  })
}
