import { getUserDirectory } from '../adapters/disk/index.ts'
import {
  fingerprint,
  openAnchors,
  openTextFiles,
  openUserKeys,
  verifySignature,
} from '../adapters/store/index.ts'
import type { CheckpointDeps } from '../app/history/verify/verify-checkpoint.ts'
import type { ComposeParts } from './parts.ts'

export function makeCheckpointDeps({ processInfo: { env, cwd }, warn }: ComposeParts): CheckpointDeps {
  const state = getUserDirectory('state', env)
  const { sign, own } = openUserKeys(state)
  return {
    signers: { sign, own, isSigned: verifySignature, fingerprint },
    anchor: openAnchors(state, warn),
    ...openTextFiles(cwd),
    now: () => new Date(),
  }
}
