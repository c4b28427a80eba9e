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

/** Returns the real path of a settings file, so that writing to it keeps links as links. */
export function resolveSettingsFile({ file, base, contained }: SettingsPlace): string {
  const real = followLinks(file)
  const root = contained ? followLinks(base) : null
  if (root === null || real.startsWith(root.endsWith(sep) ? root : root + sep)) return real
  throw makeRefusal(file, 'it is a link that leads out of the project, or it is below such a link')
}

function followLinks(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw toReadRefusal(path, error)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw makeRefusal(path, 'it is a link to a file that does not exist')
    const above = dirname(path)
    return above === path ? path : join(followLinks(above), basename(path))
  }
}

/** Null if the file does not exist. */
export function readSettingsContent(file: string): SettingsContent | null {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(handle)
      if (!stat.isFile()) throw makeRefusal(file, 'it is not a regular file')
      if (stat.size > maxBytes) throw makeRefusal(file, 'it is larger than 1 MB')
      const bytes = readFileSync(handle)
      return { bytes, text: decodeText(file, bytes), stat }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw toReadRefusal(file, error)
  }
}

function decodeText(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw makeRefusal(file, 'it is not UTF-8 text')
  }
}

function makeRefusal(file: string, why: string): Refusal {
  return new Refusal(
    'settings-invalid',
    `${file} was left as it is: ${why}.`,
    'Correct the file, then run the command again.',
  )
}

function toReadRefusal(file: string, error: unknown): unknown {
  const code = getErrorCode(error)
  if (code === undefined) return error
  return new Refusal('not-readable', `Cannot read ${file} (${code}).`)
}
