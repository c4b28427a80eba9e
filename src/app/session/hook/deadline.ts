import type { EventRule } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'

/** How long a hook may take. Its agent stops waiting some time, and then all is lost. */
export interface HookDeadline {
  /** When the answer must be there: milliseconds since 1970. */
  readonly answerAt: number
  /** When the process must be gone. */
  readonly endAt: number
  readonly seconds: number
}

/** Of what the agent allows, so that something is left for a busy machine. */
const untilAnswer = 0.7
const untilEnd = 0.9

/** `allowed` in seconds, where the settings of the agent say something else than ours. */
export function computeDeadline(
  { timeoutSeconds }: EventRule,
  startedAt: number,
  allowed: number | null,
): HookDeadline {
  const seconds = allowed ?? timeoutSeconds
  return {
    answerAt: startedAt + seconds * 1000 * untilAnswer,
    endAt: startedAt + seconds * 1000 * untilEnd,
    seconds: seconds * untilAnswer,
  }
}

export function makeDeadlineRefusal({ seconds }: HookDeadline): Refusal {
  return new Refusal(
    'too-late',
    `it took longer than ${Number(seconds.toFixed(1))} s`,
    'Run "foreword explain" in the project to see what takes so long.',
  )
}
