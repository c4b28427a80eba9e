import {
  type CanonicalLayer,
  computeReach,
  findWidening,
  formatCanonicalManifest,
  type Manifest,
  type ManifestReach,
} from '../../core/manifest/index.ts'
import type {
  Clock,
  Hash,
  Project,
  TrustCheck,
  TrustRecord,
  TrustState,
  TrustStore,
} from '../../ports/index.ts'

/** The project that an approval belongs to. */
export interface TrustPlace {
  /** Real path of the project. */
  readonly root: string
  /** The same directory in the main worktree of the repository. */
  readonly home: string
  /** Distinguishes the repository from others that were at this path before. */
  readonly repository: string
  /** Files that make the project part of a worktree. */
  readonly links: readonly string[]
}

/** A manifest, and where it comes from. */
export interface ManifestOrigin {
  /** `own`: the user named a file outside of the project. */
  readonly whose: 'project' | 'shipped' | 'own'
  readonly manifest: Manifest
  readonly layers: readonly CanonicalLayer[]
  /** Files outside the project that the manifest extends. */
  readonly outsideLayers: readonly string[]
}

export interface TrustDeps {
  readonly hash: Hash
  readonly clock: Clock
  readonly book: TrustStore
  locate(project: Project): TrustPlace
  readManifestOrigin(project: Project): Promise<ManifestOrigin>
}

/** A manifest at its place, as it is compared with what the user approved. */
export interface Candidate {
  readonly origin: ManifestOrigin
  readonly place: TrustPlace
  readonly digest: string
  readonly reach: ManifestReach
}

export async function readCandidate(deps: TrustDeps, project: Project): Promise<Candidate> {
  const origin = await deps.readManifestOrigin(project)
  return {
    origin,
    place: deps.locate(project),
    digest: deps.hash(formatCanonicalManifest(origin.layers)),
    reach: computeReach(origin.manifest, origin.outsideLayers),
  }
}

export async function checkTrust(deps: TrustDeps, project: Project): Promise<TrustCheck> {
  const candidate = await readCandidate(deps, project)
  const { links } = candidate.place
  const files = [...listPlaces(candidate.place).map(deps.book.place), ...links]
  return { ...computeTrustState(deps, candidate), files }
}

/** An approval holds for its repository, as long as the manifest reaches no further than the user approved. */
export function computeTrustState({ book }: Pick<TrustDeps, 'book'>, candidate: Candidate): TrustState {
  const { origin, place, digest } = candidate
  if (origin.whose !== 'project') return { state: origin.whose, digest }
  const records = findRecords(book, place)
  const approved = records.find((record) => covers(record, candidate))
  if (approved !== undefined) return { state: 'trusted', digest, since: approved.since }
  const [record] = records
  if (record === undefined) return { state: 'never', digest }
  const { digest: trusted, since, canonical: before } = record
  return { state: 'changed', digest, trusted, since, before, widening: listNew(record, candidate) }
}

/** The records that may approve a project. Earlier versions kept one for each worktree. */
export function findRecords(book: TrustStore, place: TrustPlace): TrustRecord[] {
  // A directory of records inside the worktree itself could have come with it.
  if (book.problem(place.root) !== null) return []
  return listPlaces(place).flatMap((root) => book.find(root) ?? [])
}

export function listPlaces({ home, root }: TrustPlace): string[] {
  return [...new Set([home, root])]
}

function covers(record: TrustRecord, candidate: Candidate): boolean {
  return record.digest === candidate.digest || listNew(record, candidate)?.length === 0
}

/** Null if the record says nothing about this repository except its content. */
function listNew({ reach, repository }: TrustRecord, candidate: Candidate) {
  if (reach === null || repository !== candidate.place.repository) return null
  return findWidening(reach, candidate.reach)
}

/** The same sentence wherever a person meets a manifest that is not trusted. */
export const untrustedEffect =
  'Until you trust it, hooks and servers send agents nothing from this manifest, and commands that you run leave out what needs trust.'

/** Why a manifest is not trusted, its effect, and the command that helps; null for a trusted manifest. */
export function explainUntrusted({ state }: Pick<TrustState, 'state'>): string | null {
  if (isTrusted({ state })) return null
  const why =
    state === 'never'
      ? 'is not trusted yet'
      : 'has changed since it was trusted, and needs your approval again'
  return `The manifest ${why}. ${untrustedEffect} Run "foreword trust".`
}

/** Only a manifest that comes with a repository needs the user's approval. */
export function isTrusted({ state }: Pick<TrustState, 'state'>): boolean {
  return state === 'trusted' || state === 'shipped' || state === 'own'
}
