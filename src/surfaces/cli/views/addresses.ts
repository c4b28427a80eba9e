import type { ListedAddress, ListResult } from '../../../app/engine/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { formatTable, joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

const columns = [
  { head: 'address', lose: 'start', last: true },
  { head: 'tier' },
  { head: 'status' },
  { head: 'what', lose: 'end' },
] as const

export function addressesView({ scheme, entries }: ListResult, paint: Paint): string {
  if (entries.length === 0) {
    const empty = `Nothing to read: the manifest declares no collections, contexts, states or plugins for ${scheme}://.`
    return joinLines(wrapParagraph(empty))
  }
  const rows = entries.map((entry) => [
    entry.address,
    entry.tier ?? '-',
    entry.status ?? '-',
    describeAddress(entry),
  ])
  const [title = '', ...lines] = formatTable(columns, rows)
  return joinLines([
    paint.faint(title),
    ...lines.map((line, i) => (entries[i]!.nothing === null ? line : paint.faint(line))),
  ])
}

function describeAddress({ title, documents, about, nothing, path }: ListedAddress): string {
  const count = documents === null ? null : formatCount(documents, 'document')
  // The table cuts the end, so the part that the address already suggests comes last.
  const parts = [nothing, count, title ?? about].filter((part) => part !== null)
  return parts.length === 0 ? (path ?? '') : parts.join('; ')
}
