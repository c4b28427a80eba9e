import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnowledgeTarget } from '../../ports/index.ts'
import { getErrorCode } from '../disk/index.ts'

const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const maxBytes = 64 * 1024 * 1024

/** Reads the file at a path below the root and follows no link. */
export function inspectTarget(root: string, path: string): KnowledgeTarget {
  try {
    const obstacle = findObstacle(root, path)
    if (obstacle !== null) return { state: 'unfit', detail: obstacle }
    return { state: 'file', text: readText(join(root, path)) }
  } catch (error) {
    const code = getErrorCode(error)
    if (code === 'ENOENT') return { state: 'absent' }
    if (code === undefined && !(error instanceof Unfit)) throw error
    const why = error instanceof Unfit ? error.message : `cannot be read (${code})`
    return { state: 'unfit', detail: `${path} ${why}` }
  }
}

class Unfit extends Error {}

/** Every existing part of the path must be a directory; missing directories are created later. */
function findObstacle(root: string, path: string): string | null {
  const steps = path.split('/')
  for (const i of steps.keys()) {
    const part = steps.slice(0, i + 1).join('/')
    const stat = lstatSync(join(root, part), { throwIfNoEntry: false })
    if (stat === undefined) return null
    if (stat.isSymbolicLink()) return `${part} is a link; foreword does not write through links`
    const isEnd = i === steps.length - 1
    if (isEnd ? !stat.isFile() : !stat.isDirectory())
      return `${part} is not a ${isEnd ? 'file' : 'directory'}`
  }
  return null
}

function readText(file: string): string {
  const handle = openSync(file, flags)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new Unfit('is not a regular file')
    if (stat.size > maxBytes) throw new Unfit('is larger than 64 MB')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(handle))
  } catch (error) {
    throw error instanceof TypeError ? new Unfit('is not UTF-8 text') : error
  } finally {
    closeSync(handle)
  }
}
