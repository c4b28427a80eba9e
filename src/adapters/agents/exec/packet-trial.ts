import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import type { PacketTrial } from '../../../ports/index.ts'
import { findProgram } from './find-program.ts'
import { runJob } from './run-job.ts'

/** Limit for one packet. A bisection runs the command a dozen times. */
const maxDurationMs = 60 * 60 * 1000

export interface TrialOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

/** Runs a command for each packet. The command gets the packet on standard input and in the file that FOREWORD_PACKET names. */
export function openPacketTrial({ env, cwd }: TrialOptions, command: readonly string[]): PacketTrial {
  const [name = '', ...args] = command
  const program = findProgram(name, env.PATH)
  if (program === null) throw new Refusal('usage', `Program not found on PATH: "${name}".`)
  const directory = mkdtempSync(join(tmpdir(), 'foreword-bisect-'))
  const [packet, output] = [join(directory, 'packet'), join(directory, 'output')]
  const job = { program, args, cwd, stdinFile: packet, outputFile: output, timeoutMs: maxDurationMs }
  return {
    async test(text) {
      writeFileSync(packet, text, { mode: 0o600 })
      const { exitCode, signal } = await runJob(job, { ...env, FOREWORD_PACKET: packet })
      return exitCode ?? (signal === null ? null : 128)
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}
