import { isAbsolute, join, resolve } from 'node:path'
import { openCache } from '../adapters/cache/index.ts'
import { hash, ids } from '../adapters/digest/index.ts'
import { below, readSmall, userDirectory } from '../adapters/disk/index.ts'
import { readManifestBytes } from '../adapters/manifests/bytes.ts'
import { sourceSchemes } from '../adapters/manifests/schemes.ts'
import { shippedManifest } from '../adapters/manifests/shipped.ts'
import { shippedPresets } from '../adapters/project/index.ts'
import { openStamps } from '../adapters/stamps/index.ts'
import type { Relevance, TokenCounter, Versions, Workshop } from '../ports/index.ts'
import type { AppSettings } from '../surfaces/cli/index.ts'
import { commitOf } from './repository.ts'
import { notBuilt, type Surroundings } from './surroundings.ts'
import { userPath } from './user-path.ts'

/** Agents do not read more than this by themselves, or nobody would use them. */
const largestMemory = 512 * 1024

export function openWorkshop(
  around: Surroundings,
  settings: Pick<AppSettings, 'now' | 'cache'>,
  presets: string,
): Workshop {
  // Run from source, one edit follows another under the same name: nothing kept could be told from what is new.
  const built = around.build !== notBuilt
  const cache = settings.cache && built ? cacheDirectory(around.env) : null
  const counters = new Map<string, TokenCounter>()
  let versions: Versions | undefined
  let relevance: Relevance | undefined
  const shop: Workshop = {
    build: around.build,
    version: around.version,
    clock: { now: () => settings.now ?? new Date() },
    ids: around.ids ?? ids,
    hash,
    keep: openCache(cache === null ? null : below(cache, 'compiled')),
    stamps: openStamps(),
    digestOf(file) {
      try {
        return hash(readManifestBytes(file))
      } catch {
        return 'absent'
      }
    },
    textOf: (project, path) => readSmall(below(project.root, path), largestMemory),
    userTextOf: (path, moved) => readSmall(userPath(around.env, moved, path).file, largestMemory),
    async sources(project, exclude) {
      const { openFiles } = await import('../adapters/files/index.ts')
      return openFiles({
        root: project.root,
        roots: project.roots,
        exclude,
        hash,
      })
    },
    async counter(unit, counts = 'kept') {
      const { counterFor } = await import('../adapters/tokenizer/index.ts')
      const tableFile = join(around.home, 'dist', 'o200k.bin')
      const directory = cache === null || counts === 'anew' ? null : join(cache, 'counts', around.build)
      const key = `${unit} ${counts}`
      const counter = counters.get(key) ?? counterFor(unit, { tableFile, hash, memo: countMemo(directory) })
      counters.set(key, counter)
      return counter
    },
    shippedManifest(file) {
      const checked = join(around.home, 'dist', 'presets')
      return built ? shippedManifest(file, { presets, checked }) : null
    },
    async loadManifest(file) {
      const shipped = shop.shippedManifest(file)
      if (shipped !== null) return shipped
      const { loadManifest } = await import('../adapters/manifests/index.ts')
      const { published } = shippedPresets(presets)
      const options = { presets, hash, schemes: sourceSchemes, published }
      const source = loadManifest(file, options)
      const { redact, plugins, prohibited } = source.manifest
      const asked = Object.values(plugins).some((one) =>
        one.salience_triggers.some((by) => 'commit_msg_pattern' in by),
      )
      const searched = [redact, ...Object.values(prohibited)].some(
        ({ patterns }) => Object.keys(patterns).length > 0,
      )
      if (!searched && !asked) return source
      // What checks patterns is large, and few manifests have any.
      const { patternProblem, patternFix } = await import('../adapters/patterns/index.ts')
      return loadManifest(file, { ...options, pattern: { problem: patternProblem, fix: patternFix } })
    },
    async outside(project, redact) {
      const { outsideRules } = await import('./outside.ts')
      return outsideRules(project, redact, around)
    },
    async outliner() {
      const { outlineOf } = await import('../adapters/markdown/index.ts')
      return outlineOf
    },
    async relevance() {
      if (relevance === undefined) {
        const { openRelevance } = await import('../adapters/relevance/index.ts')
        const { openCoChanges } = await import('../adapters/git/cochange.ts')
        const directory = cache === null ? null : join(cache, 'relevance')
        relevance = openRelevance({ directory, changes: openCoChanges(around.env) })
      }
      return relevance
    },
    async session(project, session) {
      const { sessionOf } = await import('./refresh.ts')
      return sessionOf(around.env, project, session)
    },
    async records(project, now) {
      const { recordsNow } = await import('./records.ts')
      return recordsNow(around.env, project, now)
    },
    async versions() {
      versions ??= (await import('../adapters/git/index.ts')).openGit(around.env)
      return versions
    },
    async trust(project) {
      const { trustOf } = await import('../app/trust/trust.ts')
      const { trustTools } = await import('./trust.ts')
      return trustOf(trustTools(around, shop), project)
    },
    async pluginTools(project, scheme) {
      const { pluginTools } = await import('./plugins.ts')
      const now = () => settings.now ?? new Date()
      return pluginTools({ env: around.env, hash, now, version: around.version }, project, scheme)
    },
    commit: (directory) => commitOf(around.env, directory),
  }
  return shop
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
  if (given !== undefined) return given === '' ? null : isAbsolute(given) ? given : resolve(given)
  return userDirectory('cache', env)
}
