import { StoreFailure } from '../../core/values/index.ts'
import type { EngineServices, Project, Recorder } from '../../ports/index.ts'

/** How long a prompt waits for a server. */
export const serverTimeoutMs = 3_000
/** How long no prompt asks a server that did not answer. */
const pauseMs = 300_000

export interface ServerDeps {
  readonly engine: Pick<EngineServices, 'cache' | 'systemTime'>
  readonly recorder: Recorder
}

/**
 * Looks up on a server what arrived, at most for as long as a user does not notice. A later prompt does what this one has no time for. Work
 * that is too late gets no recorder: it must stay undone, because nobody could repair what it finds.
 */
export async function withinServerTimeout<T>(
  { engine: { cache, systemTime }, recorder }: ServerDeps,
  { root }: Project,
  work: (recorder: Recorder) => Promise<T>,
): Promise<T> {
  const silentSince = cache.get('server-silent', root)
  if (typeof silentSince === 'number' && Math.abs(systemTime() - silentSince) < pauseMs)
    throw new StoreFailure('store-unreachable', 'the server did not answer a moment ago')
  const late = new StoreFailure(
    'store-unreachable',
    `the server took longer than ${serverTimeoutMs / 1000} s`,
  )
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(late)
    }, serverTimeoutMs)
  })
  const timely: Recorder = {
    record: (parcels) => (isLate ? Promise.reject(late) : recorder.record(parcels)),
  }
  try {
    return await Promise.race([work(timely), timeout])
  } catch (error) {
    cache.set('server-silent', root, systemTime())
    throw error
  } finally {
    clearTimeout(timer)
  }
}
