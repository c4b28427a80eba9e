import type { Manifest } from '../../../core/manifest/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { Project, RecoveredBuild, Replacement } from '../../../ports/index.ts'
import { draftKnowledge } from './draft-knowledge.ts'
import type { KnowledgeEntry, KnowledgeResult } from './knowledge-build-output.ts'
import type { KnowledgeDeps, KnowledgeInput } from './knowledge-deps.ts'

/** Builds the knowledge that the manifest declares. Writes all files and the stamp in the manifest, or nothing. */
export async function buildKnowledge(
  deps: KnowledgeDeps,
  project: Project,
  input: KnowledgeInput,
): Promise<KnowledgeResult> {
  if (input.check || input.dryRun) return build(deps, project, input, null)
  return deps.files.withLock((recovered) => build(deps, project, input, recovered))
}

/** `recovered` is null if nothing may be written. */
async function build(
  deps: KnowledgeDeps,
  project: Project,
  input: KnowledgeInput,
  recovered: RecoveredBuild | null,
): Promise<KnowledgeResult> {
  const { engine, files } = deps
  const { manifest } = await engine.loadManifest(project.manifestFile)
  refuseUnknown(input, manifest)
  const generated = `${engine.clock.now().toISOString().slice(0, 19)}Z`
  const commit = engine.commit(project.root)
  const { entries, changes, warnings } = await draftKnowledge(deps, {
    project,
    manifest,
    input,
    generated,
    commit: commit ?? 'none',
  })
  const stays = changes.length === 0 || entries.some((entry) => entry.state === 'edited')
  const stamp = stays ? null : makeStamp(deps, generated, commit ?? 'none')
  const writes = !stays && recovered !== null
  if (writes) files.replaceAll(stamp === null ? changes : [...changes, stamp])
  return {
    project: project.name,
    measure: manifest.measure,
    entries: writes ? entries.map(markWritten) : entries,
    generated_at: writes ? generated : null,
    source_commit: writes ? commit : null,
    manifest: writes && stamp !== null ? stamp.path : null,
    interrupted: recovered === null && files.interrupted(),
    recovered: recovered ?? { finished: [], kept: [] },
    warnings,
  }
}

function markWritten(entry: KnowledgeEntry): KnowledgeEntry {
  return entry.state === 'stale' || entry.state === 'missing' ? { ...entry, state: 'written' } : entry
}

function refuseUnknown({ names }: KnowledgeInput, { knowledge }: Manifest): void {
  const known = Object.keys(knowledge)
  const list =
    known.length === 0 ? 'The manifest declares no knowledge.' : `The manifest declares: ${known.join(', ')}.`
  for (const name of names) {
    if (!known.includes(name)) throw new Refusal('usage', `Unknown knowledge: "${name}".`, list)
  }
}

/** Only a manifest in the project itself records when its knowledge was built. */
function makeStamp(
  { files, stamp, manifestPath }: KnowledgeDeps,
  generated_at: string,
  source_commit: string,
): Replacement | null {
  if (manifestPath === null) return null
  const target = files.inspect(manifestPath)
  const detail = target.state === 'unfit' ? target.detail : `${manifestPath} is gone`
  if (target.state !== 'file') throw new Refusal('not-writable', `Cannot update the manifest: ${detail}.`)
  const after = stamp(target.text, { generated_at, source_commit })
  if (after !== null) return { path: manifestPath, before: target.text, after }
  const fix = 'Write both keys as plain values, each on a line of its own, below "foreword: 1".'
  const message = `Cannot set generated_at and source_commit in ${manifestPath} without changing other lines.`
  throw new Refusal('not-writable', message, fix)
}
