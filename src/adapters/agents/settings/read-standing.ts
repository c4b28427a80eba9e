import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsPlace } from '../../../ports/index.ts'
import { getErrorCode } from '../../disk/index.ts'

const maxBytes = 1024 * 1024

export interface SettingsContent {
  readonly bytes: Buffer
  readonly text: string
  readonly stat: Stats
}

/** Where the bytes lie that a path leads to: a link stays a link. */
export function resolveSettingsFile({ file, base, contained }: SettingsPlace): string {
  const real = follow(file)
  const root = contained ? follow(base) : null
  if (root === null || real.startsWith(root.endsWith(sep) ? root : root + sep)) return real
  throw refused(file, 'it is a link that leads out of the project, or lies behind one')
}

function follow(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw unreadable(path, error)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw refused(path, 'it is a link that leads nowhere')
    const above = dirname(path)
    return above === path ? path : join(follow(above), basename(path))
  }
}

/** Null where there is nothing. */
export function readSettingsContent(file: string): SettingsContent | null {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(handle)
      if (!stat.isFile()) throw refused(file, 'it is no regular file')
      if (stat.size > maxBytes) throw refused(file, 'it is larger than 1 MB')
      const bytes = readFileSync(handle)
      return { bytes, text: textOf(file, bytes), stat }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw unreadable(file, error)
  }
}

function textOf(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refused(file, 'it is not UTF-8 text')
  }
}

function refused(file: string, why: string): Refusal {
  return new Refusal(
    'settings-invalid',
    `${file} was left as it is: ${why}.`,
    'Put that right, then try again.',
  )
}

function unreadable(file: string, error: unknown): unknown {
  const code = getErrorCode(error)
  if (code === undefined) return error
  return new Refusal('not-readable', `Cannot read ${file} (${code}).`)
}
