import { defineSilentCommand } from '../command.ts'
import { serverProject } from '../server-project.ts'
import { choiceOptions, refusals, repoOption } from '../words.ts'

export const mcp = defineSilentCommand({
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output',
  about: [
    'Started by an agent, not by people: "foreword install" enters it into the settings of an agent. Everything that the manifest declares can be read by its address, and each read leaves a receipt.',
  ],
  args: [],
  options: [repoOption, ...choiceOptions],
  examples: ['foreword mcp', 'foreword mcp --repo=/work/app'],
  exits: [[0, 'the client went away'], ...refusals],
  // Standard output belongs to the protocol.
  run: (call) => call.services.serveStdio(serverProject(call)),
})
