import { manifestChoiceOptions, refusalExits, repoArgument, repoOption } from '../arguments.ts'
import { defineSilentCommand } from '../command.ts'
import { chooseServerProject } from '../server-project.ts'

export const mcp = defineSilentCommand({
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output',
  about: [
    'Agents start this command as an MCP server: "foreword install" enters it into their settings. A client can read everything that the manifest declares by its address, and each read leaves a receipt.',
  ],
  args: [repoArgument],
  options: [
    {
      name: 'with-hooks',
      about: 'Do not send the context when a client connects, because hooks of the agent send it',
    },
    repoOption,
    ...manifestChoiceOptions,
  ],
  examples: ['foreword mcp', 'foreword mcp --repo=/work/app'],
  exits: [[0, 'the client disconnected'], ...refusalExits],
  // Standard output carries only the protocol.
  run: (call) =>
    call.services.serveStdio(chooseServerProject(call), { hasHooks: call.parsed.options.has('with-hooks') }),
})
