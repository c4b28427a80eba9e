import { type Stats, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { ListedText, TextFile, TextReading } from '../../../ports/index.ts'
import { getErrorCode } from '../../disk/index.ts'
import { formatRawPath, type RawPath, toRawPath } from './listed-path.ts'
import { decodeScrubText, maxNamedFileBytes, readScrubText, readUpTo, tooLargeReading } from './read-text.ts'
import { type ListTracked, walkDirectory } from './walk.ts'

export interface ScrubFilesOptions {
  readonly cwd: string
  /** Larger files in a directory are left out. */
  readonly maxBytes: number
  /** Names that git knows below a directory, as bytes with a NUL behind each; null when there is no repository. */
  tracked(directory: string): Buffer | null
}

export interface ScrubFiles {
  /** Every file that a path stands for, in order. `-` is standard input. */
  list(path: string): Iterable<ListedText>
}

export function openScrubFiles(options: ScrubFilesOptions): ScrubFiles {
  const tracked: ListTracked = (directory) => {
    const path = formatRawPath(directory)
    // A name that is no text cannot be told to another program.
    const listed = toRawPath(path) === directory ? options.tracked(path) : null
    return listed === null ? null : listed.toString('latin1').split('\0').filter(Boolean)
  }
  return {
    *list(path) {
      if (path === '-') yield { kind: 'file', path, named: true, file: heldFile('-', readInput) }
      else if (isDirectory(resolve(options.cwd, path))) yield* listDirectory(path, tracked, options)
      else {
        const file = namedFile(path, options.cwd)
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
  const nameOf = (path: RawPath) => shownFrom(cwd, formatRawPath(path), given)
  for (const met of walkDirectory(toRawPath(resolve(cwd, given)), tracked)) {
    const { path } = met
    const name = nameOf(path)
    const place = { path, name, named: false }
    if (met.kind === 'skipped') yield { kind: 'skipped', ...place, reason: met.reason }
    else if (met.kind === 'unreadable') yield { kind: 'unreadable', ...place, reason: met.reason }
    else if (met.bytes > maxBytes) yield { kind: 'skipped', ...place, reason: 'too large' }
    else {
      const read = () => readScrubText(path, { maxBytes, named: false })
      yield { kind: 'file', path, named: false, file: { name, read } }
    }
  }
}

function namedFile(given: string, cwd: string): TextFile {
  const path = resolve(cwd, given)
  const name = shownFrom(cwd, path, given)
  const read = () => readScrubText(toRawPath(path), { maxBytes: maxNamedFileBytes, named: true })
  return isRegular(path) ? { name, read } : heldFile(name, read)
}

/** A pipe gives its text once. */
function heldFile(name: string, readOnce: () => TextReading): TextFile {
  let held: TextReading | undefined
  return {
    name,
    read() {
      held ??= readOnce()
      return held
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

/** Below the current directory as one would type it; elsewhere as it was given. */
function shownFrom(cwd: string, path: string, given: string): string {
  const below = relative(cwd, path)
  const outside = below === '..' || below.startsWith('../') || isAbsolute(below)
  return outside && isAbsolute(given) ? path : below || '.'
}

function isDirectory(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false
}

function isRegular(path: string): boolean {
  return statOf(path)?.isFile() ?? false
}

/** Why it cannot be looked at is told by whoever reads it. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
