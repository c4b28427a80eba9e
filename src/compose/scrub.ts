import { resolve } from 'node:path'
import { openFiles } from '../adapters/files/index.ts'
import { keyedFingerprint, newSalt, readBaseline, writeBaseline } from '../adapters/findings/index.ts'
import { openTracked } from '../adapters/git/tracked.ts'
import { openTrees } from '../adapters/trees/index.ts'
import type { ScrubOrder, ScrubTools } from '../app/scrub/tools.ts'
import type { Parts } from './parts.ts'

export async function scrubTools({ around, shop, warn }: Parts, order: ScrubOrder): Promise<ScrubTools> {
  const { cwd, env } = around
  const { list } = openTrees({ cwd, maxBytes: order.maxBytes, tracked: openTracked({ cwd, env, warn }) })
  const { allow } = order
  const allowList = allow === null ? [] : (await allowReader())(resolve(cwd, allow), allow)
  const { matches } = openFiles({ root: cwd, exclude: [], hash: shop.hash })
  return {
    list,
    matches,
    hash: shop.hash,
    newSalt,
    keyedFingerprint,
    allowList,
    readBaseline: (file) => readBaseline(resolve(cwd, file), file),
    writeBaseline: (file, baseline) => writeBaseline(resolve(cwd, file), file, baseline),
  }
}

/** Loads a parser, so only for those who have a list. */
async function allowReader() {
  return (await import('../adapters/findings/allow.ts')).readAllowList
}
