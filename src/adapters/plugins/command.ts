import type { Program } from './program.ts'
import { type RunningPrograms, startProgram } from './start-program.ts'
import {
  makePluginFailure,
  makeSizeTrouble,
  makeTimeoutTrouble,
  type PluginRunLimits,
  PluginTrouble,
} from './trouble.ts'

/** Writes one line of JSON to the command and returns its output. */
export async function askCommand(
  program: Program,
  ask: object,
  { limits, running }: { readonly limits: PluginRunLimits; readonly running: RunningPrograms },
): Promise<Buffer> {
  const { child, exited, end } = startProgram(program, running)
  let timer: NodeJS.Timeout | undefined
  try {
    child.stdin.end(`${JSON.stringify(ask)}\n`)
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(makeTimeoutTrouble(limits)), limits.timeoutMs)
    })
    const answered = Promise.all([collect(child.stdout, limits), exited])
    const [bytes, fault] = await Promise.race([answered, timedOut])
    if (fault !== null) throw makePluginFailure(fault)
    return bytes
  } finally {
    clearTimeout(timer)
    end()
  }
}

/** Stops reading at the limit. */
async function collect(stream: NodeJS.ReadableStream, limits: PluginRunLimits): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length
      if (size > limits.maxBytes) throw makeSizeTrouble(limits)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof PluginTrouble) throw error
    throw makePluginFailure('closed its output in the middle')
  }
  return Buffer.concat(parts)
}
