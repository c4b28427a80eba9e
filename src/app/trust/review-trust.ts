import { diffLines } from '../../core/history/index.ts'
import { formatCanonicalManifest, type Manifest } from '../../core/manifest/index.ts'
import type { Project } from '../../ports/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import type { ManifestDeeds, TrustedProjects, TrustResult, TrustRevoked } from './outputs.ts'
import { computeTrustState, type TrustDeps } from './trust-state.ts'

/** What somebody is shown, and how to agree to exactly that: nothing is read again in between. */
export interface TrustReview {
  readonly answer: TrustResult
  agree(): TrustResult
}

export async function reviewTrust(tools: TrustDeps, project: Project): Promise<TrustReview> {
  const standing = await tools.standing(project)
  const state = computeTrustState(tools, standing)
  const clean = makeTextRedactor()
  const canonical = clean(formatCanonicalManifest(standing.layers))
  const before = state.state === 'changed' ? clean(state.before) : null
  const answer: TrustResult = {
    project: project.name,
    files: standing.layers.map((layer) => clean(layer.name)),
    state: state.state,
    digest: state.digest,
    since: 'since' in state ? state.since : null,
    trusted: 'trusted' in state ? state.trusted : null,
    does: deedsOf(standing.manifest, clean),
    changes: before === null ? [] : diffLines(linesOf(before), linesOf(canonical)),
    problem: standing.whose === 'project' ? tools.book.problem(standing.root) : null,
  }
  return {
    answer,
    agree() {
      const since = tools.clock.now().toISOString()
      tools.book.put({ root: standing.root, digest: state.digest, since, canonical })
      return { ...answer, state: 'trusted', since, trusted: null, changes: [] }
    },
  }
}

/** Needs no manifest: one that is broken, or gone, can be distrusted too. */
export function revokeTrust(tools: TrustDeps, project: Project): TrustRevoked {
  return { project: project.name, revoked: tools.book.remove(tools.realRoot(project)) }
}

export function listTrustedProjects({ book }: TrustDeps): TrustedProjects {
  const projects = book.list().map(({ root, digest, since }) => ({ root, digest, since }))
  return { directory: book.file, projects }
}

function deedsOf(manifest: Manifest, clean: (text: string) => string): ManifestDeeds {
  const sources = Object.values(manifest.sections)
    .flatMap((section) => section.sources)
    .filter((source) => typeof source !== 'string')
  const uris = (some: typeof sources) => [...new Set(some.map(({ uri }) => clean(uri)))]
  return {
    sections: Object.keys(manifest.sections).length,
    tiers: Object.keys(manifest.tiers).length,
    external: uris(sources.filter((one) => one.allow_external)),
    sensitive: uris(sources.filter((one) => one.allow_sensitive)),
    plugins: pluginsOf(manifest).map(clean),
    generates: Object.values(manifest.knowledge).map(({ to }) => clean(to)),
    journal: manifest.journal === undefined ? null : clean(manifest.journal.file),
  }
}

/** Those that give context, and those that give work items. */
function pluginsOf({ plugins, adapters }: Manifest): string[] {
  const asked = Object.entries(adapters).flatMap(([name, { file }]) => (file === undefined ? [name] : []))
  return [...new Set([...Object.keys(plugins), ...asked])]
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}
