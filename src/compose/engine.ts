// Wires the engine. A hook loads this file, so rooms that cost start-up time load at their first use.
import { isAbsolute, join, resolve } from 'node:path'
import { hash, ids, openDiskCache, openFileVersions } from '../adapters/cache/index.ts'
import {
  getUserDirectory,
  joinBelow,
  listMarkdownFiles,
  readSmallFile,
  resolveUserPath,
} from '../adapters/disk/index.ts'
import { readShippedPresets } from '../adapters/files/index.ts'
import { readHeadCommit } from '../adapters/git/head.ts'
import { readManifestBytes } from '../adapters/manifests/manifest-bytes.ts'
import { loadShippedManifest } from '../adapters/manifests/shipped-manifest.ts'
import { sourceSchemes } from '../adapters/manifests/source-schemes.ts'
import type {
  EngineServices,
  Relevance,
  RepositoryReader,
  TokenCounter,
  VersionControl,
} from '../ports/index.ts'
import type { AppSettings } from '../surfaces/cli/index.ts'
import { notBuilt, type ProcessInfo } from './process-info.ts'
import { findSession, recordsNow } from './session.ts'

export function openEngine(
  processInfo: ProcessInfo,
  settings: Pick<AppSettings, 'now' | 'cache'>,
  presets: string,
): EngineServices {
  const { build, version } = processInfo
  // A program that runs from source has no build id, so the cache could not tell its entries from those of an older source.
  const isBuilt = build !== notBuilt
  const cacheRoot = settings.cache && isBuilt ? cacheDirectory(processInfo.env) : null
  const clock = { now: () => settings.now ?? new Date() }
  const manifests = manifestLoaders(processInfo, presets, isBuilt)
  return {
    build,
    version,
    clock,
    ids: processInfo.ids ?? ids,
    hash,
    cache: openDiskCache({ directory: cacheRoot === null ? null : joinBelow(cacheRoot, 'compiled'), build }),
    fileVersions: openFileVersions(),
    systemTime: Date.now,
    ...manifests,
    ...smallFiles(processInfo.env),
    ...packetServices(processInfo, cacheRoot),
    ...projectServices(processInfo, { ...manifests, clock }),
  }
}

function cacheDirectory(env: NodeJS.ProcessEnv): string | null {
  const given = env.FOREWORD_CACHE_DIR
  if (given !== undefined) return given === '' ? null : isAbsolute(given) ? given : resolve(given)
  return getUserDirectory('cache', env)
}

/** Larger than any instruction file that an agent reads by itself. */
const maxInstructionBytes = 512 * 1024

function smallFiles(
  env: NodeJS.ProcessEnv,
): Pick<EngineServices, 'digestFile' | 'readProjectText' | 'readUserText' | 'listProjectMarkdown'> {
  return {
    digestFile(file) {
      try {
        return hash(readManifestBytes(file))
      } catch {
        return 'absent'
      }
    },
    readProjectText: ({ root }, path) => readSmallFile(joinBelow(root, path), maxInstructionBytes),
    listProjectMarkdown: ({ root }, directory) => listMarkdownFiles(root, directory),
    readUserText: (path, moved) => readSmallFile(resolveUserPath(env, moved, path).file, maxInstructionBytes),
  }
}

type ManifestLoaders = Pick<EngineServices, 'shippedManifest' | 'loadManifest'>

function manifestLoaders({ home }: ProcessInfo, presets: string, isBuilt: boolean): ManifestLoaders {
  const checked = joinBelow(home, 'dist', 'presets')
  const loadShipped = (file: string) => (isBuilt ? loadShippedManifest(file, { presets, checked }) : null)
  return {
    shippedManifest: loadShipped,
    async loadManifest(file) {
      const shipped = loadShipped(file)
      if (shipped !== null) return shipped
      const { loadManifest } = await import('../adapters/manifests/load-manifest.ts')
      const { published } = readShippedPresets(presets)
      const options = { presets, hash, schemes: sourceSchemes, published }
      const source = loadManifest(file, options)
      const { usesPatterns } = await import('../app/engine/uses-patterns.ts')
      if (!usesPatterns(source.manifest)) return source
      // The pattern checker is large, and few manifests have patterns.
      const { findPatternProblem, patternFix } = await import(
        '../adapters/secrets/patterns/pattern-problem.ts'
      )
      return loadManifest(file, { ...options, pattern: { problem: findPatternProblem, fix: patternFix } })
    },
  }
}

type PacketServices = Pick<
  EngineServices,
  'sources' | 'repository' | 'counter' | 'outliner' | 'projectRedactionRules' | 'relevance'
>

/** Services that read, count, parse, redact and rank. */
function packetServices(processInfo: ProcessInfo, cacheRoot: string | null): PacketServices {
  const { env } = processInfo
  let relevance: Relevance | undefined
  return {
    async sources({ root, roots }, exclude) {
      const { openFiles } = await import('../adapters/files/open-files.ts')
      return openFiles({ root, roots, exclude, hash })
    },
    repository: ({ root }, exclude) => openRepository(env, root, exclude),
    counter: tokenCounters(processInfo, cacheRoot),
    async outliner() {
      const { outlineMarkdown } = await import('../adapters/markdown/outline.ts')
      return outlineMarkdown
    },
    async projectRedactionRules({ root }, redact) {
      const { projectRedactionRules } = await import('../app/redaction/project-redaction-rules.ts')
      const { readKnownSecrets } = await import('../adapters/secrets/known-secrets.ts')
      const readSecrets = async (known: typeof redact.known) =>
        readKnownSecrets({ root, ...known, environment: env })
      const compilePatterns = async (patterns: typeof redact.patterns) =>
        (await import('../adapters/secrets/patterns/compile-patterns.ts')).compilePatterns(patterns)
      return projectRedactionRules({ readSecrets, compilePatterns }, redact)
    },
    async relevance() {
      const { openRelevance } = await import('../adapters/relevance/open-relevance.ts')
      const { openCoChanges } = await import('../adapters/git/co-changes.ts')
      const directory = cacheRoot === null ? null : join(cacheRoot, 'relevance')
      relevance ??= openRelevance({ directory, changes: openCoChanges(env) })
      return relevance
    },
  }
}

async function openRepository(
  env: NodeJS.ProcessEnv,
  root: string,
  exclude: readonly string[],
): Promise<RepositoryReader> {
  const { listTree } = await import('../adapters/files/list-tree.ts')
  const { compileExcludes } = await import('../adapters/files/exclude.ts')
  const { openIgnoredPaths } = await import('../adapters/git/ignored-paths.ts')
  const { readRepositoryState } = await import('../adapters/git/repository-state.ts')
  const excludes = compileExcludes(exclude)
  const isExcluded = (path: string) => excludes(path.replace(/\/$/, '').split('/'), '') !== null
  return {
    listTree: () => listTree({ root, isExcluded, ignores: openIgnoredPaths(env, root) }),
    readState: () => readRepositoryState({ env, directory: root, isExcluded }),
    async loadParsers(paths) {
      const toml = paths.some((path) => path.endsWith('.toml'))
        ? await import('../adapters/parsers/parse-toml.ts')
        : null
      const yaml = paths.some((path) => /\.ya?ml$/.test(path))
        ? await import('../adapters/parsers/parse-yaml.ts')
        : null
      return {
        parseToml: (text) => toml?.parseToml(text),
        parseYaml: (text) => yaml?.parseYaml(text),
      }
    },
  }
}

function tokenCounters({ home, build }: ProcessInfo, cacheRoot: string | null): EngineServices['counter'] {
  const opened = new Map<string, TokenCounter>()
  return async (unit, { useCache } = { useCache: true }) => {
    const { makeTokenCounter } = await import('../adapters/tokenizer/counter.ts')
    const key = `${unit} ${useCache}`
    const directory = cacheRoot === null || !useCache ? null : join(cacheRoot, 'counts')
    const cache = directory === null ? undefined : openDiskCache({ directory, build })
    const tableFile = join(home, 'dist', 'o200k.bin')
    const counter = opened.get(key) ?? makeTokenCounter(unit, { tableFile, hash, cache })
    opened.set(key, counter)
    return counter
  }
}

type ProjectServices = Pick<
  EngineServices,
  'session' | 'records' | 'versions' | 'trust' | 'pluginDeps' | 'commit'
>

/** Services beside the files of a project: sessions, records, versions, trust and plugins. */
function projectServices(
  processInfo: ProcessInfo,
  { clock, loadManifest }: Pick<EngineServices, 'clock' | 'loadManifest'>,
): ProjectServices {
  const { env, version } = processInfo
  let versions: VersionControl | undefined
  return {
    session: (project, session) => findSession(env, project, session),
    records: (project, now) => recordsNow(env, project, now),
    async versions() {
      versions ??= (await import('../adapters/git/open-git.ts')).openGit(env)
      return versions
    },
    async trust(project) {
      const { checkTrust } = await import('../app/trust/trust-state.ts')
      const { trustTools } = await import('./trust.ts')
      return checkTrust(trustTools(processInfo, { hash, clock, loadManifest }), project)
    },
    async pluginDeps(project, scheme) {
      const { makePluginDeps } = await import('./sources.ts')
      return makePluginDeps({ env, hash, now: clock.now, version }, project, scheme)
    },
    commit: (directory) => readHeadCommit(env, directory),
  }
}
