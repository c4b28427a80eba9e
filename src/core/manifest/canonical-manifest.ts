/** A file of a manifest: the manifest itself, or one that it extends. */
export interface CanonicalLayer {
  /** Path from the root of the project, or `preset:name`. */
  readonly name: string
  /** The parsed file. Null for a preset, which its name identifies. */
  readonly data: unknown
}

/** `knowledge build` writes these keys, and they have no effect. */
const volatile: ReadonlySet<string> = new Set(['generated_at', 'source_commit'])

/** Objects whose key order has a meaning: packet order, first match, first to last stage, first tier served, first step tried. */
const ordered: ReadonlySet<string> = new Set(['sections', 'intents', 'values', 'tiers', 'steps'])

/** Returns the same text for the same content, whatever its comments, quotes and key order. One value per line, so that people can diff it. */
export function formatCanonicalManifest(layers: readonly CanonicalLayer[]): string {
  const texts = layers.map(({ name, data }) => {
    const lines = data === null ? [] : [`${formatValue(dropVolatile(data), '', '')}\n`]
    return [`${JSON.stringify(name)}\n`, ...lines].join('')
  })
  return texts.join('')
}

/** The same for a part of a manifest. */
export function formatCanonicalValue(value: unknown): string {
  return formatValue(value, '', '')
}

function dropVolatile(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).filter(([key]) => !volatile.has(key)))
}

/** Hand-written because rebuilding an object with sorted keys would lose a key called `__proto__`. */
function formatValue(value: unknown, key: string, indent: string): string {
  if (Array.isArray(value))
    return block(
      '[]',
      value.map((element) => formatValue(element, '', `${indent}  `)),
      indent,
    )
  if (typeof value === 'object' && value !== null) {
    const entries = listPairs(value)
    if (!ordered.has(key)) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    const items = entries.map(
      ([name, member]) => `${JSON.stringify(name)}: ${formatValue(member, name, `${indent}  `)}`,
    )
    return block('{}', items, indent)
  }
  // YAML also has .inf and .nan. JSON.stringify would write null for both.
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** YAML 1.1 also has dates, sets and binaries. These compare by their elements or by their numeric value. */
function listPairs(value: object): [string, unknown][] {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return Object.entries(value)
  const inside: unknown = Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Number(value)
  return [[Object.prototype.toString.call(value), inside]]
}

function block(brackets: '[]' | '{}', items: readonly string[], indent: string): string {
  if (items.length === 0) return brackets
  const lines = items.map((item) => `${indent}  ${item}`)
  return `${brackets[0]}\n${lines.join(',\n')}\n${indent}${brackets[1]}`
}
