import type { SkippedInjection } from '../../app/history/index.ts'
import { makeVisibleLine } from './make-visible.ts'

/** Says on standard error which injections "latest" passed over, because the user may have meant the newest. */
export function formatSkippedInjections(skipped: readonly SkippedInjection[]): string {
  return skipped
    .map(
      ({ injection_id, reason }) =>
        `foreword: note: ${injection_id} is later and sent nothing: ${makeVisibleLine(reason)}\n`,
    )
    .join('')
}
