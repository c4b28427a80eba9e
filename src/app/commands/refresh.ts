import {
  agentNames,
  type Command,
  jsonOption,
  manifestOptions,
  refusals,
  repoAround,
  storeOptions,
} from './command.ts'

/** Sessions that have begun. */
export const refreshCommands: readonly Command[] = [
  {
    name: 'refresh',
    summary: 'Tell a session that has begun what has changed',
    about: [
      'Prints the sections that have changed since the session last got them, if a refresh trigger of the manifest says so: new, updated, or no longer there. Prints nothing when there is nothing to tell.',
      'Turns are counted, and at most once per cooldown something is sent. Two programs that ask at once for one session do not both get it.',
    ],
    args: [repoAround],
    options: [
      { name: 'session', value: 'ID', about: "The agent's own session, as it was given to assemble" },
      { name: 'turn', about: 'A turn has begun: it is counted' },
      { name: 'tool', value: 'NAME', about: 'The agent has called this tool' },
      { name: 'level', value: 'LEVEL', about: 'The level that the session began with, if not the default' },
      { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
      { name: 'debug', about: 'Say on standard error which triggers fired, and why nothing is sent' },
      jsonOption,
      ...manifestOptions,
    ],
    examples: [
      'foreword refresh --session=7f3a --turn',
      'foreword refresh ../shop --session=7f3a --tool=Edit --debug',
    ],
    exits: [[0, 'printed, or there was nothing to tell'], ...refusals],
  },
  {
    name: 'sessions',
    summary: 'List sessions: their turns, and what each was told',
    about: ['The one heard of last comes first. "foreword store prune" forgets old ones.'],
    args: [],
    options: [{ name: 'limit', value: 'COUNT', about: 'At most so many (default 20)' }, ...storeOptions],
    examples: ['foreword sessions', 'foreword sessions --limit=1 --json'],
    exits: [[0, 'shown, also when there are none'], ...refusals],
  },
]
