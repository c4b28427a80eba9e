// Wires the engine. A hook loads this file, so rooms that cost start-up time load at their first use.
import { isAbsolute, join, resolve } from 'node:path'
import { openCache, openFileVersions } from '../adapters/cache/index.ts'
import { hash, ids } from '../adapters/digest/index.ts'
import { below, readSmall, userDirectory, userPath } from '../adapters/disk/index.ts'
import { commitOf } from '../adapters/git/head.ts'
import { readManifestBytes } from '../adapters/manifests/bytes.ts'
import { sourceSchemes } from '../adapters/manifests/schemes.ts'
import { shippedManifest } from '../adapters/manifests/shipped.ts'
import { shippedPresets } from '../adapters/project/index.ts'
import type { Relevance, TokenCounter, Versions, Workshop } from '../ports/index.ts'
import type { AppSettings } from '../surfaces/cli/index.ts'
import { findSession, recordsNow } from './session.ts'
import { notBuilt, type Surroundings } from './surroundings.ts'

export function openWorkshop(
  around: Surroundings,
  settings: Pick<AppSettings, 'now' | 'cache'>,
  presets: string,
): Workshop {
  const { build, version } = around
  // A program that runs from source has no build id, so the cache could not tell its entries from those of an older source.
  const isBuilt = build !== notBuilt
  const cacheRoot = settings.cache && isBuilt ? cacheDirectory(around.env) : null
  const clock = { now: () => settings.now ?? new Date() }
  const manifests = manifestLoaders(around, presets, isBuilt)
  return {
    build,
    version,
    clock,
    ids: around.ids ?? ids,
    hash,
    cache: openCache({ directory: cacheRoot === null ? null : below(cacheRoot, 'compiled'), build }),
    fileVersions: openFileVersions(),
    systemTime: Date.now,
    ...manifests,
    ...smallFiles(around.env),
    ...packetServices(around, cacheRoot),
    ...projectServices(around, { ...manifests, clock }),
  }
}

function cacheDirectory(env: NodeJS.ProcessEnv): string | null {
  const given = env.FOREWORD_CACHE_DIR
  if (given !== undefined) return given === '' ? null : isAbsolute(given) ? given : resolve(given)
  return userDirectory('cache', env)
}

/** Larger than any instruction file that an agent reads by itself. */
const maxInstructionBytes = 512 * 1024

function smallFiles(env: NodeJS.ProcessEnv): Pick<Workshop, 'digestOf' | 'textOf' | 'userTextOf'> {
  return {
    digestOf(file) {
      try {
        return hash(readManifestBytes(file))
      } catch {
        return 'absent'
      }
    },
    textOf: ({ root }, path) => readSmall(below(root, path), maxInstructionBytes),
    userTextOf: (path, moved) => readSmall(userPath(env, moved, path).file, maxInstructionBytes),
  }
}

type ManifestLoaders = Pick<Workshop, 'shippedManifest' | 'loadManifest'>

function manifestLoaders({ home }: Surroundings, presets: string, isBuilt: boolean): ManifestLoaders {
  const checked = join(home, 'dist', 'presets')
  const loadShipped = (file: string) => (isBuilt ? shippedManifest(file, { presets, checked }) : null)
  return {
    shippedManifest: loadShipped,
    async loadManifest(file) {
      const shipped = loadShipped(file)
      if (shipped !== null) return shipped
      const { loadManifest } = await import('../adapters/manifests/index.ts')
      const { published } = shippedPresets(presets)
      const options = { presets, hash, schemes: sourceSchemes, published }
      const source = loadManifest(file, options)
      const { usesPatterns } = await import('../app/manifest-patterns.ts')
      if (!usesPatterns(source.manifest)) return source
      // The pattern checker is large, and few manifests have patterns.
      const { patternProblem, patternFix } = await import('../adapters/patterns/index.ts')
      return loadManifest(file, { ...options, pattern: { problem: patternProblem, fix: patternFix } })
    },
  }
}

type PacketServices = Pick<Workshop, 'sources' | 'counter' | 'outliner' | 'outside' | 'relevance'>

/** What reads, counts, parses, redacts and ranks. */
function packetServices(around: Surroundings, cacheRoot: string | null): PacketServices {
  const { env } = around
  let relevance: Relevance | undefined
  return {
    async sources({ root, roots }, exclude) {
      const { openFiles } = await import('../adapters/files/index.ts')
      return openFiles({ root, roots, exclude, hash })
    },
    counter: tokenCounters(around, cacheRoot),
    async outliner() {
      const { outlineOf } = await import('../adapters/markdown/index.ts')
      return outlineOf
    },
    async outside({ root }, redact) {
      const { projectRedactionRules } = await import('../app/project-redaction-rules.ts')
      const { knownSecrets } = await import('../adapters/secrets/index.ts')
      const readSecrets = async (known: typeof redact.known) =>
        knownSecrets({ root, ...known, environment: env })
      const compilePatterns = async (patterns: typeof redact.patterns) =>
        (await import('../adapters/patterns/index.ts')).compilePatterns(patterns)
      return projectRedactionRules({ readSecrets, compilePatterns }, redact)
    },
    async relevance() {
      const { openRelevance } = await import('../adapters/relevance/index.ts')
      const { openCoChanges } = await import('../adapters/git/cochange.ts')
      const directory = cacheRoot === null ? null : join(cacheRoot, 'relevance')
      relevance ??= openRelevance({ directory, changes: openCoChanges(env) })
      return relevance
    },
  }
}

function tokenCounters({ home, build }: Surroundings, cacheRoot: string | null): Workshop['counter'] {
  const opened = new Map<string, TokenCounter>()
  return async (unit, { useCache } = { useCache: true }) => {
    const { counterFor } = await import('../adapters/tokenizer/index.ts')
    const key = `${unit} ${useCache}`
    const directory = cacheRoot === null || !useCache ? null : join(cacheRoot, 'counts')
    const cache = directory === null ? undefined : openCache({ directory, build })
    const tableFile = join(home, 'dist', 'o200k.bin')
    const counter = opened.get(key) ?? counterFor(unit, { tableFile, hash, cache })
    opened.set(key, counter)
    return counter
  }
}

type ProjectServices = Pick<Workshop, 'session' | 'records' | 'versions' | 'trust' | 'pluginTools' | 'commit'>

/** What is known about a project besides its files: sessions, records, versions, trust and plugins. */
function projectServices(
  around: Surroundings,
  { clock, loadManifest }: Pick<Workshop, 'clock' | 'loadManifest'>,
): ProjectServices {
  const { env, version } = around
  let versions: Versions | undefined
  return {
    session: (project, session) => findSession(env, project, session),
    records: (project, now) => recordsNow(env, project, now),
    async versions() {
      versions ??= (await import('../adapters/git/index.ts')).openGit(env)
      return versions
    },
    async trust(project) {
      const { trustOf } = await import('../app/trust/trust.ts')
      const { trustTools } = await import('./trust.ts')
      return trustOf(trustTools(around, { hash, clock, loadManifest }), project)
    },
    async pluginTools(project, scheme) {
      const { pluginTools } = await import('./plugins.ts')
      return pluginTools({ env, hash, now: clock.now, version }, project, scheme)
    },
    commit: (directory) => commitOf(env, directory),
  }
}
