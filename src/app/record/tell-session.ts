import type { Receipt } from '../../core/receipt/index.ts'
import { getErrorMessage } from '../../core/values/index.ts'
import type { SessionStore, StoreTrouble } from '../../ports/index.ts'
import { saveSessionBaseline } from './session-baseline.ts'

/** Tells a session its baseline for one who must go on whatever happens: trouble is all that comes of it. */
export async function recordSessionBaseline(
  counting: () => Promise<SessionStore>,
  receipt: Receipt,
  now: string,
): Promise<StoreTrouble[]> {
  try {
    const { sessions, trouble } = await counting()
    if (sessions !== null) saveSessionBaseline(sessions, receipt, now)
    return trouble === null ? [] : [unknown(trouble)]
  } catch (error) {
    return [unknown(getErrorMessage(error))]
  }
}

function unknown(reason: string): StoreTrouble {
  return { code: 'sessions-unknown', detail: `what this session was told is not kept: ${reason}` }
}
