import { lstatSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
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
  if (file.endsWith(sep) || segments?.length === 0 || isThere(path)?.isDirectory()) {
    throw new Refusal('not-writable', `"${file}" is a directory.`, 'Name a file in it.')
  }
  if (segments !== null && !isBelow(realPathSoFar(root), realPathSoFar(dirname(path)))) {
    const message = `"${file}" lies behind a link that leads out of the project; nothing was written.`
    throw new Refusal('not-writable', message, 'Name the place itself, as an absolute path.')
  }
  // What is there would be replaced, not written to: a device must not become a file.
  if (isThere(path)?.isFile() === false) {
    const message = `"${file}" is a link, a pipe, a socket or a device; nothing was written.`
    throw new Refusal('not-writable', message, 'Name a new file, or one that may be overwritten.')
  }
  return {
    // However somebody got there: it must be found among the documents of the project.
    within: segmentsBelow(realPathSoFar(root), join(realPathSoFar(dirname(path)), name))?.join('/') ?? null,
    write: (text) => publishInto(dirname(path), { [name]: text }),
  }
}

function isThere(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A part of the path is a file, or closed to us: writing will say so.
    return undefined
  }
}
