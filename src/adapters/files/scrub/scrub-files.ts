import { type Stats, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { ListedText, TextFile, TextReading } from '../../../ports/index.ts'
import { getErrorCode } from '../../disk/index.ts'
import { formatRawPath, type RawPath, toRawPath } from './raw-path.ts'
import {
  decodeScrubText,
  maxNamedFileBytes,
  readScrubText,
  readUpTo,
  tooLargeReading,
} from './read-scrub-text.ts'
import { type ListTracked, walkDirectory } from './walk.ts'

export interface ScrubFilesOptions {
  readonly cwd: string
  /** Larger files in a directory are skipped. */
  readonly maxBytes: number
  /** Returns the names that git knows below a directory, each followed by NUL; null outside of a repository. */
  tracked(directory: string): Buffer | null
}

export interface ScrubFiles {
  /** Yields every file that a path denotes, in order. `-` is standard input. */
  list(path: string): Iterable<ListedText>
}

export function openScrubFiles(options: ScrubFilesOptions): ScrubFiles {
  const tracked: ListTracked = (directory) => {
    const path = formatRawPath(directory)
    // Only a valid text can be passed to another program.
    const listed = toRawPath(path) === directory ? options.tracked(path) : null
    return listed === null ? null : listed.toString('latin1').split('\0').filter(Boolean)
  }
  return {
    *list(path) {
      if (path === '-') yield { kind: 'file', path, named: true, file: readOnceFile('-', readInput) }
      else if (isDirectory(resolve(options.cwd, path))) yield* listDirectory(path, tracked, options)
      else {
        const file = openNamedFile(path, options.cwd)
        yield { kind: 'file', path: toRawPath(resolve(options.cwd, path)), named: true, file }
      }
    },
  }
}

function* listDirectory(
  given: string,
  tracked: ListTracked,
  { cwd, maxBytes }: ScrubFilesOptions,
): Generator<ListedText> {
  const getName = (path: RawPath) => showPath(cwd, formatRawPath(path), given)
  for (const entry of walkDirectory(toRawPath(resolve(cwd, given)), tracked)) {
    const { path } = entry
    const name = getName(path)
    const place = { path, name, named: false }
    if (entry.kind === 'skipped') yield { kind: 'skipped', ...place, reason: entry.reason }
    else if (entry.kind === 'unreadable') yield { kind: 'unreadable', ...place, reason: entry.reason }
    else if (entry.bytes > maxBytes) yield { kind: 'skipped', ...place, reason: 'too large' }
    else {
      const read = () => readScrubText(path, { maxBytes, named: false })
      yield { kind: 'file', path, named: false, file: { name, read } }
    }
  }
}

function openNamedFile(given: string, cwd: string): TextFile {
  const path = resolve(cwd, given)
  const name = showPath(cwd, path, given)
  const read = () => readScrubText(toRawPath(path), { maxBytes: maxNamedFileBytes, named: true })
  return isRegular(path) ? { name, read } : readOnceFile(name, read)
}

/** Keeps the text, because a pipe can be read only once. */
function readOnceFile(name: string, read: () => TextReading): TextFile {
  let reading: TextReading | undefined
  return {
    name,
    read() {
      reading ??= read()
      return reading
    },
  }
}

function readInput(): TextReading {
  try {
    const bytes = readUpTo(0, maxNamedFileBytes)
    return bytes === null ? tooLargeReading : decodeScrubText(bytes, true)
  } catch (error) {
    const reason = getErrorCode(error)
    if (reason === undefined) throw error
    return { kind: 'unreadable', reason }
  }
}

/** Shows a path relative to the current directory; a path outside of it as the user gave it. */
function showPath(cwd: string, path: string, given: string): string {
  const below = relative(cwd, path)
  const outside = below === '..' || below.startsWith('../') || isAbsolute(below)
  return outside && isAbsolute(given) ? path : below || '.'
}

function isDirectory(path: string): boolean {
  return readStat(path)?.isDirectory() ?? false
}

function isRegular(path: string): boolean {
  return readStat(path)?.isFile() ?? false
}

/** Undefined on errors: reading the file reports them. */
function readStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
