#!/usr/bin/env node
// Serves tickets from a JSON file: as a command (one JSON line in, Markdown out), and with --mcp as an MCP server on stdio.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'

const words = process.argv.slice(2)
const file = words.find((word) => !word.startsWith('--')) ?? join(import.meta.dirname, 'tickets.json')
const tickets = JSON.parse(readFileSync(file, 'utf8'))

const markdown = ({ id, title, status, text }) => `## ${id}: ${title}\n\nStatus: ${status}\n\n${text}\n`
const open = () => tickets.filter((ticket) => ticket.status === 'open')

/** The Markdown at a path: `issues` for all that are open, `sprints/2026-03`, or a ticket's id. Null for nothing. */
function read(path) {
  if (path === 'issues') return open().map(markdown).join('\n')
  const [first, sprint] = path.split('/')
  if (first === 'sprints') {
    const latest = tickets.map((ticket) => ticket.sprint).sort().at(-1)
    const ofSprint = tickets.filter((ticket) => ticket.sprint === (sprint ?? latest))
    return ofSprint.length === 0 ? null : ofSprint.map(({ id, title, status }) => `- ${id} (${status}): ${title}\n`).join('')
  }
  const ticket = tickets.find((one) => one.id === path.replace(/^issues\//, ''))
  return ticket === undefined ? null : markdown(ticket)
}

/** With an empty path, all that the manifest lists. */
async function answerOnce() {
  const { read: path, provides } = await json(process.stdin)
  const texts = (path === '' ? provides : [path]).map(read)
  if (texts.includes(null)) {
    console.error(`there is no ticket ${path}`)
    process.exitCode = 1
  } else process.stdout.write(texts.join('\n'))
}

const resources = ['issues', 'sprints', ...tickets.map((ticket) => `issues/${ticket.id}`)]
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: {} },
    serverInfo: { name: 'tickets', version: '1.0.0' },
  }),
  ping: () => ({}),
  'resources/list': () => ({
    resources: resources.map((name) => ({ uri: `tickets://${name}`, name, mimeType: 'text/markdown' })),
  }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => {
    const text = read(uri.replace(/^tickets:\/\//, ''))
    if (text === null) throw Object.assign(new Error('Resource not found'), { code: -32602, data: { uri } })
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  },
}

async function serve() {
  const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) continue
    try {
      const answer = methods[method]
      if (answer === undefined) throw Object.assign(new Error('Method not found'), { code: -32601 })
      say({ id, result: answer(params ?? {}) })
    } catch ({ code = -32603, message, data }) {
      say({ id, error: { code, message, data } })
    }
  }
}

await (words.includes('--mcp') ? serve() : answerOnce())
