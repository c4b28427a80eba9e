import { type Command, choiceOptions, refusals, repoOption } from './command.ts'

/** Servers, for agents that pull. */
export const serveCommands: readonly Command[] = [
  {
    name: 'mcp',
    summary: 'Serve the Model Context Protocol on standard input and output',
    about: [
      'Started by an agent, not by people: "foreword install" enters it into the settings of an agent. Everything that the manifest declares can be read by its address, and each read leaves a receipt.',
    ],
    args: [],
    options: [repoOption, ...choiceOptions],
    examples: ['foreword mcp', 'foreword mcp --repo=/work/app'],
    exits: [[0, 'the client went away'], ...refusals],
  },
]
