import type { z } from 'zod'
import { nearest } from './nearest.ts'
import { parseReducer } from './reducer.ts'
import { type Manifest, manifestJsonSchema, manifestSchema } from './schema.ts'

/** One thing wrong with a manifest, by its place in the data. Whoever read the file adds file, line and column. */
export interface Problem {
  readonly path: readonly (string | number)[]
  /** Whether the key itself is wrong or what stands behind it. */
  readonly at: 'key' | 'value'
  readonly message: string
  readonly fix?: string
}

/** Names that other rooms own and a manifest may refer to. */
export interface Known {
  readonly redactionRules: readonly string[]
  readonly schemes: readonly string[]
}

type Checked = { readonly manifest: Manifest } | { readonly problems: readonly Problem[] }

export function checkManifest(data: unknown, known: Known): Checked {
  const parsed = manifestSchema.safeParse(data, { reportInput: true })
  if (!parsed.success) return { problems: parsed.error.issues.flatMap((issue) => explainIssue(issue, [])) }
  const problems = [...referenceProblems(parsed.data, known)]
  return problems.length > 0 ? { problems } : { manifest: parsed.data }
}

type Issue = z.core.$ZodIssue
type Path = readonly (string | number)[]

function explainIssue(issue: Issue, base: Path): Problem[] {
  const path = [...base, ...(issue.path as (string | number)[])]
  if (isTypeIssue(issue) && issue.input === undefined) {
    return [{ path, at: 'key', message: `missing key "${path.at(-1)}"`, fix: `add it: ${expectedAt(path)}` }]
  }
  if (issue.code === 'unrecognized_keys') {
    const allowed = keysAt(path)
    return issue.keys.map((key) => {
      const message = `unknown key "${key}"${didYouMean(key, allowed)}`
      return { path: [...path, key], at: 'key', message, fix: `allowed here: ${allowed.join(', ')}` }
    })
  }
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.filter(
      (issues) => !issues.some((one) => one.path.length === 0 && isTypeIssue(one)),
    )
    const closest = branches.sort((a, b) => a.length - b.length)[0]
    if (closest !== undefined) return closest.flatMap((one) => explainIssue(one, path))
    return [{ path, at: 'value', message: `expected ${expectedAt(path)}` }]
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => JSON.stringify(value)).join(' or ')
    const message = `expected ${values}${didYouMean(String(issue.input), issue.values.map(String))}`
    return [{ path, at: 'value', message, ...aboutAt(path) }]
  }
  const reason = issue.code === 'invalid_key' ? issue.issues[0]!.message : issue.message
  const message = lowerFirst(reason.replace(/^Invalid input: /, ''))
  return [{ path, at: issue.code === 'invalid_key' ? 'key' : 'value', message, ...aboutAt(path) }]
}

function didYouMean(word: string, candidates: readonly string[]): string {
  const meant = nearest(word, candidates)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}

function isTypeIssue(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value'
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  type?: string
  const?: unknown
  enum?: unknown[]
  description?: string
}

function schemasAt(path: Path): JsonSchema[] {
  let here: JsonSchema[] = [manifestJsonSchema() as JsonSchema]
  for (const step of path) {
    here = here
      .flatMap((schema) => schema.anyOf ?? [schema])
      .flatMap((schema) => {
        if (typeof step === 'number') return schema.items === undefined ? [] : [schema.items]
        const next = schema.properties?.[step] ?? schema.additionalProperties
        return typeof next === 'object' ? [next] : []
      })
  }
  return here.flatMap((schema) => schema.anyOf ?? [schema])
}

function keysAt(path: Path): string[] {
  return schemasAt(path).flatMap((schema) => Object.keys(schema.properties ?? {}))
}

function expectedAt(path: Path): string {
  const found = schemasAt(path)
  const types = [...new Set(found.map(formOf))].join(' or ')
  const { fix } = aboutAt(path)
  return fix === undefined ? types : `${types}: ${fix}`
}

function formOf(schema: JsonSchema): string {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return values?.map((value) => JSON.stringify(value)).join(' or ') ?? schema.type ?? 'a value'
}

/** What the schema says a key is for, as the fix of a problem. */
function aboutAt(path: Path): { fix?: string } {
  const about = schemasAt(path).find((schema) => schema.description !== undefined)?.description
  return about === undefined ? {} : { fix: about }
}

/** What the schema cannot say: that names used in one place exist in another. */
function* referenceProblems(manifest: Manifest, known: Known): Generator<Problem> {
  const levels = Object.keys(manifest.levels)
  const sections = Object.keys(manifest.sections)
  const named = (path: Path, name: string, names: readonly string[], what: string): Problem[] => {
    if (names.includes(name)) return []
    const message = `unknown ${what} "${name}"${didYouMean(name, names)}`
    return [{ path, at: 'value', message, fix: `known: ${names.join(', ')}` }]
  }
  const reducer = (path: Path, text: string): Problem[] => {
    const call = parseReducer(text)
    return typeof call === 'string' ? [{ path, at: 'value', message: call }] : []
  }

  yield* named(['default_level'], manifest.default_level, levels, 'level')
  for (const [i, band] of manifest.custom_level?.bands.entries() ?? []) {
    const path = ['custom_level', 'bands', i] as const
    yield* named([...path, 'like'], band.like, levels, 'level')
    const before = manifest.custom_level?.bands[i - 1]?.from
    if (before !== undefined && band.from <= before) {
      yield {
        path: [...path, 'from'],
        at: 'value',
        message: `must be greater than ${before}, the band before`,
      }
    }
  }
  const slackTo = manifest.custom_level?.slack_to
  if (slackTo !== undefined) yield* named(['custom_level', 'slack_to'], slackTo, sections, 'section')
  for (const [i, step] of manifest.precedence.entries()) {
    yield* named(['precedence', i, 'section'], step.section, sections, 'section')
    yield* reducer(['precedence', i, 'by'], step.by)
    if (manifest.sections[step.section]?.protected) {
      yield {
        path: ['precedence', i, 'section'],
        at: 'value',
        message: `section "${step.section}" is protected and cannot yield`,
      }
    }
  }
  yield* recordProblems(['record'], manifest.record)
  for (const [i, rule] of manifest.redact.add.entries()) {
    yield* named(['redact', 'add', i], rule, known.redactionRules, 'redaction rule')
  }
  for (const [name, section] of Object.entries(manifest.sections)) {
    const at = ['sections', name] as const
    if (section.tier !== undefined)
      yield* named([...at, 'tier'], section.tier, Object.keys(manifest.tiers), 'tier')
    if (typeof section.cap === 'object') {
      for (const level of Object.keys(section.cap))
        yield* named([...at, 'cap', level], level, levels, 'level')
    }
    for (const level of asList(section.when?.level))
      yield* named([...at, 'when', 'level'], level, levels, 'level')
    for (const intent of asList(section.when?.intent)) {
      yield* named([...at, 'when', 'intent'], intent, [...Object.keys(manifest.intents), 'default'], 'intent')
    }
    for (const [i, step] of section.decay?.steps.entries() ?? []) {
      yield* reducer([...at, 'decay', 'steps', i, 'use'], step.use)
    }
    yield* decayProblems([...at, 'decay', 'steps'], section.decay?.steps ?? [])
    for (const [i, source] of section.sources.entries()) {
      const uri = typeof source === 'string' ? source : source.uri
      const path = [...at, 'sources', i]
      const scheme = uri.includes(':') ? uri.slice(0, uri.indexOf(':')) : ''
      if (scheme === 'section') yield* named(path, uri.slice(8), sections, 'section')
      else if (!known.schemes.includes(scheme)) {
        const fix = `schemes: ${known.schemes.map((s) => `${s}:`).join(', ')}, section:`
        yield { path, at: 'value', message: `source "${uri}" names no known scheme`, fix }
      }
    }
  }
}

function* decayProblems(path: Path, steps: readonly { upto?: number | undefined }[]): Generator<Problem> {
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

/** A default behind `??` is JSON; found out here and not when the first receipt is written. */
function* recordProblems(path: Path, value: unknown): Generator<Problem> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* recordProblems([...path, Array.isArray(value) ? Number(key) : key], inner)
    }
  }
  if (typeof value !== 'string' || !value.startsWith('$') || !value.includes('??')) return
  const fallback = value.slice(value.indexOf('??') + 2).trim()
  try {
    JSON.parse(fallback)
  } catch {
    const fix = `e.g. ${value.slice(0, value.indexOf('??'))}?? ${JSON.stringify(fallback)}`
    yield { path, at: 'value', message: `the default ${fallback} is no JSON`, fix }
  }
}

function asList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
