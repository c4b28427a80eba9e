import { linkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { describeIssue, parseJson, Refusal } from '../../core/values/index.ts'
import {
  makeDirectories,
  makeTemporaryName,
  readSmallFile,
  syncDirectory,
  writeNewFile,
} from '../disk/index.ts'

/** One file of a build that is recorded in the journal: `before` is the digest of the old file, or null. */
export type DecidedChange = z.infer<typeof decidedSchema>

const decidedSchema = z.readonly(
  z.object({ path: z.string(), before: z.string().nullable(), after: z.string() }),
)
const journalSchema = z.object({ changes: z.array(decidedSchema) })
const maxBytes = 256 * 1024 * 1024

/** Null if the journal does not exist. */
export function readBuildJournal(file: string): readonly DecidedChange[] | null {
  const text = readSmallFile(file, maxBytes)
  if (text === null) return null
  const { data, error } = journalSchema.safeParse(parseJson(text))
  if (error === undefined) return data.changes
  throw new Refusal(
    'not-readable',
    `${file} is not a build journal: ${describeIssue(error)}.`,
    'Delete it and build again.',
  )
}

/** Commits the build: the journal holds all of it, and exists completely or not at all. */
export function writeBuildJournal(file: string, changes: readonly DecidedChange[]): void {
  makeDirectories(dirname(file))
  const aside = join(dirname(file), makeTemporaryName(basename(file)))
  writeNewFile(aside, JSON.stringify({ changes }))
  try {
    // Unlike a rename, a link never replaces another journal.
    linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
  syncDirectory(dirname(file))
}

export function removeBuildJournal(file: string): void {
  rmSync(file, { force: true })
  syncDirectory(dirname(file))
}
