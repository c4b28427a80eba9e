import {
  type CheckpointInput,
  type VerifyResult,
  verifyOutput,
  verifySource,
} from '../../../app/history/index.ts'
import type { Tell } from '../../../app/output/index.ts'
import { choiceOf } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { option } from '../options.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { checkpointNotice, verifyView } from '../views/verify.ts'
import { pastOptions, refusals } from '../words.ts'

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
    ...pastOptions,
  ],
  examples: ['foreword verify', 'foreword verify --write-checkpoint=../shop.checkpoint'],
  exits: [[0, 'the ledger is intact'], [1, 'the ledger was altered or damaged'], ...refusals],
  outputSchema: verifyOutput,
  run(call) {
    const input = readInput(call)
    return watched(call.terminal, (tell) => verifyLedger(call, input, tell))
  },
  view: verifyView,
  notices: ({ wrote }) => (wrote === null ? '' : checkpointNotice(wrote)),
  exitCode: ({ holds }) => (holds ? 0 : 1),
})

function readInput({ command, parsed }: Call): CheckpointInput {
  const input = {
    checkpoint: option(parsed, 'checkpoint') ?? null,
    writeCheckpoint: option(parsed, 'write-checkpoint') ?? null,
    signer: option(parsed, 'signer') ?? null,
  }
  if (input.signer !== null && input.checkpoint === null)
    throw usage(command, '--signer needs --checkpoint=FILE')
  return input
}

async function verifyLedger(call: Call, input: CheckpointInput, tell: Tell): Promise<VerifyResult> {
  const { services, parsed } = call
  const file = option(parsed, 'file')
  const choice = choiceOf(call)
  const deps = { hash: services.engine.hash, proof: await services.proof(), tell }
  if (file === undefined) return services.withStore(choice, (store) => verifySource(deps, { store }, input))
  const lines = () => services.readLines(file)
  return verifySource(deps, { lines }, input)
}
