import {
  type Client,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import {
  makePluginFailure,
  makeSizeTrouble,
  type PluginRunLimits,
  PluginTrouble,
  quoteAnswer,
} from './trouble.ts'

export interface ResourceQuery {
  readonly plugin: string
  readonly scheme: string
  readonly path: string
  readonly provides: readonly string[]
}

type Resource = z.infer<typeof resourceSchema>

interface ReadOptions {
  readonly limits: PluginRunLimits
  readonly requestOptions: RequestOptions
}

interface Server extends ReadOptions {
  readonly client: Client
}

// More lenient than the SDK's own schemas: one broken resource does not hide the others.
const resourceSchema = z.object({ uri: z.string(), name: z.string().catch('') })
const listSchema = z.object({ resources: z.array(z.unknown()), nextCursor: z.unknown().optional() })
const contentSchema = z.union([z.object({ text: z.string() }), z.object({ blob: z.string() })])
const readSchema = z.object({ contents: z.array(z.unknown()) })

const maxPages = 10
const maxResources = 20

/** Lists the resources of a connected server and reads the requested ones. */
export async function readResources(
  client: Client,
  ask: ResourceQuery,
  options: ReadOptions,
): Promise<string> {
  const server = { client, ...options }
  const listed = await listResources(server)
  const texts = await readAll(server, ask, listed)
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (size > options.limits.maxBytes) throw makeSizeTrouble(options.limits)
  return texts.map((text) => text.trimEnd()).join('\n\n---\n\n')
}

async function listResources(server: Server): Promise<Resource[]> {
  let resources: Resource[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await request(server, { method: 'resources/list', params }, listSchema)
    // `push(...)` would exceed the number of arguments that a call can take.
    resources = resources.concat(result.resources.flatMap(parseResource))
    if (typeof result.nextCursor !== 'string') break
    cursor = result.nextCursor
  }
  return resources
}

function parseResource(value: unknown): Resource[] {
  const { data } = resourceSchema.safeParse(value)
  return data === undefined ? [] : [data]
}

async function readAll(server: Server, ask: ResourceQuery, listed: readonly Resource[]): Promise<string[]> {
  const chosen = ask.path === '' ? selectProvided(ask, listed) : selectMatching(ask.path, listed)
  if (chosen.length > 0) {
    let texts: string[] = []
    for (const { uri } of chosen.slice(0, maxResources)) texts = texts.concat(await read(server, uri))
    return texts
  }
  if (ask.path !== '') return readUnlisted(server, ask)
  const names = listed.slice(0, 5).map(({ name, uri }) => quoteAnswer(name || uri))
  const lists = names.length === 0 ? 'nothing' : names.join(', ')
  throw makePluginFailure(
    `lists no resource that is called ${ask.provides.join(', ') || 'anything'}; it lists ${lists}`,
  )
}

/** Selects the resources that the manifest lists, or all of them if it lists none. */
function selectProvided({ provides }: ResourceQuery, listed: readonly Resource[]): Resource[] {
  if (provides.length === 0) return [...listed]
  return [...new Set(provides.flatMap((name) => selectMatching(name, listed)))]
}

/** Matches the whole name or the end of the URI, else a segment of the URI, so that `issues` means everything below it. */
function selectMatching(name: string, listed: readonly Resource[]): Resource[] {
  const exact = listed.filter(
    (resource) => resource.name === name || resource.uri === name || resource.uri.endsWith(`/${name}`),
  )
  if (exact.length > 0) return exact
  return listed.filter(({ uri }) =>
    uri
      .replace(/^[^:]*:\/*/, '')
      .split('/')
      .includes(name),
  )
}

/** Tries URIs that the server does not list, because a server may serve them. */
async function readUnlisted(server: Server, { plugin, scheme, path }: ResourceQuery): Promise<string[]> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  for (const uri of [`${scheme}://${plugin}/${encoded}`, `${plugin}://${encoded}`]) {
    try {
      return await read(server, uri)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
    }
  }
  throw new PluginTrouble('absent', `has nothing at ${quoteAnswer(path)}`)
}

async function read(server: Server, uri: string): Promise<string[]> {
  const { contents } = await request(server, { method: 'resources/read', params: { uri } }, readSchema)
  return contents.map((content) => {
    const { data } = contentSchema.safeParse(content)
    if (data === undefined)
      throw makePluginFailure('answered to resources/read with contents that are not text')
    if ('blob' in data) throw new PluginTrouble('binary', `has bytes at ${quoteAnswer(uri)}, not text`)
    return data.text
  })
}

async function request<T extends object>(
  { client, requestOptions }: Server,
  message: { readonly method: string; readonly params: Record<string, unknown> },
  schema: z.ZodType<T>,
): Promise<T> {
  try {
    return await client.request(message, schema, requestOptions)
  } catch (error) {
    if (!(error instanceof SdkError) || error.code !== SdkErrorCode.InvalidResult) throw error
    throw makePluginFailure(`answered to ${message.method} without a list`)
  }
}
