import {
  type CheckpointInput,
  type VerifyResult,
  verifyOutput,
  verifySource,
} from '../../../app/history/index.ts'
import type { ReportProgress } from '../../../app/output/index.ts'
import { historyOptions, refusalExits } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { readOption } from '../read-options.ts'
import { readStoreChoice } from '../store-choice.ts'
import { formatCheckpointNotice, verifyView } from '../views/verify.ts'

export const verify = defineCommand({
  name: 'verify',
  summary: 'Check that the ledger was not altered',
  about: [
    'Checks the whole chain of entries. A checkpoint that you keep elsewhere also reveals a chain that was rewritten from the start.',
  ],
  args: [],
  options: [
    { name: 'checkpoint', value: 'FILE', about: 'Check that the ledger contains this checkpoint' },
    {
      name: 'write-checkpoint',
      value: 'FILE',
      about: 'Write a signed checkpoint of the ledger to this file',
    },
    { name: 'signer', value: 'FINGERPRINT', about: 'Check that this key signed the checkpoint' },
    { name: 'file', value: 'EXPORT.jsonl', about: 'Verify an export instead of the store' },
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
