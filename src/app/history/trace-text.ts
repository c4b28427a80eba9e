import { builtInExclusions } from '../../core/plan/index.ts'
import type { CommitHistory, EngineServices, Project } from '../../ports/index.ts'
import type { HistoryDeps } from './find-injection.ts'
import { explainWhy } from './why/why.ts'
import type { WhyResult } from './why/why-output.ts'

export interface TraceDeps {
  readonly engine: EngineServices
  readonly past: HistoryDeps
  readonly history: CommitHistory
}

export interface TraceInput {
  readonly project: Project
  /** A piece of text, or a path. */
  readonly asked: string
  readonly injection: string
}

/** Finds the origin of a text in a packet, with the sources of the project as they are now. */
export async function traceText(
  { engine, past, history }: TraceDeps,
  { project, asked, injection }: TraceInput,
): Promise<WhyResult> {
  const reader = await engine.sources(project, await listExclusions(engine, project))
  return explainWhy(past, {
    asked,
    injection,
    directory: project.root,
    history,
    list: (pattern) => reader.list(pattern),
    matches: (pattern, path) => reader.matches(pattern, path),
    read(path) {
      const seen = reader.read(path)
      return seen.state === 'found' ? { text: seen.text, digest: seen.digest } : null
    },
  })
}

/** Files that a packet may not read are not read here either. A manifest with faults adds nothing to the built-in list. */
async function listExclusions(engine: EngineServices, project: Project): Promise<readonly string[]> {
  try {
    const { manifest } = await engine.loadManifest(project.manifestFile)
    return [...builtInExclusions, ...manifest.exclude]
  } catch {
    return builtInExclusions
  }
}
