import type { StoreTrouble } from '../../ports/index.ts'

type Warn = (trouble: StoreTrouble) => void

/** Far more than the troubles that exist at the same time. */
const maxTroubles = 100

/** Reports each trouble once, because a server may meet the same one at every read. */
export function warnOnce(warn: Warn): Warn {
  const reported = new Set<string>()
  return (trouble) => {
    if (reported.has(trouble.detail)) return
    if (reported.size >= maxTroubles) reported.clear()
    reported.add(trouble.detail)
    warn(trouble)
  }
}
