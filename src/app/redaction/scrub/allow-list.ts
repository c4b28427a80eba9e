import type { AllowEntry } from '../../../ports/index.ts'
import type { ScrubDeps } from './scrub-deps.ts'

/** The user's allow-list. Comments in a searched text cannot allow a value. */
export interface AllowList {
  /** Null if no entry allows the value. */
  findEntry(found: {
    readonly file: string
    readonly rule: string
    readonly value: string
  }): AllowEntry | null
  /** Entries that have allowed nothing so far. */
  stale(): AllowEntry[]
}

export function makeAllowList(
  entries: readonly AllowEntry[],
  { hash, matches }: Pick<ScrubDeps, 'hash' | 'matches'>,
): AllowList {
  const used = new Set<AllowEntry>()
  let current: { readonly file: string; readonly entries: readonly AllowEntry[] } | undefined
  const listEntries = (file: string) => {
    if (current?.file !== file) {
      const own = entries.filter((entry) => entry.file === undefined || matches(entry.file, file))
      current = { file, entries: own }
    }
    return current.entries
  }
  return {
    findEntry({ file, rule, value }) {
      let digest: string | undefined
      const computeDigest = () => {
        digest ??= hash(value)
        return digest
      }
      const entry = listEntries(file).find(
        (candidate) =>
          (candidate.rule === undefined || candidate.rule === rule) &&
          (candidate.sha256 === undefined || candidate.sha256 === computeDigest()),
      )
      if (entry === undefined) return null
      used.add(entry)
      return entry
    },
    stale: () => entries.filter((entry) => !used.has(entry)),
  }
}
