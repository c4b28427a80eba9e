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
  summary: 'Prove that the ledger is as it was written',
  about: [
    'Walks the whole chain. A checkpoint that is kept elsewhere also shows when the chain was written anew from its beginning.',
  ],
  args: [],
  options: [
    { name: 'checkpoint', value: 'FILE', about: 'The ledger must contain this checkpoint' },
    { name: 'write-checkpoint', value: 'FILE', about: 'Sign the state of the ledger into this file' },
    { name: 'signer', value: 'FINGERPRINT', about: 'Who must have signed the checkpoint' },
    { name: 'file', value: 'EXPORT.jsonl', about: 'Verify an export instead of the store' },
    ...pastOptions,
  ],
  examples: ['foreword verify', 'foreword verify --write-checkpoint=../shop.checkpoint'],
  exits: [[0, 'it holds'], [1, 'it does not hold'], ...refusals],
  outputSchema: verifyOutput,
  run(call) {
    const order = orderOf(call)
    return watched(call.terminal, (tell) => verifyWith(call, order, tell))
  },
  view: verifyView,
  notices: ({ wrote }) => (wrote === null ? '' : checkpointNotice(wrote)),
  exitCode: ({ holds }) => (holds ? 0 : 1),
})

function orderOf({ command, parsed }: Call): CheckpointInput {
  const order = {
    checkpoint: option(parsed, 'checkpoint') ?? null,
    writeCheckpoint: option(parsed, 'write-checkpoint') ?? null,
    signer: option(parsed, 'signer') ?? null,
  }
  if (order.signer !== null && order.checkpoint === null)
    throw usage(command, '--signer is about --checkpoint=FILE, which is missing')
  return order
}

async function verifyWith(call: Call, order: CheckpointInput, tell: Tell): Promise<VerifyResult> {
  const { services, parsed } = call
  const file = option(parsed, 'file')
  const choice = choiceOf(call)
  const deps = { hash: services.engine.hash, proof: await services.proof(), tell }
  if (file === undefined) return services.withStore(choice, (store) => verifySource(deps, { store }, order))
  const lines = () => services.readLines(file)
  return verifySource(deps, { lines }, order)
}
