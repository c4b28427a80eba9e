import { lstatSync, type Stats } from 'node:fs'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'
import { isBundleWithKeys } from '../../core/packet/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { OutputChoice, OutputFile } from '../../ports/index.ts'
import { getSegmentsBelow, isBelow, readSmallFile, resolveExistingPart } from '../disk/index.ts'
import { publishInto } from './publish.ts'

export interface OutputOptions {
  /** Of the project. */
  readonly root: string
  /** The pattern that a path is excluded by; null for none. */
  excludedBy(path: readonly string[]): string | null
}

/** A file that somebody named, seen from the project. What a clone has laid as a link does not choose where it goes. */
export function openOutputFile(
  { root, excludedBy }: OutputOptions,
  { file, force, inputs }: OutputChoice,
): OutputFile {
  const path = resolve(root, file)
  const segments = getSegmentsBelow(root, path)
  const name = basename(path)
  if (file.endsWith(sep) || segments?.length === 0 || isThere(path)?.isDirectory()) {
    throw new Refusal('not-writable', `"${file}" is a directory.`, 'Name a file in it.')
  }
  if (segments !== null && !isBelow(resolveExistingPart(root), resolveExistingPart(dirname(path)))) {
    const message = `"${file}" lies behind a link that leads out of the project; nothing was written.`
    throw new Refusal('not-writable', message, 'Name the place itself, as an absolute path.')
  }
  // However somebody got there: it must be found among the documents of the project.
  const real = join(resolveExistingPart(dirname(path)), name)
  const within = getSegmentsBelow(resolveExistingPart(root), real)
  const way = within ?? getSegmentsBelow(parse(real).root, real) ?? [name]
  refuseName(file, way, excludedBy(within === null ? way.slice(-1) : way))
  // What is there would be replaced, not written to: a device must not become a file.
  if (isThere(path)?.isFile() === false) {
    const message = `"${file}" is a link, a pipe, a socket or a device; nothing was written.`
    throw new Refusal('not-writable', message, 'Name a new file, or one that may be overwritten.')
  }
  if (inputs.some((one) => resolveExistingPart(one) === real)) {
    const message = `"${file}" is a file that the bundle is made of; nothing was written.`
    throw new Refusal('not-writable', message, elsewhere)
  }
  return {
    within: within?.join('/') ?? null,
    write(text) {
      if (!force) refuseOther(file, path, text)
      publishInto(dirname(path), { [name]: text })
    },
  }
}

const elsewhere = 'Choose another place for the bundle.'
/** What git and this program keep for themselves. */
const kept: ReadonlySet<string> = new Set(['.git', '.foreword'])

/** Outside of the project the way there is the user's own, and only the last name counts. */
function refuseName(file: string, way: readonly string[], pattern: string | null): void {
  const home = way.find((one) => kept.has(one.toLowerCase()))
  if (home !== undefined) {
    const message = `"${file}" lies in ${home}, where nobody else may write; nothing was written.`
    throw new Refusal('not-writable', message, elsewhere)
  }
  if (pattern !== null) {
    const message = `"${file}" has a name of files that hold secrets ("${pattern}"); nothing was written.`
    throw new Refusal('not-writable', message, 'Choose another name for the bundle.')
  }
}

const maxBundleBytes = 64 * 1024 * 1024

/** Only a bundle may be lost by writing the next one. */
function refuseOther(file: string, path: string, text: string): void {
  if (isThere(path) === undefined) return
  const there = readSmallFile(path, maxBundleBytes)
  if (there !== null && isBundleWithKeys(there, Object.keys(JSON.parse(text)))) return
  const message = `"${file}" is there already and is no bundle of this kind; nothing was written.`
  throw new Refusal('not-writable', message, 'Name a new file, or overwrite this one with --force.')
}

function isThere(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A part of the path is a file, or closed to us: writing will say so.
    return undefined
  }
}
