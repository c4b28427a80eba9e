import type { Agent } from '../../../agents/index.ts'
import type { Manifest } from '../../../core/manifest/index.ts'
import { makeRequest } from '../../../core/plan/index.ts'
import type { Drafts, EngineServices, Project, Templates } from '../../../ports/index.ts'
import { type CompileResult, explainPacket } from '../../engine/index.ts'
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
  /** Compiles the packet that an agent would get, from the proposed text or from the manifest that the project keeps. */
  compile(proposal: Proposal, agent: string | null): Promise<CompileResult>
  edit(text: string): Promise<string>
}

export function makeProposer(deps: ProposerDeps, input: ProposeInput): Proposer {
  const { engine, presets, drafts, agents } = deps
  const { project } = input
  const compileText = (text: string, agent: string | null) =>
    drafts.inFile(text, (manifestFile) => compileManifest(engine, { ...project, manifestFile }, agent))
  const proposeDeps: ProposeDeps = {
    engine,
    templates: presets.templates,
    layouts: presets.layouts,
    published: presets.publishedIn(project),
    agents,
    presetManifest: presets.manifest,
    compile: (text) => compileText(text, null),
  }
  return {
    propose: () => proposeManifest(proposeDeps, input),
    reconsider: (proposal, text) => reconsiderProposal(proposeDeps, proposal, text),
    accept: (proposal) => acceptProposal(proposeDeps, project, proposal),
    compile: ({ state, manifest }, agent) =>
      state === 'proposed' ? compileText(manifest, agent) : compileManifest(engine, project, agent),
    edit: drafts.edit,
  }
}

function compileManifest(engine: EngineServices, project: Project, agent: string | null) {
  return explainPacket(engine, { project, request: makeRequest({ repo: project.name, agent }) })
}
