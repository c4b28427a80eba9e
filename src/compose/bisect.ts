import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRunner } from '../adapters/exec/index.ts'
import { bisect } from '../app/past/bisect.ts'
import type { PastTools } from '../app/past/find.ts'
import { Refusal } from '../core/values/index.ts'
import type { BisectChoice, Tell } from '../surfaces/cli/index.ts'
import type { Surroundings } from './surroundings.ts'

/** A command that takes longer than this for one packet is not one to try a dozen times. */
const longestMs = 60 * 60 * 1000

export async function bisectWith(
  { around, past }: { around: Surroundings; past: PastTools },
  order: BisectChoice,
  tell: Tell,
) {
  const [program = '', ...args] = order.command
  const found = openRunner(around.env).find(program)
  if (found === null) throw new Refusal('usage', `There is no program "${program}" on PATH.`)
  const directory = mkdtempSync(join(tmpdir(), 'foreword-bisect-'))
  const packet = join(directory, 'packet')
  const output = join(directory, 'output')
  const runner = openRunner({ ...around.env, FOREWORD_PACKET: packet })
  const job = { program: found, args, cwd: around.cwd, stdinFile: packet, outputFile: output }
  try {
    return await bisect(past, {
      ...order,
      tell,
      async test(text) {
        writeFileSync(packet, text, { mode: 0o600 })
        const { exitCode, signal } = await runner.run({ ...job, timeoutMs: longestMs })
        return exitCode ?? (signal === null ? null : 128)
      },
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
