/** One file that a manifest is made of. */
export interface CanonicalLayer {
  /** From the root of the project; `preset:name` for one that ships with the program. */
  readonly name: string
  /** What the file says; null for what ships with the program, which counts by its name. */
  readonly data: unknown
}

/** A build writes these, and they decide nothing. */
const volatile: ReadonlySet<string> = new Set(['generated_at', 'source_commit'])

/** The language gives a meaning to the order of the keys of these: packet order, first match, first stage to last, who is given to first, what is tried first. */
const ordered: ReadonlySet<string> = new Set(['sections', 'intents', 'values', 'tiers', 'steps'])

/** The same text for the same content, whatever comments, quotes and key order; one value a line, so that a person can compare two. */
export function formatCanonicalManifest(layers: readonly CanonicalLayer[]): string {
  const texts = layers.map(({ name, data }) => {
    const lines = data === null ? [] : [`${written(withoutVolatile(data), '', '')}\n`]
    return [`${JSON.stringify(name)}\n`, ...lines].join('')
  })
  return texts.join('')
}

function withoutVolatile(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).filter(([key]) => !volatile.has(key)))
}

/** Written out here: an object that is put together anew loses a key called `__proto__`. */
function written(value: unknown, key: string, indent: string): string {
  if (Array.isArray(value))
    return block(
      '[]',
      value.map((one) => written(one, '', `${indent}  `)),
      indent,
    )
  if (typeof value === 'object' && value !== null) {
    const entries = pairsOf(value)
    if (!ordered.has(key)) entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    const items = entries.map(
      ([name, one]) => `${JSON.stringify(name)}: ${written(one, name, `${indent}  `)}`,
    )
    return block('{}', items, indent)
  }
  // Beside JSON's own values a YAML file can say .inf and .nan, which JSON would make one.
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** A YAML 1.1 file can bring dates, sets and binaries too; they differ where their own keys, or what they are as numbers, do. */
function pairsOf(value: object): [string, unknown][] {
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
