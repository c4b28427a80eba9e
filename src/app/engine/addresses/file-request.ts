import type { Manifest, SectionRule } from '../../../core/manifest/index.ts'
import { builtInExclusions, getCatalog, parseAddress, type Request } from '../../../core/plan/index.ts'
import { Refusal, toList } from '../../../core/values/index.ts'
import type { EngineServices, Project, SourceReader } from '../../../ports/index.ts'

/**
 * Adds the file to a request whose address is a path: `README.md` or `file:README.md`. A packet names its sources by their paths, so a
 * reader has only those. Only files that a source of the manifest names can be read.
 */
export async function resolveFileRequest<R extends Request & { readonly address: string }>(
  engine: EngineServices,
  project: Project,
  request: R,
): Promise<R> {
  const { address } = request
  if (address.startsWith('section:')) return request
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const refusal = address.startsWith('file:') ? null : findAddressFault(manifest, address)
  if (!address.startsWith('file:') && refusal === null) return request
  const path = address.replace(/^file:/, '').replace(/^(\.\/)+/, '')
  const reader = await engine.sources(project, [...builtInExclusions, ...manifest.exclude])
  const file = isPlainPath(path) ? findFileSource(manifest, path, reader) : null
  if (file !== null) return { ...request, file }
  throw refusal ?? refuseFile(path)
}

/** Null if the text is an address. */
function findAddressFault(manifest: Manifest, address: string): Refusal | null {
  try {
    parseAddress(address, getCatalog(manifest))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}

const maxLength = 1000

/** A pattern would read several files. */
function isPlainPath(path: string): boolean {
  return path !== '' && path.length <= maxLength && !/[*?[\]{}\p{Cc}]/u.test(path)
}

function findFileSource(manifest: Manifest, path: string, reader: SourceReader): Request['file'] | null {
  for (const { tier, sources } of Object.values(manifest.sections)) {
    for (const source of sources) {
      const { uri, allow } = readSource(source)
      if (!uri.startsWith('file:') || !reader.matches(openPlaceholders(uri.slice(5)), path)) continue
      return { path, allow, ...(tier !== undefined && { tier }) }
    }
  }
  const { collections, contexts } = manifest
  const patterns = [...Object.values(collections), ...Object.values(contexts)].flatMap((rule) =>
    'files' in rule ? toList(rule.files) : [],
  )
  const isDocument = patterns.some((pattern) => reader.matches(pattern, path))
  return isDocument ? { path, allow: { external: false, sensitive: false } } : null
}

function readSource(source: SectionRule['sources'][number]) {
  if (typeof source === 'string') return { uri: source, allow: { external: false, sensitive: false } }
  const { uri, allow_external = false, allow_sensitive = false } = source
  return { uri, allow: { external: allow_external, sensitive: allow_sensitive } }
}

/** A placeholder stands for a name that a request may give. */
function openPlaceholders(pattern: string): string {
  return pattern.replace(/\{[^{}/]*\}/g, '*')
}

function refuseFile(path: string): Refusal {
  return new Refusal(
    'unknown-address',
    `No source of the manifest names the file ${JSON.stringify(path.slice(0, 200))}.`,
    '"foreword ls" lists addresses, and "foreword context show" the sources.',
  )
}
