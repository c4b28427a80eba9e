import type { Project, Workshop } from '../ports/index.ts'
import { settleMs } from './recall.ts'

interface Kept {
  readonly stamps: readonly (readonly [string, string | null])[]
  readonly value: unknown
}

/** What is worked out from some files. */
export interface Worked<T> {
  readonly value: T
  readonly files: readonly string[]
  /** Whether it may be kept. */
  readonly keepable: boolean
}

/** What was worked out before from files that have not changed since, by their time stamps; else it is worked out now. */
export async function keptByStamps<T>(
  shop: Workshop,
  project: Project,
  key: string,
  work: () => Promise<Worked<T>>,
): Promise<T> {
  const kept = shop.keep.get(key) as Kept | undefined
  if (kept !== undefined && shop.stamps.areAll(project, kept.stamps)) return kept.value as T
  const begun = shop.stamps.now()
  const { value, files, keepable } = await work()
  const stamps = files.map((file) => [file, shop.stamps.of(project, file)] as const)
  const isSettled = ([, stamp]: Kept['stamps'][number]) =>
    stamp !== null && shop.stamps.changedAt(stamp) <= begun - settleMs
  if (keepable && stamps.every(isSettled)) shop.keep.set(key, { stamps, value } satisfies Kept)
  return value
}
