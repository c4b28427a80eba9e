import { diffLines } from '../../core/history/index.ts'
import { formatCanonicalManifest, type Manifest } from '../../core/manifest/index.ts'
import type { Project, TrustRecord } from '../../ports/index.ts'
import {
  hunkField,
  type Output,
  outputFields,
  requireExactType,
  trustField,
  type Zod,
} from '../output/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import { computeTrustState, type TrustDeps } from './trust-state.ts'

export function trustOutput(z: Zod) {
  return z.union([lookOutput(z), revokeOutput(z), projectsOutput(z)])
}

export type TrustResult = Output<typeof lookOutput>
export type ManifestEffects = TrustResult['does']
export type TrustRevoked = Output<typeof revokeOutput>
export type TrustedProjects = Output<typeof projectsOutput>

/** A manifest as the user reviews it. `agree` trusts exactly this content: the files are not read again. */
export interface TrustReview {
  readonly result: TrustResult
  agree(): TrustResult
}

export async function reviewTrust(deps: TrustDeps, project: Project): Promise<TrustReview> {
  const standing = await deps.readManifestOrigin(project)
  const state = computeTrustState(deps, standing)
  const clean = makeTextRedactor()
  const canonical = clean(formatCanonicalManifest(standing.layers))
  const before = state.state === 'changed' ? clean(state.before) : null
  const result: TrustResult = {
    project: project.name,
    files: standing.layers.map((layer) => clean(layer.name)),
    state: state.state,
    digest: state.digest,
    since: 'since' in state ? state.since : null,
    trusted: 'trusted' in state ? state.trusted : null,
    does: listEffects(standing.manifest, clean),
    changes: before === null ? [] : diffLines(splitLines(before), splitLines(canonical)),
    problem: standing.whose === 'project' ? deps.book.problem(standing.root) : null,
  }
  return {
    result,
    agree() {
      const since = deps.clock.now().toISOString()
      deps.book.put({ root: standing.root, digest: state.digest, since, canonical })
      return { ...result, state: 'trusted', since, trusted: null, changes: [] }
    },
  }
}

/** Works without a readable manifest, so that trust in a broken or deleted manifest can be revoked. */
export function revokeTrust(deps: TrustDeps, project: Project): TrustRevoked {
  return { project: project.name, revoked: deps.book.remove(deps.realRoot(project)) }
}

export function listTrustedProjects({ book }: TrustDeps): TrustedProjects {
  const projects = book.list().map(({ root, digest, since }) => ({ root, digest, since }))
  return { directory: book.file, projects }
}

function listEffects(manifest: Manifest, clean: (text: string) => string): ManifestEffects {
  const sources = Object.values(manifest.sections)
    .flatMap((section) => section.sources)
    .filter((source) => typeof source !== 'string')
  const uris = (selected: typeof sources) => [...new Set(selected.map(({ uri }) => clean(uri)))]
  return {
    sections: Object.keys(manifest.sections).length,
    tiers: Object.keys(manifest.tiers).length,
    external: uris(sources.filter((source) => source.allow_external)),
    sensitive: uris(sources.filter((source) => source.allow_sensitive)),
    plugins: listPluginNames(manifest).map(clean),
    generates: Object.values(manifest.knowledge).map(({ to }) => clean(to)),
    journal: manifest.journal === undefined ? null : clean(manifest.journal.file),
  }
}

/** Plugins for context, and plugins that adapters read work items from. */
function listPluginNames({ plugins, adapters }: Manifest): string[] {
  const adapterNames = Object.entries(adapters).flatMap(([name, { file }]) =>
    file === undefined ? [name] : [],
  )
  return [...new Set([...Object.keys(plugins), ...adapterNames])]
}

function splitLines(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** `trust`, and `trust --show`. */
function lookOutput(z: Zod) {
  const { text, maybe, count, digest, time } = outputFields(z)
  const hunk = hunkField(z)
  return z.strictObject({
    project: text,
    files: z.array(text).describe('Files of the manifest; preset:name for a preset'),
    state: trustField(z),
    digest,
    since: time.nullable(),
    trusted: digest.nullable().describe('Digest of the trusted content, if the manifest has changed since'),
    does: z.strictObject({
      sections: count,
      tiers: count,
      external: z.array(text).describe('Sources that may be outside the repository'),
      sensitive: z.array(text).describe('Sources that may match the deny-list'),
      plugins: z.array(text),
      generates: z.array(text).describe('Files that knowledge build writes'),
      journal: maybe.describe(
        'The file that hooks write when a session ends; null if the manifest has no journal',
      ),
    }),
    changes: z.array(hunk).describe('From the trusted content to the present content, as canonical text'),
    problem: maybe.describe('Why trust cannot be recorded or read'),
  })
}

/** `trust --revoke`. `revoked` is false if the manifest was not trusted. */
function revokeOutput(z: Zod) {
  const { text } = outputFields(z)
  return z.strictObject({ project: text, revoked: z.boolean() })
}

/** `trust --list`. */
function projectsOutput(z: Zod) {
  const { text, digest, time } = outputFields(z)
  return z.strictObject({
    directory: text,
    projects: z.array(
      requireExactType<Omit<TrustRecord, 'canonical'>>()(z.strictObject({ root: text, digest, since: time })),
    ),
  })
}
