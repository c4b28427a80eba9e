import { StoreFailure } from '../../core/values/index.ts'
import type { EngineServices, Project, Recorder } from '../../ports/index.ts'

/** How long a prompt waits for a store server. */
export const serverTimeoutMs = 3_000
/** How long prompts leave a server alone after it did not answer. */
const pauseMs = 300_000

export interface ServerTimeoutDeps {
  readonly engine: Pick<EngineServices, 'cache' | 'systemTime'>
  readonly recorder: Recorder
}

/**
 * Runs work on a store server within a time that the user does not notice. A later prompt repeats the work if it takes too long.
 * Late work cannot record its result, because no hook would be left to send the lost sections again.
 */
export async function withinServerTimeout<T>(
  { engine: { cache, systemTime }, recorder }: ServerTimeoutDeps,
  { root }: Project,
  work: (recorder: Recorder) => Promise<T>,
): Promise<T> {
  const silentSince = cache.get('server-silent', root)
  if (typeof silentSince === 'number' && Math.abs(systemTime() - silentSince) < pauseMs)
    throw new StoreFailure('store-unreachable', 'the server did not answer in the last 5 minutes')
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
