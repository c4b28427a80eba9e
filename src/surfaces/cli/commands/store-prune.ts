import {
  type PruneChoice,
  type PruneResult,
  pruneStore,
  storePruneOutput,
} from '../../../app/history/index.ts'
import type { ReportProgress } from '../../../app/output/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { parseByteAmount } from '../amounts.ts'
import { refusalExits, repoArgument, storeOptions } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { readOption } from '../read-options.ts'
import { readStoreChoice, readTimeOption } from '../store-choice.ts'
import { formatSize, joinLines, wrapParagraph } from '../views/lines.ts'

export const storePrune = defineCommand({
  name: 'store prune',
  summary: 'Delete old texts from the store to save space',
  about: [
    'Needs --older-than, --max-size or both. Entries and their digests stay, so that "foreword verify" still works.',
  ],
  args: [repoArgument],
  options: [
    {
      name: 'older-than',
      value: 'AGE',
      about: 'Delete texts from before 90d or 12w ago, or before a day (ISO 8601)',
    },
    {
      name: 'max-size',
      value: 'SIZE',
      about: 'Delete the oldest texts until this size is left, such as 500MB',
    },
    { name: 'dry-run', about: 'Show what would be deleted, and delete nothing' },
    ...storeOptions,
  ],
  examples: ['foreword store prune --older-than=90d --dry-run', 'foreword store prune --max-size=500MB'],
  exits: [[0, 'done'], ...refusalExits],
  outputSchema: storePruneOutput,
  async run(call) {
    const pruneChoice = readPruneChoice(call)
    return withProgressBar(call.terminal, (tell) => prune(call, pruneChoice, tell))
  },
  view: storePruneView,
})

function readPruneChoice(call: CommandCall): PruneChoice {
  const before = readTimeOption(call, 'older-than') ?? null
  const text = readOption(call.parsed, 'max-size')
  const maxBytes = text === undefined ? null : parseByteAmount(text)
  if (text !== undefined && maxBytes === null)
    throw makeUsageRefusal(call.command, `--max-size must be like 500MB or 2GB, not "${text}"`)
  if (before === null && maxBytes === null)
    throw makeUsageRefusal(call.command, 'give --older-than=90d, --max-size=500MB, or both')
  return { before, maxBytes, dryRun: call.parsed.options.has('dry-run') }
}

async function prune(call: CommandCall, pruneChoice: PruneChoice, tell: ReportProgress) {
  const { services } = call
  const choice = readStoreChoice(call)
  const { forget } = await services.sessions(choice)
  return services.withStore(choice, (opened) => {
    tell({ done: 0, total: null, what: 'reading the store' })
    return pruneStore(opened, { engine: services.engine, forgetSessions: forget }, pruneChoice)
  })
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
