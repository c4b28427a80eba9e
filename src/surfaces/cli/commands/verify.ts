import {
  type CheckpointInput,
  type VerifyResult,
  verifyOutput,
  verifySource,
} from '../../../app/history/index.ts'
import type { ReportProgress } from '../../../app/output/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, refusalExits, repoArgument } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { readOption } from '../read-options.ts'
import { readStoreChoice } from '../store-choice.ts'
import { formatTime, joinLines, shortenDigest, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const verify = defineCommand({
  name: 'verify',
  summary: 'Check that the ledger was not altered',
  about: [
    'Checks the whole chain of entries. A checkpoint that you keep elsewhere also reveals a chain that was rewritten from the start.',
  ],
  args: [repoArgument],
  options: [
    { name: 'checkpoint', value: 'FILE', about: 'Check that the ledger contains this checkpoint' },
    {
      name: 'write-checkpoint',
      value: 'FILE',
      about: 'Write a signed checkpoint of the ledger to this file',
    },
    { name: 'signer', value: 'FINGERPRINT', about: 'Check that this key signed the checkpoint' },
    { name: 'file', value: 'FILE', about: 'Verify an export instead of the store' },
    ...historyOptions,
  ],
  examples: ['foreword verify', 'foreword verify --write-checkpoint=../shop.checkpoint'],
  exits: [[0, 'the ledger is intact'], [1, 'the ledger was altered or damaged'], ...refusalExits],
  outputSchema: verifyOutput,
  run(call) {
    const input = readInput(call)
    return withProgressBar(call.terminal, (tell) => verifyLedger(call, input, tell))
  },
  view: verifyView,
  notices: ({ wrote }) => (wrote === null ? '' : formatCheckpointNotice(wrote)),
  exitCode: ({ holds }) => (holds ? 0 : 1),
})

function readInput({ command, parsed }: CommandCall): CheckpointInput {
  const input = {
    checkpoint: readOption(parsed, 'checkpoint') ?? null,
    writeCheckpoint: readOption(parsed, 'write-checkpoint') ?? null,
    signer: readOption(parsed, 'signer') ?? null,
  }
  if (input.signer !== null && input.checkpoint === null)
    throw makeUsageRefusal(command, '--signer needs --checkpoint=FILE')
  return input
}

async function verifyLedger(
  call: CommandCall,
  input: CheckpointInput,
  tell: ReportProgress,
): Promise<VerifyResult> {
  const { services, parsed } = call
  const file = readOption(parsed, 'file')
  const choice = readStoreChoice(call)
  const deps = { hash: services.engine.hash, proof: await services.proof(), tell }
  if (file === undefined) return services.withStore(choice, (store) => verifySource(deps, { store }, input))
  const lines = () => services.readLines(file)
  return verifySource(deps, { lines }, input)
}

/** One paragraph: the verdict, then the details. */
export function verifyView(result: VerifyResult, paint: Paint): string {
  const colour = result.holds ? paint.good : paint.bad
  return joinLines(wrapParagraph(sentences(result).join(' ')).map((line) => colour(line)))
}

export function formatCheckpointNotice({ file, signer }: NonNullable<VerifyResult['wrote']>): string {
  return joinLines(
    wrapParagraph(
      `Checkpoint written to ${makeVisibleLine(file)}, signed by ${signer}. Keep it where this machine cannot change it, and give the fingerprint to the people who verify it.`,
    ),
  )
}

function sentences(result: VerifyResult): string[] {
  return [
    ...(result.holds ? soundness(result) : faults(result)),
    ...pruned(result),
    ...result.lost.map(([first, last]) =>
      first === last
        ? `Entry ${first} was lost to damage, as a repair recorded.`
        : `Entries ${first} to ${last} were lost to damage, as a repair recorded.`,
    ),
    ...(result.clock_back === 0
      ? []
      : [`The clock went back ${formatCount(result.clock_back, 'time')}; entries are ordered by number.`]),
    ...checkpoint(result),
  ]
}

function soundness({ project, entries, head }: VerifyResult): string[] {
  if (head === null) return [`The ledger of ${project} is intact: it is empty.`]
  const all = entries === 1 ? 'its entry is' : `all ${entries} entries are`
  return [
    `The ledger of ${project} is intact: ${all} as written, up to entry ${head.seq} (${shortenDigest(head.digest)}).`,
  ]
}

const happened = {
  altered: 'was altered',
  removed: 'was removed',
  reordered: 'is out of order',
  inserted: 'was inserted',
  rewritten: 'was rewritten',
} as const

function faults({ project, fault, entries }: VerifyResult): string[] {
  const verdict = `The ledger of ${project} is not intact.`
  if (fault === null) return [verdict]
  const id = fault.injection_id === null ? '' : ` (${fault.injection_id})`
  const before =
    entries === 0
      ? []
      : [`${formatCount(entries, 'entry', 'entries')} before it ${entries === 1 ? 'is' : 'are'} intact.`]
  return [verdict, sentence(`Entry ${fault.seq}${id} ${happened[fault.what]}: ${fault.detail}`), ...before]
}

function pruned({ pruned: { texts, accounts } }: VerifyResult): string[] {
  if (texts + accounts === 0) return []
  const what = [
    ...(texts === 0 ? [] : [formatCount(texts, 'text')]),
    ...(accounts === 0 ? [] : [formatCount(accounts, 'account')]),
  ]
  return [`${what.join(' and ')} ${texts + accounts === 1 ? 'was' : 'were'} pruned, as the ledger records.`]
}

const known = {
  'this machine': 'this machine',
  named: 'the signer you named',
} as const

function checkpoint({ checkpoint: compared, holds }: VerifyResult): string[] {
  if (compared === null) return []
  const { file, seq, at, signer, known: origin } = compared
  const verdict = holds ? 'It contains the checkpoint' : 'It was compared with the checkpoint'
  return [
    `${verdict} ${file} (entry ${seq}, ${formatTime(at)}), signed by ${signer}, which is ${known[origin]}.`,
  ]
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
