import { type ListedAddress, type ListResult, listAddresses, lsOutput } from '../../../app/engine/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { jsonOption, manifestOptions, refusalExits, repoOption } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { chooseProject, makeRequestFromOptions } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { formatTable, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const ls = defineCommand({
  name: 'ls',
  summary: 'List the addresses that can be read',
  about: ['Lists everything that the manifest declares, or only what is below one address.'],
  args: [{ name: 'uri', about: 'An address, such as docs/rfcs/', required: false }],
  options: [jsonOption, repoOption, ...manifestOptions],
  examples: ['foreword ls', 'foreword ls docs/rfcs/', 'foreword ls state --json'],
  exits: [[0, 'listed'], ...refusalExits],
  outputSchema: lsOutput,
  run(call) {
    const { parsed, services } = call
    const project = chooseProject(call, readRepository(call))
    const request = makeRequestFromOptions(call, project, {})
    return listAddresses(services.engine, { project, request, under: parsed.args[0] ?? null })
  },
  view: addressesView,
})

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
