import { getErrorMessage, Refusal, StoreFailure } from '../../../core/values/index.ts'
import type { CurrentRecords } from '../../../ports/index.ts'

/** Records for a packet. A store that cannot be read leaves the packet without records, and with the reason. */
export async function loadCurrentRecords(
  read: () => Promise<CurrentRecords['records']>,
): Promise<CurrentRecords> {
  try {
    return { records: await read(), trouble: null }
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return {
      records: [],
      trouble: `tactical memory could not be read: ${removeDirectories(getErrorMessage(error))}`,
    }
  }
}

/** Leaves the last name of each absolute path: the reason goes into a bundle, which must not show where a user keeps files. */
function removeDirectories(reason: string): string {
  // Not after a letter, a colon or a slash, because there it is part of a name, or of the URL of a server.
  return reason.replace(/(?<![\w.:/\\@-])(?:[A-Za-z]:)?[\\/](?:[^:"'\n]*[\\/])?(?=[^\s\\/:"'])/g, '')
}
