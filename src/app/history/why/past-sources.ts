import type { Account, InjectionBody, ReceiptSection } from '../../../core/receipt/index.ts'
import type { Blame, CommitHistory, Hash } from '../../../ports/index.ts'
import type { WhyHit } from './why-output.ts'

/** Access to the sources of a packet, now and in version control. */
export interface SourceOrigins {
  /** Directory of the project. */
  readonly directory: string
  /** Reads a source as it is now; null if it cannot be read. */
  read(path: string): { readonly text: string; readonly digest: string } | null
  /** Lists the paths that match a pattern now. */
  list(pattern: string): readonly string[]
  /** Whether a pattern matches a path, even if the file does not exist. */
  matches(pattern: string, path: string): boolean
  /** Null without version control. */
  readonly history: CommitHistory | null
}

/** The sources of one packet as they were when it was compiled, if they can still be found. */
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
    // A receipt may name a commit that does not exist here: it was rewritten, or is in another clone.
    const known = body.commit !== null && origins.history?.has(origins.directory, body.commit) === true
    this.#commit = known ? body.commit : null
  }

  /** Returns the text with this digest; null if it no longer exists. */
  asRead(path: string, digest: string): string | null {
    const now = this.#origins.read(path)
    if (now?.digest === digest) return now.text
    const then = this.#at(path)
    return then !== null && this.#hash(then) === digest ? normaliseLineBreaks(then) : null
  }

  /** Whether one of these sources reads a path. */
  names(uris: readonly string[], path: string): boolean {
    return uris.some((uri) => this.#origins.matches(getPattern(uri), path))
  }

  /** Reads the present content of sources. */
  now(uris: readonly string[]): { path: string; text: string }[] {
    const paths = new Set(uris.flatMap((uri) => this.#origins.list(getPattern(uri))))
    return [...paths].slice(0, maxFiles).flatMap((path) => {
      const read = this.#origins.read(path)
      return read === null ? [] : [{ path, text: read.text }]
    })
  }

  /** The text at the commit of the packet; the present one if the file was not committed. */
  textOf(path: string): string | null {
    const text = this.#at(path) ?? this.#origins.read(path)?.text ?? null
    return text === null ? null : normaliseLineBreaks(text)
  }

  exists(path: string): boolean {
    return this.#origins.read(path) !== null || this.#at(path) !== null
  }

  stateOf(path: string, digest: string): WhyHit['state'] {
    // A named root is outside the repository.
    if (this.#commit === null || path.startsWith('@')) return 'unknown'
    const then = this.#at(path)
    return then !== null && this.#hash(then) === digest ? 'committed' : 'uncommitted'
  }

  /** Blame is slow in a long history, so a path for which it failed is not tried again. */
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

/** The most files that are read for a section that was not requested. */
const maxFiles = 20

function getPattern(uri: string): string {
  return uri.slice(uri.indexOf(':') + 1)
}

/** Normalises a text in the way that sources are read: no byte order mark, every line break `\n`. */
function normaliseLineBreaks(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

/** Returns the first path: if several files made one line, the receipt says `a.md and 2 more`. */
export function getFirstPath(source: string): string {
  return source.replace(/ and \d+ more$/, '')
}

/** Finds the file that a line of a section came from. */
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

/** Lists every path in an account. */
export function listPaths({ sections, left_out, map }: Account): string[] {
  const read = [...sections, ...left_out].flatMap(({ sources }) => sources.map(({ path }) => path))
  return [...new Set([...read, ...map.map(({ source }) => getFirstPath(source))])]
}
