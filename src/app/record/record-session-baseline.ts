import type { Receipt } from '../../core/receipt/index.ts'
import { getErrorMessage } from '../../core/values/index.ts'
import type { SessionStore, StoreTrouble } from '../../ports/index.ts'
import { saveSessionBaseline } from './session-baseline.ts'

/** Saves the baseline of a session. Never throws: a failure becomes a trouble, because the packet was already sent. */
export async function recordSessionBaseline(
  counting: () => Promise<SessionStore>,
  receipt: Receipt,
  now: string,
): Promise<StoreTrouble[]> {
  try {
    const { sessions, trouble } = await counting()
    if (sessions !== null) saveSessionBaseline(sessions, receipt, now)
    return trouble === null ? [] : [makeTrouble(trouble)]
  } catch (error) {
    return [makeTrouble(getErrorMessage(error))]
  }
}

function makeTrouble(reason: string): StoreTrouble {
  return { code: 'sessions-unknown', detail: `the baseline of this session was not saved: ${reason}` }
}
