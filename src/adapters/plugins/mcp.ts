import { failed, type Limits, quoted, Trouble, tooLarge } from './trouble.ts'

/** What carries messages to a server and back. */
export interface Transport {
  /** The result, or a `ServerError`. */
  request(method: string, params: object): Promise<unknown>
  notify(method: string): Promise<void>
  /** Told once, as soon as both sides know it. */
  agreed(version: string): void
}

/** A server that said no. */
export class ServerError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface Ask {
  readonly plugin: string
  readonly scheme: string
  readonly path: string
  readonly provides: readonly string[]
}

interface Resource {
  readonly uri: string
  readonly name: string
}

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const mostPages = 10
const mostResources = 20

/** Says hello, looks at what there is, and reads what was asked for. */
export async function readResources(
  server: Transport,
  ask: Ask,
  { version, limits }: { readonly version: string; readonly limits: Limits },
): Promise<string> {
  try {
    await greet(server, version)
    const listed = await list(server)
    const texts: string[] = []
    let size = 0
    for (const text of await readAll(server, ask, listed)) {
      size += Buffer.byteLength(text)
      if (size > limits.maxBytes) throw tooLarge(limits)
      texts.push(text)
    }
    return texts.map((text) => text.trimEnd()).join('\n\n---\n\n')
  } catch (error) {
    if (error instanceof ServerError)
      throw failed(`answered with the error ${error.code}: ${quoted(error.message)}`)
    throw error
  }
}

async function greet(server: Transport, version: string): Promise<void> {
  const clientInfo = { name: 'foreword', version }
  const hello = record(
    await server.request('initialize', { protocolVersion: versions[0], capabilities: {}, clientInfo }),
  )
  const spoken = hello?.protocolVersion
  if (typeof spoken !== 'string') throw failed('did not answer to initialize as an MCP server does')
  if (!versions.includes(spoken)) {
    throw failed(`speaks version ${quoted(spoken)} of MCP; foreword speaks ${versions.join(', ')}`)
  }
  if (record(record(hello?.capabilities)?.resources) === null) throw failed('offers no resources')
  server.agreed(spoken)
  await server.notify('notifications/initialized')
}

async function list(server: Transport): Promise<Resource[]> {
  let resources: Resource[] = []
  let cursor: unknown
  for (let page = 0; page < mostPages; page++) {
    const answer = record(await server.request('resources/list', cursor === undefined ? {} : { cursor }))
    if (!Array.isArray(answer?.resources)) throw failed('answered to resources/list with no list')
    // Handed over one by one as arguments, very many would be more than a call can take.
    resources = resources.concat(answer.resources.flatMap(resourceOf))
    cursor = answer.nextCursor
    if (typeof cursor !== 'string') break
  }
  return resources
}

function resourceOf(value: unknown): Resource[] {
  const one = record(value)
  return typeof one?.uri === 'string'
    ? [{ uri: one.uri, name: typeof one.name === 'string' ? one.name : '' }]
    : []
}

async function readAll(server: Transport, ask: Ask, listed: readonly Resource[]): Promise<string[]> {
  const chosen = ask.path === '' ? provided(ask, listed) : matching(ask.path, listed)
  if (chosen.length > 0) {
    let texts: string[] = []
    for (const { uri } of chosen.slice(0, mostResources)) texts = texts.concat(await read(server, uri))
    return texts
  }
  if (ask.path !== '') return unlisted(server, ask)
  const names = listed.slice(0, 5).map(({ name, uri }) => quoted(name || uri))
  const lists = names.length === 0 ? 'nothing' : names.join(', ')
  throw failed(`lists no resource that is called ${ask.provides.join(', ') || 'anything'}; it lists ${lists}`)
}

/** All that the manifest lists; all there is, where it lists nothing. */
function provided({ provides }: Ask, listed: readonly Resource[]): Resource[] {
  if (provides.length === 0) return [...listed]
  return [...new Set(provides.flatMap((name) => matching(name, listed)))]
}

/** By the whole name or the end of the URI; else by a part of the URI, so that `issues` means all below it. */
function matching(wanted: string, listed: readonly Resource[]): Resource[] {
  const exact = listed.filter(
    ({ uri, name }) => name === wanted || uri === wanted || uri.endsWith(`/${wanted}`),
  )
  if (exact.length > 0) return exact
  return listed.filter(({ uri }) =>
    uri
      .replace(/^[^:]*:\/*/, '')
      .split('/')
      .includes(wanted),
  )
}

/** A server need not list what it can read. */
async function unlisted(server: Transport, { plugin, scheme, path }: Ask): Promise<string[]> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  for (const uri of [`${scheme}://${plugin}/${encoded}`, `${plugin}://${encoded}`]) {
    try {
      return await read(server, uri)
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
    }
  }
  throw new Trouble('absent', `has nothing at ${quoted(path)}`)
}

async function read(server: Transport, uri: string): Promise<string[]> {
  const answer = record(await server.request('resources/read', { uri }))
  if (!Array.isArray(answer?.contents)) throw failed('answered to resources/read with no contents')
  return answer.contents.map((value: unknown) => {
    const content = record(value)
    if (typeof content?.text === 'string') return content.text
    if (typeof content?.blob === 'string')
      throw new Trouble('binary', `has no text at ${quoted(uri)}, but bytes`)
    throw failed('answered to resources/read with something that is no text')
  })
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
