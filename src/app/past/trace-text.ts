import { builtInExclusions } from '../../core/plan/index.ts'
import type { History, Project, Workshop } from '../../ports/index.ts'
import type { PastTools } from './find.ts'
import type { WhyAnswer } from './outputs.ts'
import { why } from './why.ts'

export interface TraceDeps {
  readonly shop: Workshop
  readonly past: PastTools
  readonly history: History
}

export interface TraceOrder {
  readonly project: Project
  /** A piece of text, or a path. */
  readonly asked: string
  readonly injection: string
}

/** Where a text in a packet came from, with the sources of the project as they are now. */
export async function traceText(
  { shop, past, history }: TraceDeps,
  { project, asked, injection }: TraceOrder,
): Promise<WhyAnswer> {
  const reader = await shop.sources(project, await exclusions(shop, project))
  return why(past, {
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

/** Files that a packet may not read are not read to explain one either. A manifest with faults adds nothing to the built-in list. */
async function exclusions(shop: Workshop, project: Project): Promise<readonly string[]> {
  try {
    const { manifest } = await shop.loadManifest(project.manifestFile)
    return [...builtInExclusions, ...manifest.exclude]
  } catch {
    return builtInExclusions
  }
}
