import type { ListedAddress, ListResult } from '../../../app/engine/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, table } from './text.ts'

const columns = [
  { head: 'address', lose: 'start', last: true },
  { head: 'tier' },
  { head: 'status' },
  { head: 'what', lose: 'end' },
] as const

export function listView({ scheme, entries }: ListResult, paint: Paint): string {
  if (entries.length === 0) {
    const empty = `Nothing can be read by address: the manifest declares no collections, contexts, states or plugins for ${scheme}://.`
    return page(paragraph(empty))
  }
  const rows = entries.map((one) => [one.address, one.tier ?? '-', one.status ?? '-', whatOf(one)])
  const [title = '', ...lines] = table(columns, rows)
  return page([
    paint.faint(title),
    ...lines.map((line, i) => (entries[i]!.nothing === null ? line : paint.faint(line))),
  ])
}

function whatOf({ title, documents, about, nothing, path }: ListedAddress): string {
  const count = documents === null ? null : formatCount(documents, 'document')
  // From the end on it is cut: what can be guessed from the address comes last.
  const said = [nothing, count, title ?? about].filter((one) => one !== null)
  return said.length === 0 ? (path ?? '') : said.join('; ')
}
