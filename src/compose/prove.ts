import { userDirectory } from '../adapters/disk/index.ts'
import { fingerprint, openUserKeys, verifySignature } from '../adapters/keys/index.ts'
import { openTextFiles } from '../adapters/lines/index.ts'
import { openAnchors } from '../adapters/state/index.ts'
import type { ProveTools } from '../app/past/prove.ts'
import type { Parts } from './parts.ts'

export function proveTools({ around: { env, cwd }, warn }: Parts): ProveTools {
  const state = userDirectory('state', env)
  const { sign, own } = openUserKeys(state)
  return {
    signers: { sign, own, isSigned: verifySignature, fingerprint },
    anchor: openAnchors(state, warn),
    ...openTextFiles(cwd),
    now: () => new Date(),
  }
}
