import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { userDirectory } from '../adapters/disk/index.ts'
import { fingerprint, openKeys, verifySignature } from '../adapters/keys/index.ts'
import { openLines } from '../adapters/lines/index.ts'
import { anchorFile, readAnchor, writeAnchor } from '../adapters/state/index.ts'
import type { ProveTools } from '../app/past/prove.ts'
import type { Head } from '../core/ledger/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { Parts } from './parts.ts'

const largest = 1024 * 1024

/** Anywhere but in the state directory of the user, a key could be committed or handed on. */
const noKeys: ReturnType<typeof openKeys> = {
  own: () => null,
  sign() {
    throw new Refusal(
      'not-writable',
      'There is no state directory to keep a key in.',
      'Set HOME or XDG_STATE_HOME to an absolute path.',
    )
  },
}

export function proveTools({ around: { env, cwd }, warn }: Parts): ProveTools {
  const state = userDirectory('state', env)
  const keys = state === null ? noKeys : openKeys(join(state, 'keys'))
  return {
    signers: { sign: keys.sign, own: keys.own, isSigned: verifySignature, fingerprint },
    anchor: {
      read(name) {
        const file = state === null ? null : anchorFile(state, name)
        const head = file === null ? null : readAnchor(file)
        return head === null || file === null ? null : { ...head, file }
      },
      write(name, head) {
        if (state !== null) remember(anchorFile(state, name), head, warn)
      },
    },
    readText(file) {
      try {
        const path = resolve(cwd, file)
        if (statSync(path).size > largest)
          throw new Refusal('not-readable', `${file} is too large for a checkpoint.`)
        return readFileSync(path, 'utf8')
      } catch (error) {
        if (error instanceof Refusal) throw error
        throw new Refusal('not-readable', `Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}.`)
      }
    },
    writeText(file, text) {
      const lines = openLines(resolve(cwd, file))
      try {
        lines.write(text)
        lines.finish()
      } finally {
        lines.abandon()
      }
    },
    now: () => new Date(),
  }
}

/** The ledger was found to hold, whether or not that can be put down. */
function remember(file: string, head: Head, warn: Parts['warn']): void {
  try {
    writeAnchor(file, head)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    warn({ detail: `the end of the ledger cannot be remembered: ${message}` })
  }
}
