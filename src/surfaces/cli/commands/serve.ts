import { type ServeResult, serveOutput } from '../../../app/server/index.ts'
import type { ServeOptions } from '../../../app/services/index.ts'
import { type Call, defineCommandWithResult } from '../command.ts'
import { option, warningLine } from '../options.ts'
import { usage } from '../parse.ts'
import { serverProject } from '../server-project.ts'
import { visibleLine } from '../visible.ts'
import { choiceOptions, jsonOption, refusals, repoOption } from '../words.ts'

export const serve = defineCommandWithResult({
  name: 'serve',
  summary: 'Serve the Model Context Protocol over HTTP',
  about: [
    'What "foreword mcp" offers, at http://127.0.0.1:3673/mcp, for several agents at once. It goes on until Ctrl-C, and says at its start where it listens and in which file the token lies.',
    'Whoever is on this machine may read, unless --require-token is given. From elsewhere, behind another name (--allow-host) and for every write, the token is needed: "Authorization: Bearer …". It is never taken from a URL. For TLS, put a proxy in front.',
  ],
  args: [],
  options: [
    repoOption,
    ...choiceOptions,
    {
      name: 'host',
      value: 'ADDRESS',
      about: 'Listen on this address (default: 127.0.0.1, this machine only)',
    },
    { name: 'port', value: 'NUMBER', about: 'Listen on this port (default: 3673; 0 for one that is free)' },
    {
      name: 'allow-host',
      value: 'NAME',
      many: true,
      about: 'Answer to this name too, with or without a port, as a proxy in front has it',
    },
    { name: 'require-token', about: 'Answer nobody without the token, on this machine neither' },
    { name: 'new-token', about: 'Make a new token first; the old one is worth nothing after that' },
    { name: 'log', about: 'Print a line for each request on standard error' },
    { ...jsonOption, about: 'Say in one JSON document where it listens' },
  ],
  examples: [
    'foreword serve',
    'foreword serve --repo=/work/app --port=0 --json',
    'foreword serve --allow-host=context.example.org',
  ],
  exits: [[0, 'it was told to stop'], ...refusals],
  outputSchema: serveOutput,
  async run(call) {
    const project = serverProject(call)
    return call.services.serveHttp(project, optionsOf(call))
  },
  output: ({ where }) => where,
  view: ({ where }) => greeting(where),
  notices: ({ where }) => (where.inert === null ? '' : warningLine(where.inert)),
  async exitCode({ ended }) {
    await ended
    return 0
  },
})

/** The keys with the letters FORE on a telephone. */
const usualPort = 3673

function optionsOf(call: Call): ServeOptions {
  const { parsed, terminal } = call
  return {
    host: option(parsed, 'host') ?? '127.0.0.1',
    port: portOf(call),
    allowHosts: parsed.options.get('allow-host') ?? [],
    requireToken: parsed.options.has('require-token'),
    newToken: parsed.options.has('new-token'),
    log: parsed.options.has('log') ? (line) => terminal.err(`${visibleLine(line)}\n`) : null,
  }
}

function portOf(call: Call): number {
  const text = option(call.parsed, 'port')
  if (text === undefined) return usualPort
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw usage(call.command, `--port must be a number from 0 to 65535, not "${text}"`)
}

function greeting({ mcp, project, root, token_file, token_needed, names }: ServeResult): string {
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
