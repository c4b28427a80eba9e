import { diffLines } from '../../core/history/index.ts'
import {
  findWidening,
  formatCanonicalManifest,
  getOrdinaryReach,
  joinReach,
  type ManifestReach,
  type ReachKind,
} from '../../core/manifest/index.ts'
import type { Project, TrustState } from '../../ports/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import type { ManifestEffects, TrustedProjects, TrustResult, TrustRevoked } from './trust-output.ts'
import {
  type Candidate,
  computeTrustState,
  findRecords,
  listPlaces,
  readCandidate,
  type TrustDeps,
  type TrustPlace,
} from './trust-state.ts'

/** A manifest as the user reviews it. `agree` trusts exactly this content: the files are not read again. */
export interface TrustReview {
  readonly result: TrustResult
  agree(): TrustResult
}

export async function reviewTrust(deps: TrustDeps, project: Project): Promise<TrustReview> {
  const candidate = await readCandidate(deps, project)
  const { origin, place } = candidate
  const state = computeTrustState(deps, candidate)
  const clean = makeTextRedactor()
  const canonical = clean(formatCanonicalManifest(origin.layers))
  const before = state.state === 'changed' ? clean(state.before) : null
  const result: TrustResult = {
    project: project.name,
    files: origin.layers.map((layer) => clean(layer.name)),
    state: state.state,
    digest: state.digest,
    since: 'since' in state ? state.since : null,
    trusted: 'trusted' in state ? state.trusted : null,
    does: listEffects(candidate, clean),
    widening: describeWidening(state, clean),
    changes: before === null ? [] : diffLines(splitLines(before), splitLines(canonical)),
    problem: origin.whose === 'project' ? findProblem(deps, place) : null,
  }
  return {
    result,
    agree() {
      const since = deps.clock.now().toISOString()
      const { home: root, repository } = place
      const reach = isClean(candidate.reach, clean) ? joinApproved(deps, candidate) : null
      deps.book.put({ root, digest: state.digest, since, canonical, repository, reach })
      return { ...result, state: 'trusted', since, trusted: null, widening: [], changes: [] }
    },
  }
}

function findProblem({ book }: TrustDeps, { home, root }: TrustPlace): string | null {
  return book.problem(home) ?? book.problem(root)
}

function describeWidening(state: TrustState, clean: (text: string) => string): TrustResult['widening'] {
  if (state.state === 'never') return null
  if (state.state !== 'changed') return []
  return state.widening?.map(({ kind, what }) => ({ kind, what: clean(what) })) ?? null
}

/** A record holds no secret: an approval of a manifest with a secret in such a place is bound to the content. */
function isClean({ grants, guards }: ManifestReach, clean: (text: string) => string): boolean {
  return [...grants, ...guards].every(({ what, rule }) => clean(what) === what && clean(rule) === rule)
}

/** Adds to what the user approved before, so that branches of one repository do not revoke each other's approval. */
function joinApproved({ book }: TrustDeps, { place, reach }: Candidate): ManifestReach {
  const earlier = findRecords(book, place).find(({ repository }) => repository === place.repository)
  return earlier === undefined || earlier.reach === null ? reach : joinReach(earlier.reach, reach)
}

/** Works without a readable manifest, so that trust in a broken or deleted manifest can be revoked. */
export function revokeTrust(deps: TrustDeps, project: Project): TrustRevoked {
  const removed = listPlaces(deps.locate(project)).map((root) => deps.book.remove(root))
  return { project: project.name, revoked: removed.includes(true) }
}

export function listTrustedProjects({ book }: TrustDeps): TrustedProjects {
  const projects = book.list().map(({ root, digest, since }) => ({ root, digest, since }))
  return { directory: book.file, projects }
}

function listEffects({ origin, reach }: Candidate, clean: (text: string) => string): ManifestEffects {
  const { manifest } = origin
  const items = findWidening(getOrdinaryReach(), reach)
  const list = (kind: ReachKind) => [
    ...new Set(items.filter((item) => item.kind === kind).map(({ what }) => clean(what))),
  ]
  const { promote } = manifest.memory
  return {
    sections: Object.keys(manifest.sections).length,
    tiers: Object.keys(manifest.tiers).length,
    external: list('outside'),
    sensitive: list('sensitive'),
    plugins: list('plugin'),
    generates: list('generated'),
    journal: manifest.journal === undefined ? null : clean(manifest.journal.file),
    promotes: promote === undefined ? null : clean(promote.file),
    extends: list('extends'),
    protection: list('protection'),
  }
}

function splitLines(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}
