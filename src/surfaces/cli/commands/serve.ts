import { type ServeResult, serveOutput } from '../../../app/server/index.ts'
import type { ServeOptions } from '../../../app/services/index.ts'
import { jsonOption, manifestChoiceOptions, refusalExits, repoArgument, repoOption } from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { formatWarning, readOption } from '../read-options.ts'
import { chooseServerProject } from '../server-project.ts'

export const serve = defineCommandWithResult({
  name: 'serve',
  summary: 'Serve the Model Context Protocol over HTTP',
  about: [
    'Serves the same as "foreword mcp" at http://127.0.0.1:3673/mcp, for several agents at once, until Ctrl-C. Prints its address and the file of the token at start.',
    'Programs on this machine may read without a token, unless --require-token is given. Requests from other machines or to another name (--allow-host), and all writes, need the token: "Authorization: Bearer …". A token in a URL is rejected. For TLS, use a proxy.',
  ],
  args: [repoArgument],
  options: [
    repoOption,
    ...manifestChoiceOptions,
    {
      name: 'host',
      value: 'ADDRESS',
      about: 'Listen on this address (default: 127.0.0.1, this machine only)',
    },
    { name: 'port', value: 'NUMBER', about: 'Listen on this port (default: 3673; 0 for any free port)' },
    {
      name: 'allow-host',
      value: 'NAME',
      many: true,
      about: 'Also accept this host name, such as the name of a proxy, with or without a port',
    },
    { name: 'require-token', about: 'Require the token for every request, also on this machine' },
    { name: 'new-token', about: 'Create a new token first; the old one becomes invalid' },
    { name: 'log', about: 'Print a line for each request on standard error' },
    { ...jsonOption, about: 'Print the address as one JSON document' },
  ],
  examples: [
    'foreword serve',
    'foreword serve --repo=/work/app --port=0 --json',
    'foreword serve --allow-host=context.example.org',
  ],
  exits: [[0, 'stopped by a signal'], ...refusalExits],
  outputSchema: serveOutput,
  async run(call) {
    const project = chooseServerProject(call)
    return call.services.serveHttp(project, readServeOptions(call))
  },
  output: ({ where }) => where,
  view: ({ where }) => formatGreeting(where),
  notices: ({ where }) => (where.inert === null ? '' : formatWarning(where.inert)),
  async exitCode({ ended }) {
    await ended
    return 0
  },
})

/** FORE on the keys of a telephone. */
const defaultPort = 3673

function readServeOptions(call: CommandCall): ServeOptions {
  const { parsed, terminal } = call
  return {
    host: readOption(parsed, 'host') ?? '127.0.0.1',
    port: readPort(call),
    allowHosts: parsed.options.get('allow-host') ?? [],
    requireToken: parsed.options.has('require-token'),
    newToken: parsed.options.has('new-token'),
    log: parsed.options.has('log') ? (line) => terminal.err(`${makeVisibleLine(line)}\n`) : null,
  }
}

function readPort(call: CommandCall): number {
  const text = readOption(call.parsed, 'port')
  if (text === undefined) return defaultPort
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw makeUsageRefusal(call.command, `--port must be a number from 0 to 65535, not "${text}"`)
}

function formatGreeting({ mcp, project, root, token_file, token_needed, names }: ServeResult): string {
  const who = token_needed
    ? 'Every request needs the token'
    : 'Programs on this machine may read; writes need the token'
  return [
    `Serving ${project} at ${mcp}`,
    `  project  ${root}`,
    `  token    ${token_file}`,
    `  names    ${names.join(', ')}`,
    `${who}. Ctrl-C stops.`,
  ]
    .map((line) => `${makeVisibleLine(line)}\n`)
    .join('')
}
