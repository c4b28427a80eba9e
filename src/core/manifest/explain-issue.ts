import type { z } from 'zod'
import { suggestNearest } from './nearest.ts'
import type { ManifestProblem, ProblemPath } from './problem.ts'

type Issue = z.core.$ZodIssue

/** What zod found, in words a person can act on; the schema says what was expected. */
export function explainIssue(issue: Issue, base: ProblemPath, schema: object): ManifestProblem[] {
  const path = [...base, ...(issue.path as (string | number)[])]
  if (isTypeIssue(issue) && issue.input === undefined) {
    return [
      {
        path,
        at: 'key',
        message: `missing key "${path.at(-1)}"`,
        fix: `add it: ${expectedAt(path, schema)}`,
      },
    ]
  }
  if (issue.code === 'unrecognized_keys') {
    const allowed = keysAt(path, schema)
    return issue.keys.map((key) => {
      const message = `unknown key "${key}"${suggestNearest(key, allowed)}`
      return { path: [...path, key], at: 'key', message, fix: `allowed here: ${allowed.join(', ')}` }
    })
  }
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.filter(
      (issues) => !issues.some((one) => one.path.length === 0 && isTypeIssue(one)),
    )
    const closest = branches.sort((a, b) => a.length - b.length)[0]
    if (closest !== undefined) return closest.flatMap((one) => explainIssue(one, path, schema))
    return [{ path, at: 'value', message: `expected ${expectedAt(path, schema)}` }]
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => JSON.stringify(value)).join(' or ')
    const { input } = issue
    const hint =
      typeof input === 'number'
        ? `, not ${input}`
        : suggestNearest(String(input), issue.values.filter(isText))
    const message = `expected ${values}${hint}`
    return [{ path, at: 'value', message, ...aboutAt(path, schema) }]
  }
  const reason = issue.code === 'invalid_key' ? issue.issues[0]!.message : issue.message
  const message = lowerFirst(reason.replace(/^Invalid input: /, ''))
  return [{ path, at: issue.code === 'invalid_key' ? 'key' : 'value', message, ...aboutAt(path, schema) }]
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
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
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  description?: string
}

function schemasAt(path: ProblemPath, schema: object): JsonSchema[] {
  let here: JsonSchema[] = [schema]
  for (const step of path) {
    here = here.flatMap(branches).flatMap((schema) => {
      if (typeof step === 'number') return schema.items === undefined ? [] : [schema.items]
      const next = schema.properties?.[step] ?? schema.additionalProperties
      return typeof next === 'object' ? [next] : []
    })
  }
  return here.flatMap(branches)
}

/** Either of several, each described as the choice is. */
function branches(schema: JsonSchema): JsonSchema[] {
  const { anyOf, description } = schema
  if (anyOf === undefined) return [schema]
  return anyOf.map((one) => (description === undefined ? one : { ...one, description }))
}

function keysAt(path: ProblemPath, schema: object): string[] {
  return schemasAt(path, schema).flatMap((schema) => Object.keys(schema.properties ?? {}))
}

function expectedAt(path: ProblemPath, schema: object): string {
  const found = schemasAt(path, schema)
  const types = [...new Set(found.map(formOf))].join(' or ')
  const { fix } = aboutAt(path, schema)
  return fix === undefined ? types : `${types}: ${fix}`
}

function formOf(schema: JsonSchema): string {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  const said = values?.map((value) => JSON.stringify(value)) ?? schema.type ?? 'a value'
  return typeof said === 'string' ? said : said.join(' or ')
}

/** What the schema says a key is for, as the fix of a problem. */
function aboutAt(path: ProblemPath, schema: object): { fix?: string } {
  const about = schemasAt(path, schema).find((schema) => schema.description !== undefined)?.description
  return about === undefined ? {} : { fix: about }
}
