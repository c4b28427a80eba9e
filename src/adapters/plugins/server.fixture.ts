// A strict MCP server for tests: it refuses everything that the protocol does not allow a client to do.

/** Returns the JavaScript of a stdio server. `change` is code that may replace parts of `answers`. */
export function serverOn(resources: Readonly<Record<string, string>>, change = ''): string {
  return `
const resources = ${JSON.stringify(resources)}
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const raw = (text) => process.stdout.write(text)
let stage = 'new'
${makeAnswers()}
${change}
let rest = ''
process.stdin.setEncoding('utf8').on('data', (some) => {
  const lines = (rest + some).split('\\n')
  rest = lines.pop()
  for (const line of lines) handle(JSON.parse(line))
})
process.stdin.on('end', () => process.exit(0))
function handle(message) {
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0') return process.exit(9)
  if (method === 'notifications/initialized') { stage = 'ready'; return }
  if (method === undefined) return answers.replied?.(message)
  if (stage !== 'ready' && method !== 'initialize') return say({ id, error: { code: -32002, message: 'not initialized' } })
  const answer = answers[method]
  if (answer === undefined) return say({ id, error: { code: -32601, message: 'Method not found' } })
  const result = answer(params, id)
  if (result !== undefined) say({ id, ...result })
}`
}

/** Returns the methods of a server as code. */
function makeAnswers(): string {
  return `
const answers = {
  initialize: ({ protocolVersion, capabilities, clientInfo }) => {
    if (protocolVersion !== '2025-11-25' || typeof capabilities !== 'object' || typeof clientInfo?.name !== 'string' || typeof clientInfo?.version !== 'string')
      return { error: { code: -32602, message: 'bad initialize' } }
    stage = 'greeted'
    return { result: { protocolVersion: '2025-06-18', capabilities: { resources: {} }, serverInfo: { name: 's', version: '1' } } }
  },
  'resources/list': ({ cursor }) => {
    const all = Object.keys(resources).map((uri) => ({ uri, name: uri.split('/').at(-1) }))
    // Two to a page.
    const from = cursor === undefined ? 0 : Number(cursor)
    const next = from + 2 < all.length ? { nextCursor: String(from + 2) } : {}
    return { result: { resources: all.slice(from, from + 2), ...next } }
  },
  'resources/read': ({ uri }) => resources[uri] === undefined
    ? { error: { code: -32602, message: 'Resource not found', data: { uri } } }
    : { result: { contents: [{ uri, mimeType: 'text/markdown', text: resources[uri] }] } },
}`
}
