import { type Running, startProgram } from './process.ts'
import type { Program } from './program.ts'
import {
  makePluginFailure,
  makeSizeTrouble,
  makeTimeoutTrouble,
  type PluginRunLimits,
  PluginTrouble,
} from './trouble.ts'

/** One line of JSON in, text out. */
export async function askCommand(
  program: Program,
  ask: object,
  { limits, running }: { readonly limits: PluginRunLimits; readonly running: Running },
): Promise<Buffer> {
  const { child, exited, end } = startProgram(program, running)
  let limit: NodeJS.Timeout | undefined
  try {
    child.stdin.end(`${JSON.stringify(ask)}\n`)
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(makeTimeoutTrouble(limits)), limits.timeoutMs)
    })
    const answered = Promise.all([collect(child.stdout, limits), exited])
    const [bytes, fault] = await Promise.race([answered, late])
    if (fault !== null) throw makePluginFailure(fault)
    return bytes
  } finally {
    clearTimeout(limit)
    end()
  }
}

/** Stops at the limit: what a program goes on to print is not read. */
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
