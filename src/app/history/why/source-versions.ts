import type { Account, InjectionBody, ReceiptSection } from '../../../core/receipt/index.ts'
import type { Blame, Hash, History } from '../../../ports/index.ts'
import type { WhyHit } from '../outputs.ts'

/** Where the sources of a packet can still be looked at. */
export interface SourceOrigins {
  /** The project's own directory. */
  readonly directory: string
  /** A source as it is now; null where it cannot be read. */
  read(path: string): { readonly text: string; readonly digest: string } | null
  /** Paths that match a pattern now. */
  list(pattern: string): readonly string[]
  /** Whether a pattern names a path, there or not. */
  matches(pattern: string, path: string): boolean
  /** Null without version control. */
  readonly history: History | null
}

/** The sources of one packet as they were when it was made, as far as that can be told. */
export class PastSources {
  readonly #origins: SourceOrigins
  readonly #commit: string | null
  readonly #hash: Hash
  readonly #committed = new Map<string, string | null>()
  readonly #blames = new Map<string, Blame>()
  readonly #mute = new Set<string>()

  constructor(origins: SourceOrigins, body: Pick<InjectionBody, 'commit'>, hash: Hash) {
    this.#origins = origins
    this.#hash = hash
    // A record may name a commit that is gone: rewritten, or of another clone.
    const known = body.commit !== null && origins.history?.has(origins.directory, body.commit) === true
    this.#commit = known ? body.commit : null
  }

  /** Null when what was read is nowhere any more. */
  asRead(path: string, digest: string): string | null {
    const now = this.#origins.read(path)
    if (now?.digest === digest) return now.text
    const then = this.#at(path)
    return then !== null && this.#hash(then) === digest ? normaliseLineBreaks(then) : null
  }

  /** Whether one of these is where a path would be read from. */
  names(uris: readonly string[], path: string): boolean {
    return uris.some((uri) => this.#origins.matches(getPattern(uri), path))
  }

  /** What lies there now. */
  now(uris: readonly string[]): { path: string; text: string }[] {
    const paths = new Set(uris.flatMap((uri) => this.#origins.list(getPattern(uri))))
    return [...paths].slice(0, maxFiles).flatMap((path) => {
      const read = this.#origins.read(path)
      return read === null ? [] : [{ path, text: read.text }]
    })
  }

  exists(path: string): boolean {
    return this.#origins.read(path) !== null || this.#at(path) !== null
  }

  stateOf(path: string, digest: string): WhyHit['state'] {
    // A named root lies outside of the repository.
    if (this.#commit === null || path.startsWith('@')) return 'unknown'
    const then = this.#at(path)
    return then !== null && this.#hash(then) === digest ? 'committed' : 'uncommitted'
  }

  /** Blame takes its time in a long history: where it gave up once, it is not asked again. */
  blame(path: string, line: number): Blame | null {
    const { history, directory } = this.#origins
    if (this.#commit === null || history === null || this.#mute.has(path)) return null
    const key = `${line} ${path}`
    const known = this.#blames.get(key)
    if (known !== undefined) return known
    const blame = history.blame(directory, this.#commit, { path, line })
    if (blame === null) this.#mute.add(path)
    else this.#blames.set(key, blame)
    return blame
  }

  #at(path: string): string | null {
    const { history, directory } = this.#origins
    if (this.#commit === null || history === null) return null
    const known = this.#committed.get(path)
    if (known !== undefined) return known
    const content = history.at(directory, this.#commit, path)
    this.#committed.set(path, content)
    return content
  }
}

/** Of a section that nobody asked for. */
const maxFiles = 20

function getPattern(uri: string): string {
  return uri.slice(uri.indexOf(':') + 1)
}

/** As sources are read: without byte order mark, every line break the same. */
function normaliseLineBreaks(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

/** Where several files made one line, the receipt says `a.md and 2 more`. */
export function getFirstPath(source: string): string {
  return source.replace(/ and \d+ more$/, '')
}

/** The file that a section's line came from. */
export function findSource(
  section: ReceiptSection | undefined,
  name: string,
): ReceiptSection['sources'][number] | null {
  const { sources = [] } = section ?? {}
  return (
    sources.find(({ path }) => path === name) ??
    sources.find(({ path }) => path === getFirstPath(name)) ??
    null
  )
}

/** Every path that an account speaks of. */
export function listPaths({ sections, left_out, map }: Account): string[] {
  const read = [...sections, ...left_out].flatMap(({ sources }) => sources.map(({ path }) => path))
  return [...new Set([...read, ...map.map(({ source }) => getFirstPath(source))])]
}
