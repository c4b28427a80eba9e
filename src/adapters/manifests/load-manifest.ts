import { isUtf8 } from 'node:buffer'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Document, LineCounter, parseDocument } from 'yaml'
import {
  checkManifest,
  checkPublished,
  isPublished,
  type KnownNames,
  type Manifest,
  type ManifestProblem,
  mergeManifests,
} from '../../core/manifest/index.ts'
import { getCatalog, parseAddress, translatePublished } from '../../core/plan/index.ts'
import { createRedactor, redactionRules, selectRules } from '../../core/redact/index.ts'
import { isPlain, Refusal } from '../../core/values/index.ts'
import type { Hash, ManifestSource } from '../../ports/index.ts'
import { isBelow, resolveExistingPart } from '../disk/index.ts'
import { fixForList } from './fix-for-list.ts'
import { locateProblem, type ManifestPlace } from './locate.ts'
import { readManifestBytes, showFile } from './manifest-bytes.ts'

export interface LoadOptions {
  readonly presets: string
  readonly hash: Hash
  readonly schemes: readonly string[]
  /** Where projects keep manifests in a published form → the preset that was published so. */
  readonly published?: Readonly<Record<string, string>>
  /** Checks patterns; without it they are taken as they are. */
  readonly pattern?: KnownNames['pattern']
}

const maxChain = 8

export function loadManifest(file: string, options: LoadOptions): ManifestSource {
  const layers = readChain(file, options)
  const data = layers.reduceRight<Record<string, unknown>>(
    (base, layer) => (layer.isPublished ? overlay(base, layer, options) : mergeManifests(base, layer.data)),
    {},
  )
  delete data.extends
  const { schemes, pattern } = options
  const checked = checkManifest(data, { redactionRules, schemes, pattern, address: addressProblem })
  if ('problems' in checked) throw invalid(layers, checked.problems)
  const chain = layers.map(({ file, digest }) => ({ file, digest }))
  const parsed = layers.map(({ file, data }) => ({ file, data, shipped: isBelow(options.presets, file) }))
  return { manifest: checked.manifest, chain, layers: parsed }
}

/** What a project says in the published form, over the preset that it was published for. */
function overlay(base: Record<string, unknown>, layer: Layer, options: LoadOptions): Record<string, unknown> {
  const { schemes, pattern } = options
  const known = checkManifest(base, { redactionRules, schemes, pattern, address: addressProblem })
  if ('problems' in known) throw invalid([layer], known.problems)
  const checked = checkPublished(layer.data, Object.keys(known.manifest.tiers))
  if ('problems' in checked) throw invalid([layer], checked.problems)
  const translated = translatePublished(checked.published, known.manifest)
  if ('problems' in translated) throw invalid([layer], translated.problems)
  // Whole: the order of sections is the project's, and what it replaced is gone.
  const merged = { ...mergeManifests(base, translated.layer), sections: translated.layer.sections }
  const whole = checkManifest(merged, { redactionRules, schemes, pattern, address: addressProblem })
  if ('problems' in whole) throw invalid([layer], whole.problems.map(translated.written))
  return merged
}

/** An address that leads nowhere is a fault of the manifest, told where it stands. */
function addressProblem(uri: string, manifest: Manifest): { message: string; fix?: string } | null {
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
  /** Of the bytes that were parsed. */
  readonly digest: string
  readonly data: Record<string, unknown>
  /** Written in the form that a preset was published in. */
  readonly isPublished: boolean
  locate(problem: ManifestProblem): ManifestPlace
}

function readChain(first: string, options: LoadOptions): Layer[] {
  const layers: Layer[] = []
  for (let file: string | null = first; file !== null; ) {
    if (layers.some((layer) => layer.file === file)) {
      throw new Refusal(
        'manifest-invalid',
        `${showFile(file)}: "extends" comes back to this file.`,
        'Break the circle.',
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
    file = layer.isPublished ? presetOf(layer, options) : baseOf(layer, homeOf(first), options.presets)
  }
  return layers
}

/** The preset whose published form a file is in, by where the file lies. */
function presetOf(layer: Layer, options: LoadOptions): string {
  const { presets, published = {} } = options
  const name = publishedPlace(layer.file, options)
  if (name !== undefined) return join(presets, published[name]!, 'manifest.yaml')
  const places = Object.keys(published).join(', ')
  const message = 'a manifest with "version" is in a published form, and this is not where one lies'
  const fix =
    places === '' ? 'write "foreword: 1"' : `it belongs at ${places}; ours begins with "foreword: 1"`
  throw invalid([layer], [{ path: ['version'], at: 'key', message, fix }])
}

function publishedPlace(file: string, { published = {} }: LoadOptions): string | undefined {
  const path = file.split(sep).join('/')
  return Object.keys(published).find((one) => path.endsWith(`/${one}`))
}

/** What a manifest speaks for: the project whose `.foreword` it lies in, else its own directory. */
function homeOf(file: string): string {
  const directory = dirname(file)
  return basename(directory) === '.foreword' ? dirname(directory) : directory
}

function baseOf(layer: Layer, home: string, presets: string): string | null {
  const base = layer.data.extends
  if (base === undefined) return null
  if (typeof base !== 'string') {
    throw invalid([layer], [{ path: ['extends'], at: 'value', message: 'expected preset:name or a path' }])
  }
  if (!base.startsWith('preset:')) {
    const file = resolve(dirname(layer.file), base)
    if (liesIn(home, file) || liesIn(presets, file)) return file
    const message = 'the path leads out of the project'
    const fix = 'preset:name, or a manifest inside of the project'
    throw invalid([layer], [{ path: ['extends'], at: 'value', message, fix }])
  }
  const name = base.slice(7)
  if (!/^[a-z][a-z0-9-]*$/.test(name)) {
    throw invalid([layer], [{ path: ['extends'], at: 'value', message: `"${name}" is no preset name` }])
  }
  return join(presets, name, 'manifest.yaml')
}

/** With every link followed: a stranger's repository does not choose which other file is read. */
function liesIn(directory: string, file: string): boolean {
  return isBelow(resolveExistingPart(directory), resolveExistingPart(file))
}

function readLayer(file: string, options: LoadOptions, extendedBy: Layer | undefined): Layer {
  const bytes = bytesOf(file, extendedBy)
  if (!isUtf8(bytes)) {
    throw new Refusal('manifest-invalid', `${showFile(file)} is not UTF-8 text.`, 'Save it as UTF-8.')
  }
  const text = bytes.toString('utf8')
  const counter = new LineCounter()
  // Not 'silent': that would hide that a file holds several documents.
  const document = parseDocument(text, { lineCounter: counter, logLevel: 'error', prettyErrors: false })
  const fault = document.errors[0]
  if (fault !== undefined) {
    const { line, col } = counter.linePos(fault.pos[0])
    // By its code: the message may quote the line, and the line may hold a secret.
    const kind = fault.code.toLowerCase().replaceAll('_', ' ')
    const message = `${showFile(file)}:${line}:${col}: not valid YAML (${kind}).`
    throw new Refusal('manifest-invalid', message, cleanFix(fixForList(text, line)))
  }
  const data = plainData(document, file)
  // Where a published form lies, one without a version is a fault of that form.
  const own = Object.hasOwn(data, 'foreword') || publishedPlace(file, options) === undefined
  return {
    file,
    digest: options.hash(bytes),
    data,
    isPublished: isPublished(data) || !own,
    locate: (problem) => locateProblem(problem, document, counter),
  }
}

/** Lines of the file are shown, and a line may hold a secret. */
function cleanFix(fix: string | null): string | undefined {
  if (fix === null) return undefined
  const rules = selectRules({ sets: ['default'], add: [] })
  return createRedactor({ rules, marker: '[REDACTED]' }).redact(fix).text
}

function plainData(document: Document.Parsed, file: string): Record<string, unknown> {
  let data: unknown
  try {
    data = document.toJS({ maxAliasCount: 50 })
  } catch (error) {
    // Aliases that lead nowhere, or that multiply without end.
    const reason = (error as Error).message.split(':')[0]
    throw new Refusal('manifest-invalid', `${showFile(file)}: ${reason}.`, 'Write it out without aliases.')
  }
  if (isPlain(data)) return data
  throw new Refusal(
    'manifest-invalid',
    `${showFile(file)}:1:1: expected a mapping of keys such as "sections:".`,
  )
}

function bytesOf(file: string, extendedBy: Layer | undefined): Buffer {
  try {
    return readManifestBytes(file)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    if (extendedBy !== undefined) {
      const message = `cannot read ${showFile(file)} (${code})`
      const fix = 'preset:name, or a manifest path relative to this file'
      throw invalid([extendedBy], [{ path: ['extends'], at: 'value', message, fix }])
    }
    throw new Refusal(
      'manifest-missing',
      `Cannot read the manifest ${showFile(file)} (${code}).`,
      'Run "foreword init" to create one.',
    )
  }
}

/** Each problem is shown where it stands: in the file that knows most of its path. */
function invalid(layers: readonly Layer[], problems: readonly ManifestProblem[]): Refusal {
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
