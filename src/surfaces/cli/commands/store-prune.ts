import { type PruneChoice, pruneStore, storePruneOutput } from '../../../app/history/index.ts'
import type { Tell } from '../../../app/output/index.ts'
import { parseBytes } from '../amounts.ts'
import { choiceOf, timeOption } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { option } from '../options.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { pruneView } from '../views/store.ts'
import { refusals, storeOptions } from '../words.ts'

export const storePrune = defineCommand({
  name: 'store prune',
  summary: 'Delete old texts from the store to save space',
  about: [
    'Needs --older-than, --max-size or both. Entries and their digests stay, so that "foreword verify" still works.',
  ],
  args: [],
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
  exits: [[0, 'done'], ...refusals],
  outputSchema: storePruneOutput,
  async run(call) {
    const pruneChoice = readPruneChoice(call)
    return watched(call.terminal, (tell) => prune(call, pruneChoice, tell))
  },
  view: pruneView,
})

function readPruneChoice(call: Call): PruneChoice {
  const before = timeOption(call, 'older-than') ?? null
  const text = option(call.parsed, 'max-size')
  const maxBytes = text === undefined ? null : parseBytes(text)
  if (text !== undefined && maxBytes === null)
    throw usage(call.command, `--max-size must be like 500MB or 2GB, not "${text}"`)
  if (before === null && maxBytes === null)
    throw usage(call.command, 'give --older-than=90d, --max-size=500MB, or both')
  return { before, maxBytes, dryRun: call.parsed.options.has('dry-run') }
}

async function prune(call: Call, pruneChoice: PruneChoice, tell: Tell) {
  const { services } = call
  const choice = choiceOf(call)
  const { forget } = await services.sessions(choice)
  return services.withStore(choice, (opened) => {
    tell({ done: 0, total: null, what: 'reading the store' })
    return pruneStore(opened, { engine: services.engine, forgetSessions: forget }, pruneChoice)
  })
}
