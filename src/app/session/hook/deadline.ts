import type { EventRule } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'

/** How long a hook may take. After its timeout, the agent discards the output. */
export interface HookDeadline {
  /** When the output must be complete: milliseconds since 1970. */
  readonly answerAt: number
  /** When the process must have ended. */
  readonly endAt: number
  readonly seconds: number
}

/** Shares of the agent's timeout. The rest is a reserve for a busy machine. */
const answerShare = 0.7
const endShare = 0.9

/** `allowed`: timeout in seconds from the agent's settings, if it differs from ours. */
export function computeDeadline(
  { timeoutSeconds }: EventRule,
  startedAt: number,
  allowed: number | null,
): HookDeadline {
  const seconds = allowed ?? timeoutSeconds
  return {
    answerAt: startedAt + seconds * 1000 * answerShare,
    endAt: startedAt + seconds * 1000 * endShare,
    seconds: seconds * answerShare,
  }
}

export function makeDeadlineRefusal({ seconds }: HookDeadline): Refusal {
  return new Refusal(
    'too-late',
    `it took longer than ${Number(seconds.toFixed(1))} s`,
    'Run "foreword explain" in the project to see what takes so long.',
  )
}
