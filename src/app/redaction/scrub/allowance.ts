import type { AllowEntry } from '../../../ports/index.ts'
import type { ScrubDeps } from './scrub-tools.ts'

/** What the operator's list says of values. Nothing in a text that is looked through has a say. */
export interface AllowList {
  /** The entry that allows a value, if one does. */
  entryFor(found: { readonly file: string; readonly rule: string; readonly value: string }): AllowEntry | null
  /** Entries that have allowed nothing so far. */
  stale(): AllowEntry[]
}

export function makeAllowList(
  entries: readonly AllowEntry[],
  { hash, matches }: Pick<ScrubDeps, 'hash' | 'matches'>,
): AllowList {
  const used = new Set<AllowEntry>()
  let current: { readonly file: string; readonly entries: readonly AllowEntry[] } | undefined
  const entriesOf = (file: string) => {
    if (current?.file !== file) {
      const own = entries.filter((entry) => entry.file === undefined || matches(entry.file, file))
      current = { file, entries: own }
    }
    return current.entries
  }
  return {
    entryFor({ file, rule, value }) {
      let digest: string | undefined
      const digestOf = () => {
        digest ??= hash(value)
        return digest
      }
      const entry = entriesOf(file).find(
        (one) =>
          (one.rule === undefined || one.rule === rule) &&
          (one.sha256 === undefined || one.sha256 === digestOf()),
      )
      if (entry === undefined) return null
      used.add(entry)
      return entry
    },
    stale: () => entries.filter((entry) => !used.has(entry)),
  }
}
