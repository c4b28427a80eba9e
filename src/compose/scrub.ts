import { resolve } from 'node:path'
import { openFiles, openScrubFiles } from '../adapters/files/index.ts'
import { openTracked } from '../adapters/git/tracked.ts'
import { makeKeyedFingerprint, makeSalt, readBaseline, writeBaseline } from '../adapters/secrets/index.ts'
import type { ScrubDeps, ScrubInput } from '../app/redaction/scrub/scrub-tools.ts'
import type { ComposeParts } from './parts.ts'

export async function scrubTools(
  { processInfo, engine, warn }: ComposeParts,
  order: ScrubInput,
): Promise<ScrubDeps> {
  const { cwd, env } = processInfo
  const { list } = openScrubFiles({ cwd, maxBytes: order.maxBytes, tracked: openTracked({ cwd, env, warn }) })
  const { allow } = order
  const allowList = allow === null ? [] : (await allowReader())(resolve(cwd, allow), allow)
  const { matches } = openFiles({ root: cwd, exclude: [], hash: engine.hash })
  return {
    list,
    matches,
    hash: engine.hash,
    newSalt: makeSalt,
    keyedFingerprint: makeKeyedFingerprint,
    allowList,
    readBaseline: (file) => readBaseline(resolve(cwd, file), file),
    writeBaseline: (file, baseline) => writeBaseline(resolve(cwd, file), file, baseline),
  }
}

/** Loads a parser, so only for those who have a list. */
async function allowReader() {
  return (await import('../adapters/secrets/findings/allow-list.ts')).readAllowList
}
