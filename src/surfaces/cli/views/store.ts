import type {
  ExportResult,
  ImportResult,
  PruneResult,
  RepairResult,
  StatsResult,
} from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { formatSize, formatTable, joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

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

export function storePruneView(result: PruneResult): string {
  const { texts, accounts, bytes, left_bytes, dry_run, sessions } = result
  const forgot = `${dry_run ? 'Would delete' : 'Deleted'} ${formatCount(sessions, 'old session')}.`
  const too = sessions === 0 ? '' : ` ${forgot}`
  if (texts + accounts === 0)
    return joinLines(
      wrapParagraph(`Nothing to delete; texts and accounts take ${formatSize(left_bytes)}.${too}`),
    )
  const what = `${formatCount(texts, 'text')} and ${formatCount(accounts, 'account')}, ${formatSize(bytes)}`
  const left = `${dry_run ? 'that would leave' : 'that leaves'} ${formatSize(left_bytes)}`
  const did = dry_run ? 'Would delete' : 'Deleted'
  return joinLines(wrapParagraph(`${did} ${what}; ${left}. Entries and digests stay.${too}`))
}

export function storeExportView({ project, entries, blobs }: ExportResult, file: string | null): string {
  const to = file === null ? '' : ` to ${file}`
  return joinLines(
    wrapParagraph(
      `Wrote ${formatCount(entries, 'entry', 'entries')} and ${formatCount(blobs, 'text')} of ${project}${to}.`,
    ),
  )
}

export function storeImportView({ entries, known, blobs }: ImportResult): string {
  const there = known === 0 ? '' : ` ${formatCount(known, 'entry', 'entries')} existed already.`
  return joinLines(
    wrapParagraph(
      `Imported ${formatCount(entries, 'entry', 'entries')} and ${formatCount(blobs, 'text')}.${there}`,
    ),
  )
}

export function storeRepairView(result: RepairResult): string {
  return joinLines(wrapParagraph(repairSentences(result).join(' ')))
}

function repairSentences({ set_aside, entries, lost, lost_blobs, taken_in }: RepairResult): string[] {
  const taken = taken_in === 0 ? [] : [`Imported ${formatCount(taken_in, 'receipt')} from the spool.`]
  const total = formatCount(entries, 'entry', 'entries')
  if (set_aside === null) return [`The store is intact: it has ${total}.`, ...taken]
  const gaps = lost.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`))
  return [
    `The new store has ${total}. The damaged one is now ${set_aside}.`,
    lossSentence(entries, gaps),
    ...(lost_blobs === 0 ? [] : [`${formatCount(lost_blobs, 'text')} could not be read.`]),
    ...taken,
  ]
}

/** An unreadable file does not show which entries it had. */
function lossSentence(entries: number, gaps: readonly string[]): string {
  if (gaps.length > 0) return `Lost entries: ${gaps.join(', ')}.`
  return entries === 0 ? 'No entry could be read.' : 'No entry is known to be lost.'
}
