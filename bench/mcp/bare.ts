// The SDK's server as its documentation builds it for Node: one static resource, no writes, no reads of files. It serves both
// generations of the protocol, as foreword does: without sessions since 2026-07-28, with sessions before.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
} from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'

const [, , uri = '', file = ''] = process.argv
const text = readFileSync(file, 'utf8')
const mimeType = 'text/markdown'

function makeServer(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  server.registerResource('static', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text }] }))
  return server
}

const isHost = localhostHostValidation()
const isOrigin = localhostOriginValidation()
const modern = toNodeHandler(createMcpHandler(makeServer, { legacy: 'reject' }))
const sessions = new Map<string, NodeStreamableHTTPServerTransport>()

async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  })
  await makeServer().connect(transport)
  await transport.handleRequest(request, response)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isHost(request, response) || !isOrigin(request, response)) return
  if (request.headers['mcp-protocol-version'] === '2026-07-28')
    return modern(request as NodeIncomingMessageLike, response)
  const session = sessions.get(String(request.headers['mcp-session-id']))
  await (session === undefined ? begin(request, response) : session.handleRequest(request, response))
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
