import type { ServeAnswer } from './app.ts'
import { type Call, option, projectOf, warn } from './options.ts'
import { usage } from './parse.ts'
import { visibleJson, visibleLine } from './visible.ts'

/** Standard output belongs to the protocol. */
export async function mcp(call: Call): Promise<number> {
  await call.app.serveStdio(projectAsked(call))
  return 0
}

/** The keys with the letters FORE on a telephone. */
const usualPort = 3673

export async function serve(call: Call): Promise<number> {
  const { app, parsed, terminal } = call
  const { where, ended } = await app.serve(projectAsked(call), {
    host: option(parsed, 'host') ?? '127.0.0.1',
    port: portOf(call),
    allowHosts: parsed.options.get('allow-host') ?? [],
    requireToken: parsed.options.has('require-token'),
    newToken: parsed.options.has('new-token'),
    log: parsed.options.has('log') ? (line) => terminal.err(`${visibleLine(line)}\n`) : null,
  })
  terminal.out(parsed.options.has('json') ? `${visibleJson(where)}\n` : greeting(where))
  if (where.inert !== null) warn(call, [{ severity: 'warning', detail: where.inert }])
  await ended
  return 0
}

function projectAsked(call: Call) {
  return projectOf(call, option(call.parsed, 'repo') ?? call.app.projectAround())
}

function portOf(call: Call): number {
  const text = option(call.parsed, 'port')
  if (text === undefined) return usualPort
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw usage(call.command, `--port must be a number from 0 to 65535, not "${text}"`)
}

function greeting({ mcp, project, root, token_file, token_needed, names }: ServeAnswer): string {
  const who = token_needed
    ? 'Nobody is answered without the token'
    : 'Programs on this machine may read; a write needs the token'
  return [
    `Serving ${project} at ${mcp}`,
    `  project  ${root}`,
    `  token    ${token_file}`,
    `  names    ${names.join(', ')}`,
    `${who}. Ctrl-C stops.`,
  ]
    .map((line) => `${visibleLine(line)}\n`)
    .join('')
}
