import { sessionsOutput } from '../../../app/session/index.ts'
import { refusalExits, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readNumberOption, readStoreChoice } from '../store-choice.ts'
import { sessionsView } from '../views/refresh.ts'

export const sessions = defineCommand({
  name: 'sessions',
  summary: 'List sessions with their turns and the sections they received',
  about: ['The most recently active session comes first. "foreword store prune" deletes old sessions.'],
  args: [],
  options: [
    { name: 'limit', value: 'COUNT', about: 'The most sessions to list (default 20)' },
    ...storeOptions,
  ],
  examples: ['foreword sessions', 'foreword sessions --limit=1 --json'],
  exits: [[0, 'shown, even if there are none'], ...refusalExits],
  outputSchema: sessionsOutput,
  async run(call) {
    const choice = readStoreChoice(call)
    const limit = readNumberOption(call, 'limit', 1000) ?? 20
    const { list } = await call.services.sessions(choice)
    return list(limit)
  },
  view: sessionsView,
})
