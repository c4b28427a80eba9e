// The conformance suite uses fixed names of tools and prompts. This proxy replaces those names with foreword's names if foreword
// has an equivalent, and passes everything else through.
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

type Arguments = Readonly<Record<string, string>>

/** The request with foreword's names. Null if it needs no change. */
function meant({ method, params = {} }: Asked): Readonly<Record<string, unknown>> | null {
  const read = (uri: string) => ({ ...params, name: 'test_read', arguments: { uri } })
  const start = (task: string) => ({ ...params, name: 'test_start', arguments: { task } })
  if (method === 'tools/call' && params.name === 'test_simple_text') return read('test://static-text')
  if (method === 'tools/call' && params.name === 'test_error_handling') return read('test://not-there')
  if (method === 'prompts/get' && params.name === 'test_simple_prompt') return start('Begin')
  if (method === 'prompts/get' && params.name === 'test_prompt_with_arguments')
    return start(Object.values(params.arguments as Arguments).join(' '))
  const { name } = (params.ref ?? {}) as Arguments
  if (method === 'completion/complete' && name === 'test_prompt_with_arguments') {
    const argument = { ...(params.argument as Arguments), name: 'level' }
    return { ...params, ref: { type: 'ref/prompt', name: 'test_start' }, argument }
  }
  return null
}

/** Scenarios that use one of these names. */
export const renamedScenarios: readonly string[] = [
  'completion-complete',
  'prompts-get-simple',
  'prompts-get-with-args',
  'tools-call-error',
  'tools-call-simple-text',
]

export interface Renaming extends AsyncDisposable {
  readonly url: string
}

export async function renaming(url: string): Promise<Renaming> {
  const { host, hostname, port } = new URL(url)
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { body, headers } = renamed(Buffer.concat(parts).toString(), request.headers)
    const sent = { ...headers, host, 'content-length': String(Buffer.byteLength(body)) }
    const { method = 'GET' } = request
    send({ hostname, port, path: '/mcp', method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
      .on('error', () => response.destroy())
      .end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Since 2026-07-28 a header has the name too. */
function renamed(body: string, headers: IncomingHttpHeaders): { body: string; headers: IncomingHttpHeaders } {
  const asked = body === '' ? {} : (JSON.parse(body) as Asked)
  const params = meant(asked)
  if (params === null) return { body, headers }
  const said = headers['mcp-name'] === undefined ? {} : { 'mcp-name': String(params.name) }
  return { body: JSON.stringify({ ...asked, params }), headers: { ...headers, ...said } }
}
