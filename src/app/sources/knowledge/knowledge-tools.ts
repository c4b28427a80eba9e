import type { Manifest } from '../../../core/manifest/index.ts'
import type { EngineServices, KnowledgeFiles, Project, StampManifest } from '../../../ports/index.ts'

export interface KnowledgeInput {
  /** All entries when there is none. */
  readonly names: readonly string[]
  readonly check: boolean
  readonly force: boolean
  readonly dryRun: boolean
}

/** What building knowledge needs from outside. */
export interface KnowledgeDeps {
  readonly engine: EngineServices
  readonly files: KnowledgeFiles
  readonly stamp: StampManifest
  /** Where the project's own manifest lies below its root; null for a preset, or one from elsewhere. */
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
