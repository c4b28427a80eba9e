import { type Command, choiceOptions, jsonOption, refusals, repoOption } from './command.ts'

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
  {
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
  },
]
