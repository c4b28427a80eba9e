// Knows everyone: builds the program from its rooms. Rooms that cost start-up time are loaded at their first use.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { openCache } from './adapters/cache/index.ts'
import { hash, ids } from './adapters/digest/index.ts'
import { readManifestBytes } from './adapters/manifests/bytes.ts'
import { findProject, presetFile } from './adapters/project/index.ts'
import { openStamps } from './adapters/stamps/index.ts'
import { agents } from './agents/index.ts'
import { Refusal } from './core/values/index.ts'
import type { Ids, Outbox, TokenCounter, Versions, Workshop } from './ports/index.ts'
import type { App, AppSettings } from './surfaces/cli/index.ts'

export interface Surroundings {
  readonly version: string
  /** Tells this build from every other, also of the same version. */
  readonly build: string
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Where `presets/` and `dist/` are. */
  readonly home: string
  /** Chance, where a test needs it to stand still. */
  readonly ids?: Ids
}

export function compose(around: Surroundings, settings: AppSettings): App {
  const presets = join(around.home, 'presets')
  const shop = workshop(around, settings, presets)
  const projectOptions = { cwd: around.cwd, presets, repositories: around.env.FOREWORD_REPOS }
  const outbox = async (): Promise<Outbox> => {
    const { openRuns, publishInto } = await import('./adapters/runs/index.ts')
    return {
      runs: (directory) => openRuns(resolve(around.cwd, directory)),
      into: (directory, files) => publishInto(resolve(around.cwd, directory), files),
    }
  }
  const runner = async () => (await import('./adapters/exec/index.ts')).openRunner(around.env)
  return {
    version: around.version,
    cwd: around.cwd,
    project: (choice) => findProject(choice, projectOptions),
    async levels(project) {
      const { manifest } = await shop.loadManifest(project.manifestFile)
      return Object.keys(manifest.levels)
    },
    async inject(order) {
      const { inject } = await import('./app/inject.ts')
      return inject(shop, await outbox(), order)
    },
    async explain(order) {
      const { explain } = await import('./app/explain.ts')
      return explain(shop, order)
    },
    async dispatch(order, tell) {
      const { dispatch } = await import('./app/dispatch.ts')
      const tools = { shop, outbox: await outbox(), runner: await runner(), tell }
      return dispatch(tools, { ...order, runsDirectory: resolve(around.cwd, order.runsDirectory) })
    },
    async scrub(text, without) {
      const { scrub } = await import('./app/scrub.ts')
      return scrub(text, without)
    },
    async redactionRules() {
      return (await import('./core/redact/index.ts')).redactionRules
    },
    async init({ repo, preset, vars, dryRun }) {
      const { openTemplates } = await import('./adapters/templates/index.ts')
      const { init } = await import('./app/init.ts')
      const name = preset ?? JSON.parse(readFileSync(join(presets, 'presets.json'), 'utf8')).default
      const { manifest } = await shop.loadManifest(presetFile(name, presets))
      const project = findProject({ repo, preset: name }, projectOptions)
      return init(
        { templates: openTemplates(presets), clock: shop.clock, sources: await shop.sources(project, []) },
        { project, preset: name, manifest, vars, dryRun },
      )
    },
    async agents() {
      const { find } = await runner()
      return agents.map((agent) => ({ ...agent, installed: find(agent.program) !== null }))
    },
    // With a dot behind it, only a directory exists.
    isDirectory: (path) => existsSync(`${resolve(around.cwd, path)}/.`),
    readText: (file) => readText(file, around.cwd),
  }
}

function workshop(around: Surroundings, settings: AppSettings, presets: string): Workshop {
  // Run from source, one edit follows another under the same name: nothing kept could be told from what is new.
  const built = !around.build.startsWith('@@')
  const cache = settings.cache && built ? cacheDirectory(around.env) : null
  const counters = new Map<string, TokenCounter>()
  let versions: Versions | undefined
  return {
    build: around.build,
    version: around.version,
    clock: { now: () => settings.now ?? new Date() },
    ids: around.ids ?? ids,
    hash,
    keep: openCache(cache === null ? null : join(cache, 'compiled')),
    stamps: openStamps(),
    digestOf(file) {
      try {
        return hash(readManifestBytes(file))
      } catch {
        return 'absent'
      }
    },
    async sources(project, exclude) {
      const { openFiles } = await import('./adapters/files/index.ts')
      return openFiles({
        root: project.root,
        roots: project.roots,
        exclude,
        hash,
      })
    },
    async counter(unit) {
      const { counterFor } = await import('./adapters/tokenizer/index.ts')
      const tableFile = join(around.home, 'dist', 'o200k.bin')
      const memo = countMemo(cache === null ? null : join(cache, 'counts', around.build))
      const counter = counters.get(unit) ?? counterFor(unit, { tableFile, hash, memo })
      counters.set(unit, counter)
      return counter
    },
    async loadManifest(file) {
      const { loadManifest } = await import('./adapters/manifests/index.ts')
      return loadManifest(file, { presets, hash, schemes: ['file'] })
    },
    async outliner() {
      const { outlineOf } = await import('./adapters/markdown/index.ts')
      return outlineOf
    },
    async versions() {
      versions ??= (await import('./adapters/git/index.ts')).openGit(around.env)
      return versions
    },
  }
}

/** Exact counts cost the loading of a large table; by digest they are kept, one small file each. */
function countMemo(directory: string | null) {
  const keep = openCache(directory)
  return {
    get(key: string) {
      const count = keep.get(key)
      return typeof count === 'number' ? count : undefined
    },
    set: (key: string, count: number) => keep.set(key, count),
  }
}

function cacheDirectory(env: NodeJS.ProcessEnv): string | null {
  const given = env.FOREWORD_CACHE_DIR
  if (given !== undefined) return given === '' ? null : resolve(given)
  const base = env.XDG_CACHE_HOME || join(env.HOME ?? homedir(), '.cache')
  return isAbsolute(base) ? join(base, 'foreword') : null
}

const maxText = 256 * 1024 * 1024

function readText(file: string | null, cwd: string): string {
  const name = file ?? 'standard input'
  try {
    const bytes = readFileSync(file === null ? 0 : resolve(cwd, file))
    if (bytes.length > maxText) throw new Refusal('usage', `${name} is larger than 256 MB.`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason =
      error instanceof TypeError
        ? 'it is not UTF-8 text'
        : ((error as NodeJS.ErrnoException).code ?? 'unknown error')
    throw new Refusal('not-readable', `Cannot read ${name}: ${reason}.`)
  }
}
