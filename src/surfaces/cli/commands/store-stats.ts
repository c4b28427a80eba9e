import { readStats, type StatsResult, storeStatsOutput } from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, refusalExits, repoArgument } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readStoreChoice } from '../store-choice.ts'
import { formatSize, formatTable, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const storeStats = defineCommand({
  name: 'store stats',
  summary: 'Show where the store is and what it contains',
  about: [],
  args: [repoArgument],
  options: historyOptions,
  examples: ['foreword store stats', 'foreword store stats --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: storeStatsOutput,
  run: (call) => call.services.withStore(readStoreChoice(call), readStats, { any: true }),
  view: storeStatsView,
})

export function storeStatsView(result: StatsResult, paint: Paint): string {
  const { blobs, spool } = result
  const columns = [{ head: '' }, { head: '', lose: 'start' as const }]
  return joinLines([
    ...formatTable(columns, [
      ['store', result.place],
      ['engine', result.engine],
      ['on disk', result.bytes === null ? 'not known' : formatSize(result.bytes)],
      [
        'texts',
        `${formatCount(blobs.count, 'text')}, ${formatSize(blobs.textBytes)} kept in ${formatSize(blobs.bytes)}`,
      ],
      ['spool', spool.waiting === 0 ? 'empty' : `${formatCount(spool.waiting, 'receipt')} waiting`],
    ]),
    ...spool.unreadable.flatMap((file) => wrapParagraph(`! ${file} is not a receipt and was set aside`)),
    '',
    ...(result.ledgers.length === 0 ? ['No ledger yet.'] : ledgers(result, paint)),
  ])
}

function ledgers(result: StatsResult, paint: Paint): string[] {
  const columns = [
    { head: 'ledger', lose: 'end' as const },
    { head: 'id', lose: 'start' as const },
    { head: 'injections', right: true },
    { head: 'runs', right: true },
    { head: 'outcomes', right: true },
    { head: 'events', right: true },
    { head: 'entries', right: true },
  ]
  const [title = '', ...lines] = formatTable(
    columns,
    result.ledgers.map(({ name, uid, entries, head }) => [
      name,
      uid,
      ...[entries.injection, entries.run, entries.outcome, entries.event, head?.seq ?? 0].map(String),
    ]),
  )
  return [paint.faint(title), ...lines]
}
