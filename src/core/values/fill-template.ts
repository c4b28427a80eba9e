import { isPlain } from './plain.ts'
import { getValueAt } from './value-at.ts'

type Facts = Readonly<Record<string, unknown>>

/**
 * Fills a JSON template. `"$path.to.fact"` is that fact, null where there is none, `"$path ?? default"` a JSON default instead of null.
 * `{ $each: "$list", $as: … }` is a list with the template filled for each of its entries, whose own facts come first; with `$key` it
 * is an object. Everything else stands for itself.
 */
export function fillTemplate(template: unknown, facts: Facts): unknown {
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, facts))
  if (isPlain(template)) {
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
    const own: Facts = { ...facts, ...(isPlain(entry) ? entry : { value: entry }) }
    return [fillTemplate(template.$key ?? null, own), fillTemplate(template.$as ?? '$value', own)] as const
  })
  if (template.$key === undefined) return filled.map(([, value]) => value)
  return Object.fromEntries(filled.map(([key, value]) => [String(key), value]))
}

function lookUp(facts: Facts, expression: string): unknown {
  const end = expression.indexOf('??')
  const here = getValueAt(facts, (end === -1 ? expression : expression.slice(0, end)).trim())
  if (here !== undefined && here !== null) return here
  return end === -1 ? null : JSON.parse(expression.slice(end + 2))
}

/** A line with `{name}` in it; what has no value is left away. */
export function fillTextTemplate(text: string, facts: Facts): string {
  return text.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const value = getValueAt(facts, name)
    return value === undefined || value === null ? '' : String(value)
  })
}
