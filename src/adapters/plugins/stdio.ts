import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { type AskOptions, askServer, type LimitedTransport } from './ask-server.ts'
import { parseMessage } from './message.ts'
import type { Program } from './program.ts'
import type { ResourceQuery } from './read-resources.ts'
import { type RunningPrograms, type StartedProgram, startProgram } from './start-program.ts'
import {
  makePluginFailure,
  makeSizeTrouble,
  maxAnswerBytes,
  type PluginRunLimits,
  PluginTrouble,
} from './trouble.ts'

/** Starts a server, asks it and ends it. */
export async function askStdio(
  program: Program,
  ask: ResourceQuery,
  options: AskOptions & { readonly running: RunningPrograms },
): Promise<string> {
  const started = startProgram(program, options.running)
  try {
    return await askServer(openTransport(started, options.limits), ask, options)
  } finally {
    started.end()
  }
}

/** Replaces the SDK's own transport, which neither limits the total output nor ends the process group of the server. */
function openTransport({ child, exited }: StartedProgram, limits: PluginRunLimits): LimitedTransport {
  const ended = exited.then((fault) => {
    throw makePluginFailure(fault ?? 'ended before it had answered')
  })
  const receive = (message: JSONRPCMessage) => transport.onmessage?.(message)
  const broken = Promise.race([receiveMessages(child.stdout, limits, receive), ended])
  broken.catch(() => undefined)
  const transport: LimitedTransport = {
    broken,
    start: async () => undefined,
    // A failed write is not reported here, because the exit of the program is.
    send: async (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => transport.onclose?.(),
  }
  return transport
}

/** Reads one message per line, up to a limit for all of them. Never resolves, because the exit of the program is the end. */
function receiveMessages(
  stream: NodeJS.ReadableStream,
  limits: PluginRunLimits,
  receive: (message: JSONRPCMessage) => void,
): Promise<never> {
  let bytesLeft = maxAnswerBytes(limits)
  let rest: Buffer[] = []
  return new Promise((_, reject) => {
    stream.on('data', (part: Buffer) => {
      try {
        bytesLeft -= part.length
        if (bytesLeft < 0) throw makeSizeTrouble(limits)
        for (let from = 0; ; ) {
          const at = part.indexOf(0x0a, from)
          rest.push(part.subarray(from, at === -1 ? undefined : at))
          if (at === -1) return
          const line = decodeUtf8(Buffer.concat(rest))
          rest = []
          from = at + 1
          if (line.trim() !== '') receive(parseMessage(line))
        }
      } catch (error) {
        reject(error)
      }
    })
  })
}

function decodeUtf8(line: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line)
  } catch {
    throw new PluginTrouble('not-utf8', 'answered with bytes that are not UTF-8')
  }
}
