// What a model is offered to call, as data: whatever serves it has the same words, and their cost can be told without a server.
import type { EngineServices } from '../../ports/index.ts'

export type ServerToolId = 'context_status' | 'read' | 'search' | 'explain'

/** As it stands in the list that a client asks for. */
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

/** Agents put their own words before a name, and some take no more than 64 letters in all. */
const maxPrefixLength = 24

/** Names begin with the manifest's scheme, so that two projects' servers can stand side by side. */
function prefixOf(scheme: string): string {
  return scheme.replace(/[^a-z0-9]+/gi, '_').slice(0, maxPrefixLength)
}

/** The reading power of addresses, for models: no agent reads resources by itself. Every word here costs every session tokens. */
export function listServerTools(scheme: string): Readonly<Record<ServerToolId, ServerTool>> {
  const uri = { type: 'string', description: `Address such as ${scheme}://…, or section:NAME` }
  const tool = (
    id: ServerToolId,
    description: string,
    properties: Readonly<Record<string, Property>>,
    required: readonly string[],
  ): ServerTool => ({
    name: `${prefixOf(scheme)}_${id}`,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: readOnly,
  })
  return {
    context_status: tool(
      'context_status',
      'What project context this project declares, per tier: what was sent, changed since, or waits to be read, with sizes and addresses.',
      {},
      [],
    ),
    read: tool(
      'read',
      'Read project documents by address: decisions, plans, active work. Whole up to a budget, secrets taken out.',
      {
        uri,
        budget: { type: 'integer', minimum: 1, description: 'Most tokens wanted' },
        task: { type: 'string', description: 'What you work on, for what is chosen by relevance' },
      },
      ['uri'],
    ),
    search: tool(
      'search',
      'Find project documents by words or numbers before you guess: gives addresses to read, with reasons and excerpts.',
      {
        query: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: maxHits, description: `Default ${defaultHits}` },
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

export const maxHits = 50
export const defaultHits = 8

export interface ServerPrompt {
  readonly name: string
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
}

/** A task to begin with, for people who choose it. */
export function makeStartPrompt(scheme: string): ServerPrompt {
  return {
    name: `${prefixOf(scheme)}_start`,
    description: 'Start a task with the context of this project',
    arguments: [
      { name: 'task', description: 'What is to be done', required: true },
      {
        name: 'level',
        description: 'How much context; the default of the manifest if left out',
        required: false,
      },
    ],
  }
}

/** What the list costs every session that has it, in the tokens of a common tokenizer. */
export async function measureToolList(
  engine: EngineServices,
  scheme: string,
): Promise<{ readonly count: number; readonly tokens: number }> {
  const tools = Object.values(listServerTools(scheme))
  const counter = await engine.counter('o200k')
  return { count: tools.length, tokens: counter.count(JSON.stringify({ tools })) }
}
