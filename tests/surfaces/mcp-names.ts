// The conformance suite asks for tools and prompts by names of its own. Where foreword has the like under another name, this
// stands between the two and writes that name instead; everything else goes through as it is.
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

type Arguments = Readonly<Record<string, string>>

/** What is meant here, by the scenario that asks for it; null for what is meant as it is said. */
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

/** Scenarios that ask for one of these. */
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

/** Since 2026-07-28 the name stands in a header too. */
function renamed(body: string, headers: IncomingHttpHeaders): { body: string; headers: IncomingHttpHeaders } {
  const asked = body === '' ? {} : (JSON.parse(body) as Asked)
  const params = meant(asked)
  if (params === null) return { body, headers }
  const said = headers['mcp-name'] === undefined ? {} : { 'mcp-name': String(params.name) }
  return { body: JSON.stringify({ ...asked, params }), headers: { ...headers, ...said } }
}
