import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { isAscii } from '../../core/values/index.ts'
import { getErrorCode, isBelow } from '../disk/index.ts'

const maxBytes = 256 * 1024
// Windows has neither flag: a Windows folder cannot contain a FIFO, and a link shows only in the real path.
const detectsLinks = constants.O_NOFOLLOW !== undefined
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** A directory in which settings files are searched. */
export interface EnvLocation {
  readonly directory: string
  /** Links may lead to any path below these directories. */
  readonly bounds: readonly string[]
  /** For file versions: relative to the root, or absolute outside of it. */
  place(name: string): string
  /** For people: never reveals the path of the project on this machine. */
  shown(name: string): string
}

export function openEnvLocation(root: string, directory: string): EnvLocation {
  const from = resolve(root)
  const here = resolve(directory)
  const inside = isBelow(from, here)
  const path = (name: string) => join(relative(from, here), name).split(sep).join('/')
  return {
    directory: here,
    bounds: [from, here],
    place: (name) => (inside ? path(name) : join(here, name)),
    shown: (name) => escapeName(inside ? path(name) : `${name === '' ? '.' : name} (working directory)`),
  }
}

export type EnvSettings =
  | { readonly state: 'absent' }
  | { readonly state: 'trouble'; readonly message: string }
  | { readonly state: 'read'; readonly text: string }

export function listEnvNames({ directory }: EnvLocation): string[] | { readonly message: string } {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isMissing(errorCode(error))) return []
    return { message: `The directory cannot be listed (${errorCode(error)}): its files were not read.` }
  }
}

/** Cannot hang, and reads only a small regular file. */
export function readEnvSettings(location: EnvLocation, name: string): EnvSettings {
  try {
    const file = openContained(location, name)
    if (typeof file !== 'number') return file
    try {
      return readContents(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = errorCode(error)
    if (isMissing(code)) return { state: 'absent' }
    if (code === 'ENXIO' || code === 'ENODEV' || code === 'EOPNOTSUPP') return notAFile
    return trouble(`It cannot be read (${code}): its values are unknown and not redacted.`)
  }
}

function openContained(location: EnvLocation, name: string): number | EnvSettings {
  const path = join(location.directory, name)
  try {
    if (detectsLinks) return openSync(path, flags)
  } catch (error) {
    // Systems report different errors for a link that is not followed, so check the real path.
    if (isMissing(errorCode(error))) throw error
  }
  const real = realpathSync.native(path)
  const contained = location.bounds.some((bound) => isBelow(realpathSync.native(bound), real))
  return contained
    ? openSync(real, flags)
    : trouble('It is a link that leads out of the project; it was not followed.')
}

function readContents(file: number): EnvSettings {
  const stat = fstatSync(file)
  if (!stat.isFile()) return notAFile
  // Reads one byte more than allowed, because a file can grow after its size was read.
  const buffer = Buffer.alloc(Math.min(stat.size, maxBytes) + 1)
  let length = 0
  while (length < buffer.length) {
    const more = readSync(file, buffer, length, buffer.length - length, null)
    if (more === 0) break
    length += more
  }
  if (stat.size > maxBytes || length > maxBytes) {
    return trouble(`It is larger than ${maxBytes / 1024} KB: its values are unknown and not redacted.`)
  }
  return { state: 'read', text: buffer.toString(isUtf16(buffer) ? 'utf16le' : 'utf8', 0, length) }
}

/** PowerShell redirections write UTF-16. */
function isUtf16(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xfe
}

const notAFile = trouble('It is not a regular file; it was not read.')

function trouble(message: string): EnvSettings & { state: 'trouble' } {
  return { state: 'trouble', message }
}

function isMissing(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Returns the code of a system error. Rethrows any other error, because it is a bug. */
function errorCode(error: unknown): string {
  const code = getErrorCode(error)
  if (code === undefined) throw error
  return code
}

/** Escapes control characters, which could control a terminal. */
function escapeName(name: string): string {
  if (isAscii(name)) return name
  return name.replace(/[\p{C}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`)
}
