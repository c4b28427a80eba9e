import { isUtf8 } from 'node:buffer'
import { lstatSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Document, LineCounter, parseDocument } from 'yaml'
import {
  checkManifest,
  checkPublishedManifest,
  isPublishedManifest,
  type KnownNames,
  type Manifest,
  type ManifestProblem,
  mergeManifests,
} from '../../core/manifest/index.ts'
import { getCatalog, parseAddress, translatePublishedManifest } from '../../core/plan/index.ts'
import { createRedactor, redactionRules, selectRules } from '../../core/redact/index.ts'
import { isPlainObject, Refusal } from '../../core/values/index.ts'
import type { Hash, ManifestSource } from '../../ports/index.ts'
import { isBelow, resolveExistingPart } from '../disk/index.ts'
import { locateProblem, type ManifestPlace } from './locate-problem.ts'
import { readManifestBytes, showFile } from './manifest-bytes.ts'
import { proposeListFix } from './propose-list-fix.ts'

export interface LoadOptions {
  readonly presets: string
  readonly hash: Hash
  readonly schemes: readonly string[]
  /** Path of a manifest in a published form, and the preset that defines it. */
  readonly published?: Readonly<Record<string, string>>
  /** Checks patterns; without it they are not checked. */
  readonly pattern?: KnownNames['pattern']
}

const maxChain = 8

export function loadManifest(file: string, options: LoadOptions): ManifestSource {
  const layers = readChain(file, options)
  const data = layers.reduceRight<Record<string, unknown>>(
    (base, layer) =>
      layer.isPublished ? overlayPublished(base, layer, options) : mergeManifests(base, layer.data),
    {},
  )
  delete data.extends
  const { schemes, pattern } = options
  const checked = checkManifest(data, { redactionRules, schemes, pattern, address: findAddressProblem })
  if ('problems' in checked) throw makeInvalid(layers, checked.problems)
  const chain = layers.map(({ file, digest }) => ({ file, digest }))
  const parsed = layers.map(({ file, data }) => ({ file, data, shipped: isBelow(options.presets, file) }))
  return { manifest: checked.manifest, chain, layers: parsed }
}

/** Merges a project's manifest in the published form into the preset that defines the form. */
function overlayPublished(
  base: Record<string, unknown>,
  layer: Layer,
  options: LoadOptions,
): Record<string, unknown> {
  const { schemes, pattern } = options
  const known = checkManifest(base, { redactionRules, schemes, pattern, address: findAddressProblem })
  if ('problems' in known) throw makeInvalid([layer], known.problems)
  const checked = checkPublishedManifest(layer.data, Object.keys(known.manifest.tiers))
  if ('problems' in checked) throw makeInvalid([layer], checked.problems)
  const translated = translatePublishedManifest(checked.published, known.manifest)
  if ('problems' in translated) throw makeInvalid([layer], translated.problems)
  // Sections are replaced as a whole, because the project decides their order and replaces the preset's.
  const merged = { ...mergeManifests(base, translated.layer), sections: translated.layer.sections }
  const checkedWhole = checkManifest(merged, {
    redactionRules,
    schemes,
    pattern,
    address: findAddressProblem,
  })
  if ('problems' in checkedWhole) throw makeInvalid([layer], checkedWhole.problems.map(translated.written))
  return merged
}

/** An invalid address is a problem of the manifest, reported at its place. */
function findAddressProblem(uri: string, manifest: Manifest): { message: string; fix?: string } | null {
  try {
    parseAddress(uri, getCatalog(manifest))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { message: error.message, ...(error.fix !== undefined && { fix: error.fix }) }
  }
}

interface Layer {
  readonly file: string
  /** Digest of the bytes that were parsed. */
  readonly digest: string
  readonly data: Record<string, unknown>
  /** Whether the file is in a published form. */
  readonly isPublished: boolean
  locate(problem: ManifestProblem): ManifestPlace
}

function readChain(first: string, options: LoadOptions): Layer[] {
  const layers: Layer[] = []
  for (let file: string | null = first; file !== null; ) {
    if (layers.some((layer) => layer.file === file)) {
      throw new Refusal(
        'manifest-invalid',
        `${showFile(file)}: "extends" leads back to this file.`,
        'Remove one "extends" of the circle.',
      )
    }
    if (layers.length >= maxChain) {
      throw new Refusal(
        'manifest-invalid',
        `${showFile(file)}: more than ${maxChain} manifests extend each other.`,
      )
    }
    const layer = readLayer(file, options, layers.at(-1))
    layers.push(layer)
    file = layer.isPublished ? findPreset(layer, options) : findBase(layer, getHome(first), options.presets)
  }
  return layers
}

/** Finds the preset of a file in a published form by the path of the file. */
function findPreset(layer: Layer, options: LoadOptions): string {
  const { presets, published = {} } = options
  const name = findPublishedPlace(layer.file, options)
  if (name !== undefined) return join(presets, published[name]!, 'manifest.yaml')
  const places = Object.keys(published).join(', ')
  const message = 'a manifest with "version" is in a published form, and this is not a path for one'
  const fix =
    places === '' ? 'write "foreword: 1"' : `it belongs at ${places}; ours begins with "foreword: 1"`
  throw makeInvalid([layer], [{ path: ['version'], at: 'key', message, fix }])
}

function findPublishedPlace(file: string, { published = {} }: LoadOptions): string | undefined {
  const path = file.split(sep).join('/')
  return Object.keys(published).find((place) => path.endsWith(`/${place}`))
}

/** Returns the directory that a manifest applies to: the project if it is in `.foreword`, else its own directory. */
function getHome(file: string): string {
  const directory = dirname(file)
  return basename(directory) === '.foreword' ? dirname(directory) : directory
}

function findBase(layer: Layer, home: string, presets: string): string | null {
  const base = layer.data.extends
  if (base === undefined) return null
  if (typeof base !== 'string') {
    throw makeInvalid(
      [layer],
      [{ path: ['extends'], at: 'value', message: 'expected preset:name or a path' }],
    )
  }
  if (!base.startsWith('preset:')) {
    const file = resolve(dirname(layer.file), base)
    if (isInside(home, file) || isInside(presets, file)) return file
    const message = 'the path leads out of the project'
    const fix = 'preset:name, or a manifest inside of the project'
    throw makeInvalid([layer], [{ path: ['extends'], at: 'value', message, fix }])
  }
  const name = base.slice(7)
  if (!/^[a-z][a-z0-9-]*$/.test(name)) {
    throw makeInvalid(
      [layer],
      [{ path: ['extends'], at: 'value', message: `"${name}" is not a preset name` }],
    )
  }
  return join(presets, name, 'manifest.yaml')
}

/** Resolves every link, so that a hostile repository cannot choose which other file is read. */
function isInside(directory: string, file: string): boolean {
  return isBelow(resolveExistingPart(directory), resolveExistingPart(file))
}

function readLayer(file: string, options: LoadOptions, extendedBy: Layer | undefined): Layer {
  const bytes = readBytes(file, extendedBy)
  if (!isUtf8(bytes)) {
    throw new Refusal('manifest-invalid', `${showFile(file)} is not UTF-8 text.`, 'Save it as UTF-8.')
  }
  const text = bytes.toString('utf8')
  const counter = new LineCounter()
  // Not 'silent', because that would hide that a file contains several documents.
  const document = parseDocument(text, { lineCounter: counter, logLevel: 'error', prettyErrors: false })
  const fault = document.errors[0]
  if (fault !== undefined) {
    const { line, col } = counter.linePos(fault.pos[0])
    // Report the code, because the message may quote the line, and the line may contain a secret.
    const kind = fault.code.toLowerCase().replaceAll('_', ' ')
    const message = `${showFile(file)}:${line}:${col}: not valid YAML (${kind}).`
    throw new Refusal('manifest-invalid', message, redactFix(proposeListFix(text, line)))
  }
  const data = toPlainData(document, file)
  // At the path of a published form, a manifest without a version is a mistake in that form.
  const own = Object.hasOwn(data, 'foreword') || findPublishedPlace(file, options) === undefined
  return {
    file,
    digest: options.hash(bytes),
    data,
    isPublished: isPublishedManifest(data) || !own,
    locate: (problem) => locateProblem(problem, document, counter),
  }
}

/** The fix quotes lines of the file, and a line may contain a secret. */
function redactFix(fix: string | null): string | undefined {
  if (fix === null) return undefined
  const rules = selectRules({ sets: ['default'], add: [] })
  return createRedactor({ rules, marker: '[REDACTED]' }).redact(fix).text
}

function toPlainData(document: Document.Parsed, file: string): Record<string, unknown> {
  let data: unknown
  try {
    data = document.toJS({ maxAliasCount: 50 })
  } catch (error) {
    // Aliases are unresolved, or they multiply without end.
    const reason = (error as Error).message.split(':')[0]
    throw new Refusal('manifest-invalid', `${showFile(file)}: ${reason}.`, 'Write it out without aliases.')
  }
  if (isPlainObject(data)) return data
  throw new Refusal(
    'manifest-invalid',
    `${showFile(file)}:1:1: expected a mapping of keys such as "sections:".`,
  )
}

function readBytes(file: string, extendedBy: Layer | undefined): Buffer {
  try {
    return readManifestBytes(file)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (extendedBy !== undefined) {
      const message = `cannot read ${showFile(file)} (${code})`
      const fix = 'preset:name, or a manifest path relative to this file'
      throw makeInvalid([extendedBy], [{ path: ['extends'], at: 'value', message, fix }])
    }
    // A broken link is a manifest that cannot be read.
    if (code === 'ENOENT' && isOwnManifest(file) && !lstatSync(file, { throwIfNoEntry: false }))
      throw new Refusal(
        'manifest-missing',
        `${basename(getHome(file)) || '/'} has no manifest (.foreword/manifest.yaml), and no files of a preset.`,
        'Run "foreword init" there to write one, or name a preset with --preset=NAME.',
      )
    throw new Refusal(
      'manifest-missing',
      `Cannot read the manifest ${showFile(file)} (${code}).`,
      'Run "foreword init" to create one.',
    )
  }
}

function isOwnManifest(file: string): boolean {
  return basename(file) === 'manifest.yaml' && basename(dirname(file)) === '.foreword'
}

/** Shows each problem in the file that contains most of its path. */
function makeInvalid(layers: readonly Layer[], problems: readonly ManifestProblem[]): Refusal {
  const lines = problems.slice(0, 10).map((problem) => {
    const places = layers.map((layer) => ({ layer, ...layer.locate(problem) }))
    const decided = places.findIndex((place) => place.final) + 1
    const best = places.slice(0, decided || places.length).reduce((a, b) => (b.depth > a.depth ? b : a))
    const key = problem.path.join('.')
    const fix = problem.fix === undefined ? '' : ` (${problem.fix})`
    return `${showFile(best.layer.file)}:${best.line}:${best.column}: ${key === '' ? '' : `${key}: `}${problem.message}${fix}`
  })
  const more = problems.length > lines.length ? [`… and ${problems.length - lines.length} more`] : []
  return new Refusal('manifest-invalid', [...lines, ...more].join('\n'))
}
