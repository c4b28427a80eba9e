/** The header of a generated document. */
export interface GeneratedHeader {
  /** ISO 8601, UTC. */
  readonly generated: string
  readonly source: string
  readonly commit: string
  readonly regenerate: string
}

/** A generated document, parsed. */
export interface GeneratedDocument {
  readonly header: Partial<GeneratedHeader>
  /** Digest of the body as it was generated; null if the header has none. */
  readonly digest: string | null
  /** The text after the header. */
  readonly body: string
}

const keys = { Generated: 'generated', Source: 'source', Commit: 'commit', Regenerate: 'regenerate' } as const

export function formatGeneratedDocument(header: GeneratedHeader, body: string, digest: string): string {
  const lines = Object.entries(keys).map(([name, key]) => `${name}: ${oneLine(header[key])}`)
  return ['<!--', ...lines, `Body: ${digest}`, '-->', body].join('\n')
}

/** Prevents a value from ending the line or the comment. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ').replaceAll('--', '- -')
}

const comment = /^\s*<!--[^\S\n]*\n([\s\S]*?)\n[^\S\n]*-->[^\S\n]*(?:\n|$)/
const hashes = /^\s*((?:#[^\S\n]+[A-Z][a-z]+:[^\n]*(?:\n|$))+)/

/** Null for a document without the header, which a person wrote. Also accepts the published form, with `# ` before each line. */
export function parseGeneratedDocument(written: string): GeneratedDocument | null {
  const text = written.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const match = comment.exec(text) ?? hashes.exec(text)
  if (match === null) return null
  const fields = new Map(match[1]!.split('\n').flatMap(parseField))
  if (!fields.has('Generated')) return null
  const header = Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => (fields.has(name) ? [[key, fields.get(name)]] : [])),
  )
  return { header, digest: fields.get('Body') ?? null, body: text.slice(match[0].length) }
}

function parseField(line: string): [string, string][] {
  const match = /^[\s#]*([A-Z][a-z]+):[^\S\n]*(.*?)\s*$/.exec(line)
  return match === null ? [] : [[match[1]!, match[2]!]]
}
