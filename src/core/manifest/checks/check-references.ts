import { toList } from '../../values/index.ts'
import { suggestNearest } from '../nearest-name.ts'
import type { KnownNames, ManifestProblem, ProblemPath } from '../problem.ts'
import { parseReducer } from '../reducer.ts'
import type { Manifest } from '../schema.ts'
import type { SectionRule, Shape } from '../section.ts'
import { checkAdapters } from './check-adapters.ts'
import { checkAddressKeys } from './check-address-keys.ts'
import { checkDocuments } from './check-documents.ts'
import { checkMemory } from './check-memory.ts'
import { checkName } from './check-name.ts'
import { checkProhibited } from './check-prohibited.ts'

/** Checks that names used in one place are declared in another and that numbers agree. The schema cannot express this. */
export function* checkReferences(manifest: Manifest, known: KnownNames): Generator<ManifestProblem> {
  yield* checkLevels(manifest)
  for (const [i, step] of manifest.precedence.entries()) {
    const path = ['precedence', i, 'section']
    yield* checkName(path, step.section, Object.keys(manifest.sections), 'section')
    yield* checkReducer(['precedence', i, 'by'], step.by)
    if (manifest.sections[step.section]?.protected) {
      yield { path, at: 'value', message: `section "${step.section}" is protected and cannot yield` }
    }
  }
  yield* checkAddressKeys(manifest, known)
  yield* checkDocuments(manifest)
  yield* checkAdapters(manifest)
  yield* checkTemplate(['record'], manifest.record)
  yield* checkTemplate(['bundle', 'template'], manifest.bundle?.template)
  for (const [i, rule] of manifest.redact.add.entries()) {
    if (known.redactionRules.includes(rule)) continue
    const message = `unknown redaction rule "${rule}"${suggestNearest(rule, known.redactionRules)}`
    yield {
      path: ['redact', 'add', i],
      at: 'value',
      message,
      fix: 'docs/reference/redaction.md lists all of them',
    }
  }
  for (const [name, pattern] of Object.entries(manifest.redact.patterns)) {
    const problem = known.pattern?.problem(pattern) ?? null
    if (problem !== null)
      yield { path: ['redact', 'patterns', name], at: 'value', message: problem, fix: known.pattern!.fix }
    if (name === 'known-value' || known.redactionRules.includes(name)) {
      yield {
        path: ['redact', 'patterns', name],
        at: 'key',
        message: `"${name}" is the name of a built-in rule`,
        fix: 'choose another name',
      }
    }
  }
  yield* checkProhibited(manifest, known)
  yield* checkMemory(manifest)
  yield* checkTemplate(['memory', 'promote', 'entry'], manifest.memory.promote?.entry)
  for (const [name, section] of Object.entries(manifest.sections)) {
    yield* checkSection(['sections', name], section, manifest)
    for (const [i, source] of section.sources.entries()) {
      yield* checkSource(['sections', name, 'sources', i], source, manifest, known)
    }
  }
}

function* checkReducer(path: ProblemPath, text: string): Generator<ManifestProblem> {
  const call = parseReducer(text)
  if (typeof call === 'string') yield { path, at: 'value', message: call }
}

function* checkLevels(manifest: Manifest): Generator<ManifestProblem> {
  const levels = Object.keys(manifest.levels)
  yield* checkName(['default_level'], manifest.default_level, levels, 'level')
  for (const [name, { budget }] of Object.entries(manifest.levels)) {
    if (budget > manifest.ceiling) {
      const message = `${budget} is over the ceiling of ${manifest.ceiling}`
      yield { path: ['levels', name, 'budget'], at: 'value', message, fix: 'lower it, or raise the ceiling' }
    }
  }
  const custom = manifest.custom_level
  if (custom === undefined) return
  if (custom.max > manifest.ceiling) {
    const message = `${custom.max} is over the ceiling of ${manifest.ceiling}`
    yield { path: ['custom_level', 'max'], at: 'value', message, fix: 'lower it, or raise the ceiling' }
  }
  if (custom.min > custom.max) {
    const message = `${custom.min} is over the max of ${custom.max}`
    yield { path: ['custom_level', 'min'], at: 'value', message, fix: 'lower it, or raise the max' }
  }
  for (const [i, band] of custom.bands.entries()) {
    const path = ['custom_level', 'bands', i] as const
    yield* checkName([...path, 'like'], band.like, levels, 'level')
    const before = custom.bands[i - 1]?.from
    if (before !== undefined && band.from <= before) {
      const message = `must be greater than ${before}, the band before`
      yield { path: [...path, 'from'], at: 'value', message }
    }
  }
  if (custom.slack_to !== undefined) {
    yield* checkName(['custom_level', 'slack_to'], custom.slack_to, Object.keys(manifest.sections), 'section')
  }
}

function* checkSection(
  at: ProblemPath,
  section: SectionRule,
  manifest: Manifest,
): Generator<ManifestProblem> {
  const levels = Object.keys(manifest.levels)
  const intents = [...Object.keys(manifest.intents), 'default']
  if (section.tier !== undefined) {
    yield* checkName([...at, 'tier'], section.tier, Object.keys(manifest.tiers), 'tier')
  }
  for (const level of typeof section.cap === 'object' ? Object.keys(section.cap) : []) {
    yield* checkName([...at, 'cap', level], level, levels, 'level')
  }
  for (const level of toList(section.when?.level))
    yield* checkName([...at, 'when', 'level'], level, levels, 'level')
  for (const intent of toList(section.when?.intent)) {
    yield* checkName([...at, 'when', 'intent'], intent, intents, 'intent')
  }
  for (const [i, step] of section.decay?.steps.entries() ?? []) {
    yield* checkReducer([...at, 'decay', 'steps', i, 'use'], step.use)
  }
  yield* checkDecay([...at, 'decay', 'steps'], section.decay?.steps ?? [])
  yield* checkShape([...at, 'shape'], section.shape)
}

function* checkShape(at: ProblemPath, shape: Shape | undefined): Generator<ManifestProblem> {
  if (typeof shape !== 'object' || !('fields' in shape)) return
  const labels = shape.fields.map((field) => field.label)
  for (const [i, { label, within }] of shape.fields.entries()) {
    const path = [...at, 'fields', i]
    if (labels.indexOf(label) < i) {
      const message = `another field also has the label "${label}"`
      yield {
        path: [...path, 'label'],
        at: 'value',
        message,
        fix: 'list several names under "from" of one field',
      }
    }
    if (within !== undefined) {
      const others = labels.filter((other) => other !== label)
      yield* checkName([...path, 'within'], within, others, 'field')
    }
  }
}

function* checkSource(
  path: ProblemPath,
  source: SectionRule['sources'][number],
  manifest: Manifest,
  known: KnownNames,
): Generator<ManifestProblem> {
  if (typeof source === 'object') yield* checkShape([...path, 'shape'], source.shape)
  const { uri, ...settings } = typeof source === 'string' ? { uri: source } : source
  const scheme = uri.includes(':') ? uri.slice(0, uri.indexOf(':')) : ''
  if (scheme === 'section') {
    const name = uri.slice('section:'.length)
    yield* checkName(path, name, Object.keys(manifest.sections), 'section')
    if (manifest.sections[name]?.sources.every(isBorrowed)) {
      const message = `section "${name}" has no sources of its own`
      yield { path, at: 'value', message, fix: 'name the section that has them' }
    }
    for (const key of Object.keys(settings).filter((setting) => setting !== 'shape')) {
      const message = `a section: source takes its ${key} from the section that it names`
      yield { path: [...path, key], at: 'key', message, fix: 'remove it' }
    }
  } else if (uri.startsWith(`${manifest.scheme}://`) || uri.startsWith('foreword://')) {
    const problem = known.address?.(uri, manifest) ?? null
    if (problem !== null) yield { path, at: 'value', ...problem }
  } else if (!known.schemes.includes(scheme)) {
    const fix = `schemes: ${known.schemes.map((name) => `${name}:`).join(', ')}, section:, ${manifest.scheme}://`
    yield { path, at: 'value', message: `source "${uri}" has an unknown scheme`, fix }
  }
}

function isBorrowed(source: SectionRule['sources'][number]): boolean {
  return (typeof source === 'string' ? source : source.uri).startsWith('section:')
}

function* checkDecay(
  path: ProblemPath,
  steps: readonly { upto?: number | undefined }[],
): Generator<ManifestProblem> {
  for (const [i, step] of steps.entries()) {
    const before = steps[i - 1]?.upto
    if (step.upto === undefined && i < steps.length - 1) {
      yield { path: [...path, i], at: 'value', message: 'only the last step may leave out "upto"' }
    } else if (step.upto !== undefined && before !== undefined && step.upto <= before) {
      yield {
        path: [...path, i, 'upto'],
        at: 'value',
        message: `must be greater than ${before}, the step before`,
      }
    }
  }
}

/** Checks that defaults after `??` are JSON now, because a receipt would otherwise fail later. */
function* checkTemplate(path: ProblemPath, value: unknown): Generator<ManifestProblem> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* checkTemplate([...path, Array.isArray(value) ? Number(key) : key], inner)
    }
  }
  if (typeof value !== 'string' || !value.startsWith('$') || !value.includes('??')) return
  const fallback = value.slice(value.indexOf('??') + 2).trim()
  try {
    JSON.parse(fallback)
  } catch {
    const fix = `e.g. ${value.slice(0, value.indexOf('??'))}?? ${JSON.stringify(fallback)}`
    yield { path, at: 'value', message: `the default ${fallback} is not JSON`, fix }
  }
}
