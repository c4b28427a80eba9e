import { lstatSync, type Stats } from 'node:fs'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'
import { isBundleWithKeys } from '../../core/packet/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { OutputChoice, OutputFile } from '../../ports/index.ts'
import { getSegmentsBelow, isBelow, readSmallFile, resolveExistingPart } from '../disk/index.ts'
import { publishInto } from './publish.ts'

export interface OutputOptions {
  /** The root of the project. */
  readonly root: string
  /** The pattern that excludes a path; null if none does. */
  excludedBy(path: readonly string[]): string | null
}

/**
 * Opens an output file that the user named, relative to the project. A link that came with a clone must not decide where the
 * file goes.
 */
export function openOutputFile(
  { root, excludedBy }: OutputOptions,
  { file, force, inputs }: OutputChoice,
): OutputFile {
  const path = resolve(root, file)
  const segments = getSegmentsBelow(root, path)
  const name = basename(path)
  if (file.endsWith(sep) || segments?.length === 0 || readStat(path)?.isDirectory()) {
    throw new Refusal('not-writable', `"${file}" is a directory.`, 'Name a file in it.')
  }
  if (segments !== null && !isBelow(resolveExistingPart(root), resolveExistingPart(dirname(path)))) {
    const message = `"${file}" is behind a link that leads out of the project; nothing was written.`
    throw new Refusal('not-writable', message, 'Give the absolute path of the target instead.')
  }
  // Uses the real path, to recognise documents of the project by any path.
  const real = join(resolveExistingPart(dirname(path)), name)
  const within = getSegmentsBelow(resolveExistingPart(root), real)
  const checkedSegments = within ?? getSegmentsBelow(parse(real).root, real) ?? [name]
  refuseName(file, checkedSegments, excludedBy(within === null ? checkedSegments.slice(-1) : checkedSegments))
  // The file is replaced, not written to. A device must not become a regular file.
  if (readStat(path)?.isFile() === false) {
    const message = `"${file}" is a link, a pipe, a socket or a device; nothing was written.`
    throw new Refusal('not-writable', message, 'Name a new file, or one that may be overwritten.')
  }
  if (inputs.some((input) => resolveExistingPart(input) === real)) {
    const message = `"${file}" is a file that the bundle is made of; nothing was written.`
    throw new Refusal('not-writable', message, chooseAnotherPath)
  }
  return {
    within: within?.join('/') ?? null,
    write(text) {
      if (!force) refuseOther(file, path, text)
      publishInto(dirname(path), { [name]: text })
    },
  }
}

const chooseAnotherPath = 'Choose another path for the bundle.'
/** Directories of git and of foreword. */
const reservedNames: ReadonlySet<string> = new Set(['.git', '.foreword'])

/** Outside of the project the user chose the directories, so only the last name is checked. */
function refuseName(file: string, segments: readonly string[], pattern: string | null): void {
  const reserved = segments.find((segment) => reservedNames.has(segment.toLowerCase()))
  if (reserved !== undefined) {
    const message = `"${file}" is in ${reserved}, which only git and foreword write to; nothing was written.`
    throw new Refusal('not-writable', message, chooseAnotherPath)
  }
  if (pattern !== null) {
    const message = `"${file}" matches a pattern for files with secrets ("${pattern}"); nothing was written.`
    throw new Refusal('not-writable', message, 'Choose another name for the bundle.')
  }
}

const maxBundleBytes = 64 * 1024 * 1024

/** Only a bundle may be overwritten without --force. */
function refuseOther(file: string, path: string, text: string): void {
  if (readStat(path) === undefined) return
  const existing = readSmallFile(path, maxBundleBytes)
  if (existing !== null && isBundleWithKeys(existing, Object.keys(JSON.parse(text)))) return
  const message = `"${file}" exists and is not a bundle of this kind; nothing was written.`
  throw new Refusal('not-writable', message, 'Name a new file, or overwrite this one with --force.')
}

function readStat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A part of the path is a file, or not accessible. Writing reports it.
    return undefined
  }
}
