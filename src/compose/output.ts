import { basename, dirname, resolve, sep } from 'node:path'
import { isBelow, realPathSoFar, segmentsBelow } from '../adapters/disk/index.ts'
import { publishInto } from '../adapters/runs/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Project } from '../ports/index.ts'
import type { Output } from '../surfaces/cli/index.ts'

/** A file that somebody named, seen from the project. What a clone has laid as a link does not choose where it goes. */
export function outputIn({ root }: Project, file: string): Output {
  const path = resolve(root, file)
  const segments = segmentsBelow(root, path)
  const name = basename(path)
  if (file.endsWith(sep) || segments?.length === 0) {
    throw new Refusal('not-writable', `"${file}" is a directory.`, 'Name a file in it.')
  }
  if (segments !== null && !isBelow(realPathSoFar(root), realPathSoFar(dirname(path)))) {
    const message = `"${file}" lies behind a link that leads out of the project; nothing was written.`
    throw new Refusal('not-writable', message, 'Name the place itself, as an absolute path.')
  }
  return {
    within: segments === null ? null : segments.join('/'),
    write: (text) => publishInto(dirname(path), { [name]: text }),
  }
}
