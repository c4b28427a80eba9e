// Wires what commands read and write beside packets: plugins, generated documents, tactical memory, and files for `scrub` and `load`.
import { join, resolve } from 'node:path'
import { openSettingsFiles } from '../adapters/agents/index.ts'
import { getErrorCode, getUserDirectory, writeNewFile } from '../adapters/disk/index.ts'
import { compileExcludes, openFiles, openScrubFiles } from '../adapters/files/index.ts'
import { listRenames } from '../adapters/git/list-renames.ts'
import { openSalience } from '../adapters/git/salience.ts'
import { openTrackedFiles } from '../adapters/git/tracked-files.ts'
import { findOwnManifest, openKnowledgeFiles, stampManifest } from '../adapters/knowledge/index.ts'
import { openPlugins } from '../adapters/plugins/index.ts'
import { openOutputFile } from '../adapters/runs/index.ts'
import {
  makeKeyedFingerprint,
  makeSalt,
  openMessageSearch,
  readBaseline,
  writeBaseline,
} from '../adapters/secrets/index.ts'
import { readPlugins } from '../adapters/user-config/index.ts'
import { agents } from '../agents/index.ts'
import type { CheckDeps } from '../app/check/check-deps.ts'
import { maxCheckedBytes } from '../app/check/checked-tree.ts'
import type { StoreChoice } from '../app/history/index.ts'
import { toStoreRefusal } from '../app/record/store-refusal.ts'
import type { ScrubDeps, ScrubInput } from '../app/redaction/scrub/scrub-deps.ts'
import type { KnowledgeDeps } from '../app/sources/knowledge/knowledge-deps.ts'
import type { MemoryDeps } from '../app/sources/memory/memory-deps.ts'
import { builtInExclusions } from '../core/plan/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Hash, OutputChoice, OutputFile, PluginDeps, Project } from '../ports/index.ts'
import type { ComposeParts, ProcessInfo } from './process-info.ts'

/** The sources and files of commands, each made when a command asks for it. */
export function openSources(parts: ComposeParts) {
  return {
    knowledge: (project: Project) => makeKnowledgeDeps(parts, project),
    memory: (choice: StoreChoice) => makeMemoryDeps(parts, choice),
    scrub: (input: ScrubInput) => makeScrubDeps(parts, input),
    check: (project: Project) => makeCheckDeps(parts, project),
  }
}

interface PluginParts {
  readonly env: ProcessInfo['env']
  readonly hash: Hash
  readonly now: () => Date
  readonly version: string
}

/** Starts no plugin. The user's configuration is read once. */
export function makePluginDeps(parts: PluginParts, project: Project, scheme: string): PluginDeps {
  const { env } = parts
  const { root, name } = project
  const configuration = readPlugins({ env, root })
  const plugins = openPlugins({ ...parts, configuration, root, project: name, scheme })
  return { configuration, plugins, salience: openSalience(env, root), search: openMessageSearch() }
}

function makeKnowledgeDeps(
  { processInfo, engine }: ComposeParts,
  project: Project,
): Pick<KnowledgeDeps, 'files' | 'stamp' | 'manifestPath'> {
  const userState = getUserDirectory('state', processInfo.env)
  const files = openKnowledgeFiles({ root: project.root, userState, hash: engine.hash })
  return { files, stamp: stampManifest, manifestPath: findOwnManifest(project) }
}

function makeMemoryDeps({ processInfo, engine, warn }: ComposeParts, choice: StoreChoice): MemoryDeps {
  const { project } = choice
  const { root } = project
  return {
    engine,
    project,
    async with(make, act) {
      const { openStore } = await import('./store.ts')
      const { store, place } = await openStore({ env: processInfo.env, warn }, choice, { make, any: true })
      try {
        return await act({ store, key: place.key })
      } catch (error) {
        throw toStoreRefusal(error)
      } finally {
        await store.close()
      }
    },
    files: openSettingsFiles({ clock: engine.clock }),
    place: (path) => ({ file: join(root, path), base: root, contained: true, mode: 0o644, generated: true }),
    writeNew: (file, text) => writeNewDocument(processInfo.cwd, file, text),
  }
}

function writeNewDocument(cwd: string, file: string, text: string): void {
  try {
    writeNewFile(resolve(cwd, file), text)
  } catch (error) {
    const code = getErrorCode(error)
    if (code === undefined) throw error
    const why = code === 'EEXIST' ? 'something is there already' : code
    throw new Refusal('not-writable', `Cannot write ${file}: ${why}.`, 'Name a file that is not there.')
  }
}

async function makeScrubDeps(
  { processInfo, engine, warn }: ComposeParts,
  { maxBytes, allow }: ScrubInput,
): Promise<ScrubDeps> {
  const { cwd, env } = processInfo
  const { list } = openScrubFiles({ cwd, maxBytes, tracked: openTrackedFiles({ cwd, env, warn }) })
  const { matches } = openFiles({ root: cwd, exclude: [], hash: engine.hash })
  return {
    list,
    matches,
    hash: engine.hash,
    newSalt: makeSalt,
    keyedFingerprint: makeKeyedFingerprint,
    allowList: allow === null ? [] : await readAllowList(cwd, allow),
    readBaseline: (file) => readBaseline(resolve(cwd, file), file),
    writeBaseline: (file, baseline) => writeBaseline(resolve(cwd, file), file, baseline),
  }
}

function makeCheckDeps(
  { processInfo, engine, warn }: ComposeParts,
  project: Project,
): Omit<CheckDeps, 'tell'> {
  const { cwd, env } = processInfo
  const { root } = project
  const tracked = openTrackedFiles({ cwd: root, env, warn })
  const { list } = openScrubFiles({ cwd: root, maxBytes: maxCheckedBytes, tracked })
  return {
    ...{ engine, agents, project },
    list: () => list('.'),
    listRenames: () => listRenames(env, root),
    newSalt: makeSalt,
    keyedFingerprint: makeKeyedFingerprint,
    readBaseline: (file) => readBaseline(resolve(cwd, file), file),
    writeBaseline: (file, baseline) => writeBaseline(resolve(cwd, file), file, baseline),
  }
}

/** Loads a YAML parser, so only for a command that names an allow-list. */
async function readAllowList(cwd: string, file: string) {
  const { readAllowList } = await import('../adapters/secrets/findings/allow-list.ts')
  return readAllowList(resolve(cwd, file), file)
}

export function openProjectOutput({ root }: Project, choice: OutputChoice): OutputFile {
  const excludes = compileExcludes(builtInExclusions)
  return openOutputFile({ root, excludedBy: (path) => excludes(path, '') }, choice)
}
