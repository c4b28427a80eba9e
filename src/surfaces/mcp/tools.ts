import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  type Caller,
  defaultSearchHits,
  formatStatus,
  listServerTools,
  maxSearchHits,
  type ServerTool,
  type ServerToolId,
} from '../../app/server/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { McpApp } from './app.ts'
import type { GetCaller } from './caller.ts'
import { formatRefusal, makeProtocolError } from './errors.ts'
import { makeResourceMeta } from './resources.ts'

type Arguments = Readonly<Record<string, unknown>>
type Call = (args: Arguments, caller: Caller) => Promise<CallToolResult>

/** Clients pass the text to the model. Structured content is for programs, and only the status has a published form. */
function makeCalls({ service: offer }: McpApp): Readonly<Record<ServerToolId, Call>> {
  return {
    async context_status() {
      const status = await offer.status()
      return { ...makeText(formatStatus(status)), structuredContent: { ...status } }
    },
    async read(args, caller) {
      const task = args.task === undefined ? null : readText(args, 'task')
      const input = { address: readText(args, 'uri'), budget: readNumber(args, 'budget', null), task }
      const result = await offer.read(input, caller)
      return { ...makeText(result.text), _meta: makeResourceMeta(result) }
    },
    async search(args, caller) {
      const limit = Math.min(readNumber(args, 'limit', null) ?? defaultSearchHits, maxSearchHits)
      return makeText((await offer.search({ query: readText(args, 'query'), limit }, caller)).text)
    },
    async explain(args) {
      const asked = args.uri === undefined ? null : readText(args, 'uri')
      return makeText((await offer.explain({ asked })).text)
    },
  }
}

function makeText(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

export function serveTools(server: Server, app: McpApp, scheme: string, callerOf: GetCaller): void {
  const tools = Object.entries(listServerTools(scheme)) as [ServerToolId, ServerTool][]
  const calls = makeCalls(app)
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(([, tool]) => tool as unknown as Tool) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const [id, tool] = tools.find(([, { name }]) => name === params.name) ?? []
    if (id === undefined || tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${params.name}".`, {
        tools: tools.map(([, { name }]) => name),
      })
    }
    try {
      return await calls[id](checkArguments(tool, params.arguments ?? {}), callerOf(context))
    } catch (error) {
      // A refusal is a result, because the model can react to it. A makeParamsError argument is an error of the client.
      if (error instanceof Refusal) return { ...makeText(formatRefusal(error)), isError: true }
      throw makeProtocolError(error)
    }
  })
}

function checkArguments({ name, inputSchema }: ServerTool, args: Arguments): Arguments {
  const known = Object.keys(inputSchema.properties)
  const stray = Object.keys(args).filter((key) => !known.includes(key))
  if (stray.length === 0) return args
  throw makeParamsError(`${name} has no argument ${stray.join(', ')}; it has: ${known.join(', ') || 'none'}.`)
}

function readText(args: Arguments, name: string): string {
  const value = args[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw makeParamsError(`"${name}" must be text.`)
}

function readNumber(args: Arguments, name: string, fallback: number | null): number | null {
  const value = args[name]
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw makeParamsError(`"${name}" must be a whole number above 0.`)
}

function makeParamsError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
