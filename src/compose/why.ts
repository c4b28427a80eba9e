import { openCommand } from '../adapters/git/command.ts'
import { openHistory } from '../adapters/git/history.ts'
import type { PastTools } from '../app/past/find.ts'
import { why } from '../app/past/why.ts'
import { builtInExclusions } from '../core/plan/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { Surroundings } from './surroundings.ts'

export interface WhyTools {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly past: PastTools
}

export async function whyWith(
  { around, shop, past }: WhyTools,
  project: Project,
  { asked, ref }: { asked: string; ref: string },
) {
  const reader = await shop.sources(project, await exclusions(shop, project))
  return why(past, {
    asked,
    injection: ref,
    directory: project.root,
    history: openHistory(openCommand(around.env)),
    list: (pattern) => reader.list(pattern),
    matches: (pattern, path) => reader.matches(pattern, path),
    read(path) {
      const seen = reader.read(path)
      return seen.state === 'found' ? { text: seen.text, digest: seen.digest } : null
    },
  })
}

/** What may not be read for a packet is not read to explain one either. A manifest with faults adds nothing to what is always closed. */
async function exclusions(shop: Workshop, project: Project): Promise<readonly string[]> {
  try {
    const { manifest } = await shop.loadManifest(project.manifestFile)
    return [...builtInExclusions, ...manifest.exclude]
  } catch {
    return builtInExclusions
  }
}
