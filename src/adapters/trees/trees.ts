import { type Stats, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { Listed, TextFile, TextReading } from '../../ports/index.ts'
import { codeOf } from '../disk/index.ts'
import { type RawPath, rawPath, shownPath } from './listed.ts'
import { mostNamed, readText, readUpTo, textOf, tooLarge } from './read.ts'
import { type Tracked, walk } from './walk.ts'

export interface TreeOptions {
  readonly cwd: string
  /** Larger files in a directory are left out. */
  readonly maxBytes: number
  /** Names that git knows below a directory, as bytes with a NUL behind each; null when there is no repository. */
  tracked(directory: string): Buffer | null
}

export interface Trees {
  /** Every file that a path stands for, in order. `-` is standard input. */
  list(path: string): Iterable<Listed>
}

export function openTrees(options: TreeOptions): Trees {
  const tracked: Tracked = (directory) => {
    const path = shownPath(directory)
    // A name that is no text cannot be told to another program.
    const listed = rawPath(path) === directory ? options.tracked(path) : null
    return listed === null ? null : listed.toString('latin1').split('\0').filter(Boolean)
  }
  return {
    *list(path) {
      if (path === '-') yield { kind: 'file', path, named: true, file: heldFile('-', readInput) }
      else if (isDirectory(resolve(options.cwd, path))) yield* listDirectory(path, tracked, options)
      else {
        const file = namedFile(path, options.cwd)
        yield { kind: 'file', path: rawPath(resolve(options.cwd, path)), named: true, file }
      }
    },
  }
}

function* listDirectory(given: string, tracked: Tracked, { cwd, maxBytes }: TreeOptions): Generator<Listed> {
  const nameOf = (path: RawPath) => shownFrom(cwd, shownPath(path), given)
  for (const met of walk(rawPath(resolve(cwd, given)), tracked)) {
    const { path } = met
    const name = nameOf(path)
    const place = { path, name, named: false }
    if (met.kind === 'skipped') yield { kind: 'skipped', ...place, reason: met.reason }
    else if (met.kind === 'unreadable') yield { kind: 'unreadable', ...place, reason: met.reason }
    else if (met.bytes > maxBytes) yield { kind: 'skipped', ...place, reason: 'too large' }
    else {
      const read = () => readText(path, { maxBytes, named: false })
      yield { kind: 'file', path, named: false, file: { name, read } }
    }
  }
}

function namedFile(given: string, cwd: string): TextFile {
  const path = resolve(cwd, given)
  const name = shownFrom(cwd, path, given)
  const read = () => readText(rawPath(path), { maxBytes: mostNamed, named: true })
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
    const bytes = readUpTo(0, mostNamed)
    return bytes === null ? tooLarge : textOf(bytes, true)
  } catch (error) {
    const reason = codeOf(error)
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
