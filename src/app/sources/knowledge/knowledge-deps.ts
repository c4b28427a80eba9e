import type { Manifest } from '../../../core/manifest/index.ts'
import type { EngineServices, KnowledgeFiles, Project, StampManifest } from '../../../ports/index.ts'

export interface KnowledgeInput {
  /** Empty for all entries. */
  readonly names: readonly string[]
  readonly check: boolean
  readonly force: boolean
  readonly dryRun: boolean
}

/** Everything that building knowledge needs from outside. */
export interface KnowledgeDeps {
  readonly engine: EngineServices
  readonly files: KnowledgeFiles
  readonly stamp: StampManifest
  /** Path of the project's own manifest below its root; null for a preset or a manifest from elsewhere. */
  readonly manifestPath: string | null
  progress(progress: { readonly done: number; readonly total: number; readonly what: string }): void
}

/** One build: its inputs, read once. */
export interface KnowledgeBuild {
  readonly project: Project
  readonly manifest: Manifest
  readonly input: KnowledgeInput
  /** ISO 8601, UTC. */
  readonly generated: string
  readonly commit: string
}
