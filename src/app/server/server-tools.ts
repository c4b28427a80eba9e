// The tools that a model can call, as data, so that all servers use the same texts and their cost can be measured without a server.
import type { EngineServices } from '../../ports/index.ts'

export type ServerToolId = 'context_status' | 'read' | 'search' | 'explain'

/** A tool as in the list that a client requests. */
export interface ServerTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, Property>>
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  readonly annotations: typeof readOnly
}

type Property = Readonly<Record<string, string | number>>

const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const

/** Agents put a prefix of their own before a name, and some allow only 64 characters in all. */
const maxPrefixLength = 24

/** Makes the prefix of tool names from the manifest's scheme, so that the servers of two projects can be used together. */
function makePrefix(scheme: string): string {
  return scheme.replace(/[^a-z0-9]+/gi, '_').slice(0, maxPrefixLength)
}

/** Gives models access to addresses, because no agent reads resources by itself. Every word here costs tokens in every session. */
export function listServerTools(scheme: string): Readonly<Record<ServerToolId, ServerTool>> {
  const uri = { type: 'string', description: `Address such as ${scheme}://…, or section:NAME` }
  const tool = (
    id: ServerToolId,
    description: string,
    properties: Readonly<Record<string, Property>>,
    required: readonly string[],
  ): ServerTool => ({
    name: `${makePrefix(scheme)}_${id}`,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: readOnly,
  })
  return {
    context_status: tool(
      'context_status',
      'Project context that this project declares, per tier: sent, changed since, or readable on demand, with sizes and addresses.',
      {},
      [],
    ),
    read: tool(
      'read',
      'Read project documents by address: decisions, plans, active work. Whole up to a budget, secrets taken out.',
      {
        uri,
        budget: { type: 'integer', minimum: 1, description: 'Most tokens to return' },
        task: { type: 'string', description: 'Your task, for documents selected by relevance' },
      },
      ['uri'],
    ),
    search: tool(
      'search',
      'Find project documents by words or numbers before you guess: gives addresses to read, with reasons and excerpts.',
      {
        query: { type: 'string' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: maxSearchHits,
          description: `Default ${defaultSearchHits}`,
        },
      },
      ['query'],
    ),
    explain: tool(
      'explain',
      'Why something is or is not in the context you were given, and when it is sent again. All of it without uri.',
      { uri },
      [],
    ),
  }
}

export const maxSearchHits = 50
export const defaultSearchHits = 8

export interface ServerPrompt {
  readonly name: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
}

/** Makes the prompt with which a user starts a task. */
export function makeStartPrompt(scheme: string): ServerPrompt {
  return {
    name: `${makePrefix(scheme)}_start`,
    description: 'Start a task with the context of this project',
    arguments: [
      { name: 'task', description: 'The task to do', required: true },
      {
        name: 'level',
        description: 'How much context; the default of the manifest if left out',
        required: false,
      },
    ],
  }
}

/** Measures what the tool list costs every session, in tokens of a common tokenizer. */
export async function measureToolList(
  engine: EngineServices,
  scheme: string,
): Promise<{ readonly count: number; readonly tokens: number }> {
  const tools = Object.values(listServerTools(scheme))
  const counter = await engine.counter('o200k')
  return { count: tools.length, tokens: counter.count(JSON.stringify({ tools })) }
}
