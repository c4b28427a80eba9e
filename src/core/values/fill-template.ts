import { isPlainObject } from './plain-object.ts'
import { getValueAt } from './value-at.ts'

type Facts = Readonly<Record<string, unknown>>

/**
 * Fills a JSON template. `"$path.to.fact"` becomes that fact, or null if it is missing; `"$path ?? default"` gives a JSON default
 * instead of null. `{ $each: "$list", $as: … }` becomes a list: `$as` is filled for each entry, and the entry's own facts override
 * the others. With `$key` it becomes an object. All other values stay as they are.
 */
export function fillTemplate(template: unknown, facts: Facts): unknown {
  if (Array.isArray(template)) return template.map((element) => fillTemplate(element, facts))
  if (isPlainObject(template)) {
    if (Object.hasOwn(template, '$each')) return fillEach(template, facts)
    return Object.fromEntries(Object.keys(template).map((key) => [key, fillTemplate(template[key], facts)]))
  }
  return typeof template === 'string' && template.startsWith('$')
    ? lookUp(facts, template.slice(1))
    : template
}

function fillEach(template: Facts, facts: Facts): unknown {
  const list = fillTemplate(template.$each, facts)
  const entries = Array.isArray(list) ? list : []
  const filled = entries.map((entry) => {
    const own: Facts = { ...facts, ...(isPlainObject(entry) ? entry : { value: entry }) }
    return [fillTemplate(template.$key ?? null, own), fillTemplate(template.$as ?? '$value', own)] as const
  })
  if (template.$key === undefined) return filled.map(([, value]) => value)
  return Object.fromEntries(filled.map(([key, value]) => [String(key), value]))
}

function lookUp(facts: Facts, expression: string): unknown {
  const end = expression.indexOf('??')
  const value = getValueAt(facts, (end === -1 ? expression : expression.slice(0, end)).trim())
  if (value !== undefined && value !== null) return value
  return end === -1 ? null : JSON.parse(expression.slice(end + 2))
}

/** Fills `{name}` in a line. A name without a value becomes an empty text. */
export function fillTextTemplate(text: string, facts: Facts): string {
  return text.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const value = getValueAt(facts, name)
    return value === undefined || value === null ? '' : String(value)
  })
}
