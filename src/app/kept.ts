import { fingerprint } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { settleMs } from './recall.ts'

interface Kept {
  /** What it was kept for. Its key is only a short name, which another one may have too. */
  readonly about: string
  readonly stamps: readonly (readonly [string, string | null])[]
  readonly value: unknown
}

/** What is asked for: a name for its kind, and all that it depends on beside files. */
export interface Asked {
  readonly kind: string
  readonly of: unknown
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
  { kind, of }: Asked,
  work: () => Promise<Worked<T>>,
): Promise<T> {
  const about = JSON.stringify(of)
  // No digest: a prompt may need none otherwise, and to make ready for the first one takes longer than to look at all files.
  const key = `${kind}-${fingerprint(about)}`
  const kept = shop.keep.get(key) as Kept | undefined
  if (kept?.about === about && shop.stamps.areAll(project, kept.stamps)) return kept.value as T
  const begun = shop.stamps.now()
  const { value, files, keepable } = await work()
  const stamps = files.map((file) => [file, shop.stamps.of(project, file)] as const)
  const isSettled = ([, stamp]: Kept['stamps'][number]) =>
    stamp !== null && shop.stamps.changedAt(stamp) <= begun - settleMs
  if (keepable && stamps.every(isSettled)) shop.keep.set(key, { about, stamps, value } satisfies Kept)
  return value
}
