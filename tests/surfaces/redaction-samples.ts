// Secrets that are generated at run time, and a search for any trace of them.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inflateSync } from 'node:zlib'
import { tokenFormats } from '../../src/core/redact/index.ts'
import { createGenerator, makeSample } from '../../src/core/redact/tokens/sample.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const alphabet = `${lower}${lower.toUpperCase()}0123456789`

/** Letters and digits that look random and depend only on the seed. */
export function drawn(seed: number, length = 24): string {
  const random = createGenerator(seed * 7919)
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
}

export interface Canary {
  readonly name: string
  /** The secret as a person would write it down. */
  readonly line: string
  /** The value that must not appear. */
  readonly value: string
}

const canary = (name: string, value: string, write = (secret: string) => secret): Canary => ({
  name,
  value,
  line: write(value),
})

/** Puts a value after a name if its format alone does not always reveal it. */
function written({ shape, sure }: (typeof tokenFormats)[number]): (token: string) => string {
  const needsName = sure === false || shape.includes('base64')
  return (token) => (needsName ? `token: "${token}"` : token)
}

/** One secret of every third known format, and some that only their context reveals. */
export function canaries(): Canary[] {
  const formats = tokenFormats
    .filter((_, i) => i % 3 === 0)
    .map((format, i) => canary(format.id, makeSample(format, i + 1), written(format)))
  const named = ['password', 'api_key', 'client_secret', 'SESSION_TOKEN'].map((name, i) =>
    canary(name, drawn(900 + i), (secret) => `${name}: "${secret}"`),
  )
  const body = Array.from({ length: 6 }, (_, i) => drawn(950 + i, 64))
  const label = 'RSA PRIVATE KEY'
  const key = (lines: readonly string[]) =>
    `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----`
  return [
    ...formats,
    ...named,
    canary('url', drawn(990, 18), (secret) => `postgres://shop:${secret}@db.internal:5432/shop`),
    canary('header', drawn(991, 40), (secret) => `Authorization: Bearer ${secret}`),
    ...body.map((line, i) => canary(`key line ${i}`, line, () => (i === 0 ? key(body) : ''))),
  ]
}

/** Spellings of a value, and parts that a cut may leave. */
function tracesOf({ name, value }: Canary): string[] {
  const runs = value.match(/[A-Za-z0-9]{16,}/g)?.toSorted((a, b) => b.length - a.length) ?? []
  const shape = tokenFormats.find((format) => format.id === name)?.shape ?? ''
  const pieces = runs.slice(0, 1).flatMap((run) => {
    const middle = run.length >> 1
    return [run.slice(-12), run.slice(middle - 6, middle + 6)]
  })
  return [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    createHash('sha256').update(value).digest('hex'),
    ...pieces.filter((piece) => !shape.includes(piece)),
  ]
}

/** All secrets that a text reveals, by name. */
export function tracesIn(text: string, secrets: readonly Canary[]): string[] {
  return secrets
    .filter((canary) => tracesOf(canary).some((trace) => text.includes(trace)))
    .map(({ name }) => name)
}

/** Every byte of every file below a directory, including compressed texts of a store, and the file names. */
export function everythingIn(directory: string): Map<string, string> {
  const all = new Map<string, string>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    all.set(file, `${file}\n${entry.isFile() ? contentOf(file) : ''}`)
  }
  return all
}

function contentOf(file: string): string {
  const raw = readFileSync(file, 'latin1')
  return file.endsWith('.db') ? raw + blobsOf(file) : raw
}

function blobsOf(file: string): string {
  const store = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = store.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    return tables
      .map(({ name }) => JSON.stringify(store.prepare(`SELECT * FROM "${name}"`).all(), unpacked))
      .join('\n')
  } finally {
    store.close()
  }
}

function unpacked(_: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  try {
    return inflateSync(value).toString('latin1')
  } catch {
    return Buffer.from(value).toString('latin1')
  }
}
