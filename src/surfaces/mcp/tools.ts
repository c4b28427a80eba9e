import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Caller } from '../../app/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { McpApp } from './app.ts'
import type { CallerOf } from './caller.ts'
import { protocolError, wordsOf } from './errors.ts'
import { metaOf } from './resources.ts'

type Arguments = Readonly<Record<string, unknown>>

interface OfferedTool {
  readonly tool: Tool
  call(args: Arguments, caller: Caller): Promise<CallToolResult>
}

type Property = Readonly<Record<string, string | number>>

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
const uri = { type: 'string', description: 'Address, e.g. from search' }

/** The reading power of the resources for models, which read none by themselves. Every word here costs every session tokens. */
export function toolsOf({ offer }: McpApp, scheme: string): readonly OfferedTool[] {
  const prefix = scheme.replace(/[^a-z0-9]+/gi, '_')
  const tool = (
    name: string,
    description: string,
    properties: Readonly<Record<string, Property>>,
    required: string[],
  ): Tool => ({
    name: `${prefix}_${name}`,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: readOnly,
  })
  return [
    {
      tool: tool(
        'context_status',
        'What of the project context was sent, is stale or waits, per tier.',
        {},
        [],
      ),
      call: async (_, caller) => json(await offer.status(caller)),
    },
    {
      tool: tool(
        'read',
        'Read a project document by address: redacted, within its budget.',
        {
          uri,
          budget: { type: 'integer', minimum: 1, description: 'Most tokens' },
        },
        ['uri'],
      ),
      async call(args, caller) {
        const order = { address: textOf(args, 'uri'), budget: numberOf(args, 'budget', null), task: null }
        const answer = await offer.read(order, caller)
        return { content: [{ type: 'text', text: answer.text }], _meta: metaOf(answer) }
      },
    },
    {
      tool: tool(
        'search',
        'Find project documents by words; gives addresses with reasons.',
        {
          query: { type: 'string' },
          limit: { type: 'integer', minimum: 1, maximum: 50 },
        },
        ['query'],
      ),
      call: async (args, caller) =>
        json(
          await offer.search(
            { query: textOf(args, 'query'), limit: numberOf(args, 'limit', 10) ?? 10 },
            caller,
          ),
        ),
    },
    {
      tool: tool('explain', 'Why something is or is not in the context.', { uri }, []),
      async call(args, caller) {
        const asked = args.uri === undefined ? null : textOf(args, 'uri')
        return { content: [{ type: 'text', text: (await offer.explain({ asked }, caller)).text }] }
      },
    },
  ]
}

export function serveTools(server: Server, app: McpApp, scheme: string, callerOf: CallerOf): void {
  const tools = toolsOf(app, scheme)
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ tool }) => tool) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const named = tools.find(({ tool }) => tool.name === params.name)
    if (named === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`, {
        tools: tools.map(({ tool }) => tool.name),
      })
    }
    try {
      return await named.call(checked(named.tool, params.arguments ?? {}), callerOf(context))
    } catch (error) {
      // A model can do something about a refusal, so it is told as an answer; a wrong argument is the client's.
      if (error instanceof Refusal)
        return { content: [{ type: 'text', text: wordsOf(error) }], isError: true }
      throw protocolError(error)
    }
  })
}

function json(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } }
}

function checked({ name, inputSchema }: Tool, args: Arguments): Arguments {
  const known = Object.keys(inputSchema.properties ?? {})
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
