import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  type Caller,
  defaultHits,
  formatStatus,
  listServerTools,
  maxHits,
  type ServerTool,
  type ServerToolId,
} from '../../app/server/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { McpApp } from './app.ts'
import type { CallerOf } from './caller.ts'
import { getErrorText, protocolError } from './errors.ts'
import { makeResourceMeta } from './resources.ts'

type Arguments = Readonly<Record<string, unknown>>
type Call = (args: Arguments, caller: Caller) => Promise<CallToolResult>

/** Clients hand the text on to the model; what is structured is for programs, and only the status has a published form. */
function callsOf({ offer }: McpApp): Readonly<Record<ServerToolId, Call>> {
  return {
    async context_status() {
      const status = await offer.status()
      return { ...texted(formatStatus(status)), structuredContent: { ...status } }
    },
    async read(args, caller) {
      const task = args.task === undefined ? null : textOf(args, 'task')
      const order = { address: textOf(args, 'uri'), budget: numberOf(args, 'budget', null), task }
      const answer = await offer.read(order, caller)
      return { ...texted(answer.text), _meta: makeResourceMeta(answer) }
    },
    async search(args, caller) {
      const limit = Math.min(numberOf(args, 'limit', null) ?? defaultHits, maxHits)
      return texted((await offer.search({ query: textOf(args, 'query'), limit }, caller)).text)
    },
    async explain(args) {
      const asked = args.uri === undefined ? null : textOf(args, 'uri')
      return texted((await offer.explain({ asked })).text)
    },
  }
}

function texted(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

export function serveTools(server: Server, app: McpApp, scheme: string, callerOf: CallerOf): void {
  const tools = Object.entries(listServerTools(scheme)) as [ServerToolId, ServerTool][]
  const calls = callsOf(app)
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(([, tool]) => tool as unknown as Tool) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const [id, tool] = tools.find(([, { name }]) => name === params.name) ?? []
    if (id === undefined || tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`, {
        tools: tools.map(([, { name }]) => name),
      })
    }
    try {
      return await calls[id](checked(tool, params.arguments ?? {}), callerOf(context))
    } catch (error) {
      // A model can do something about a refusal, so it is told as an answer; a wrong argument is the client's.
      if (error instanceof Refusal) return { ...texted(getErrorText(error)), isError: true }
      throw protocolError(error)
    }
  })
}

function checked({ name, inputSchema }: ServerTool, args: Arguments): Arguments {
  const known = Object.keys(inputSchema.properties)
  const stray = Object.keys(args).filter((one) => !known.includes(one))
  if (stray.length === 0) return args
  throw wrong(`${name} has no argument ${stray.join(', ')}; it has: ${known.join(', ') || 'none'}.`)
}

function textOf(args: Arguments, name: string): string {
  const value = args[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw wrong(`"${name}" must be text.`)
}

function numberOf(args: Arguments, name: string, fallback: number | null): number | null {
  const value = args[name]
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw wrong(`"${name}" must be a whole number above 0.`)
}

function wrong(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
