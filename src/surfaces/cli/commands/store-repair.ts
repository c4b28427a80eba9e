import { type RepairResult, storeRepairOutput } from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { refusalExits, repoArgument, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { withProgressBar } from '../progress.ts'
import { readStoreChoice } from '../store-choice.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'

export const storeRepair = defineCommand({
  name: 'store repair',
  summary: 'Rebuild a damaged store and import waiting receipts',
  about: [
    'Copies every readable entry into a new store, keeps the damaged one under another name, and records which entries are lost. Then imports the receipts that wait in the spool.',
  ],
  args: [repoArgument],
  options: storeOptions,
  examples: ['foreword store repair', 'foreword store repair --repo=../shop --json'],
  exits: [[0, 'repaired, or nothing was wrong'], ...refusalExits],
  outputSchema: storeRepairOutput,
  run(call) {
    const choice = readStoreChoice(call)
    return withProgressBar(call.terminal, (tell) => {
      tell({ done: 0, total: null, what: 'copying readable entries' })
      return call.services.repairStore(choice)
    })
  },
  view: storeRepairView,
})

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
