import { getUserDirectory } from '../adapters/disk/index.ts'
import { fingerprint, openUserKeys, verifySignature } from '../adapters/keys/index.ts'
import { openTextFiles } from '../adapters/lines/index.ts'
import { openAnchors } from '../adapters/state/index.ts'
import type { CheckpointDeps } from '../app/past/prove.ts'
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
