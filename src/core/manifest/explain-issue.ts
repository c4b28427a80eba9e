import type { z } from 'zod'
import { suggestNearest } from './nearest-name.ts'
import type { ManifestProblem, ProblemPath } from './problem.ts'

type Issue = z.core.$ZodIssue

/** Rewrites an issue of zod as a message with a fix. The schema tells what was expected. */
export function explainIssue(issue: Issue, base: ProblemPath, schema: object): ManifestProblem[] {
  const path = [...base, ...(issue.path as (string | number)[])]
  if (isTypeIssue(issue) && issue.input === undefined) {
    return [
      {
        path,
        at: 'key',
        message: `missing key "${path.at(-1)}"`,
        fix: `add it: ${describeExpected(path, schema)}`,
      },
    ]
  }
  if (issue.code === 'unrecognized_keys') {
    const allowed = listKeys(path, schema)
    return issue.keys.map((key) => {
      const message = `unknown key "${key}"${suggestNearest(key, allowed)}`
      return { path: [...path, key], at: 'key', message, fix: `allowed here: ${allowed.join(', ')}` }
    })
  }
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.filter(
      (issues) => !issues.some((inner) => inner.path.length === 0 && isTypeIssue(inner)),
    )
    const closest = branches.sort((a, b) => a.length - b.length)[0]
    if (closest !== undefined) return closest.flatMap((inner) => explainIssue(inner, path, schema))
    return [{ path, at: 'value', message: `expected ${describeExpected(path, schema)}` }]
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => JSON.stringify(value)).join(' or ')
    const { input } = issue
    const hint =
      typeof input === 'number'
        ? `, not ${input}`
        : suggestNearest(String(input), issue.values.filter(isText))
    const message = `expected ${values}${hint}`
    return [{ path, at: 'value', message, ...describeKey(path, schema) }]
  }
  const reason = issue.code === 'invalid_key' ? issue.issues[0]!.message : issue.message
  const message = lowerFirst(reason.replace(/^Invalid input: /, ''))
  return [{ path, at: issue.code === 'invalid_key' ? 'key' : 'value', message, ...describeKey(path, schema) }]
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

function findSchemas(path: ProblemPath, schema: object): JsonSchema[] {
  let current: JsonSchema[] = [schema]
  for (const step of path) {
    current = current.flatMap(listBranches).flatMap((schema) => {
      if (typeof step === 'number') return schema.items === undefined ? [] : [schema.items]
      const next = schema.properties?.[step] ?? schema.additionalProperties
      return typeof next === 'object' ? [next] : []
    })
  }
  return current.flatMap(listBranches)
}

/** Lists the alternatives of a schema. Each gets the description of the whole. */
function listBranches(schema: JsonSchema): JsonSchema[] {
  const { anyOf, description } = schema
  if (anyOf === undefined) return [schema]
  return anyOf.map((branch) => (description === undefined ? branch : { ...branch, description }))
}

function listKeys(path: ProblemPath, schema: object): string[] {
  return findSchemas(path, schema).flatMap((schema) => Object.keys(schema.properties ?? {}))
}

function describeExpected(path: ProblemPath, schema: object): string {
  const found = findSchemas(path, schema)
  const types = [...new Set(found.map(describeForm))].join(' or ')
  const { fix } = describeKey(path, schema)
  return fix === undefined ? types : `${types}: ${fix}`
}

function describeForm(schema: JsonSchema): string {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  const forms = values?.map((value) => JSON.stringify(value)) ?? schema.type ?? 'a value'
  return typeof forms === 'string' ? forms : forms.join(' or ')
}

/** Returns the description of a key as the fix of a problem. */
function describeKey(path: ProblemPath, schema: object): { fix?: string } {
  const about = findSchemas(path, schema).find((schema) => schema.description !== undefined)?.description
  return about === undefined ? {} : { fix: about }
}
