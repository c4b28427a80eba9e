import { sessionsOutput } from '../../../app/session/index.ts'
import { choiceOf, numberOption } from '../asking.ts'
import { defineCommand } from '../command.ts'
import { sessionsView } from '../views/refresh.ts'
import { refusals, storeOptions } from '../words.ts'

export const sessions = defineCommand({
  name: 'sessions',
  summary: 'List sessions: their turns, and what each was told',
  about: ['The one heard of last comes first. "foreword store prune" forgets old ones.'],
  args: [],
  options: [{ name: 'limit', value: 'COUNT', about: 'At most so many (default 20)' }, ...storeOptions],
  examples: ['foreword sessions', 'foreword sessions --limit=1 --json'],
  exits: [[0, 'shown, also when there are none'], ...refusals],
  outputSchema: sessionsOutput,
  async run(call) {
    const choice = choiceOf(call)
    const limit = numberOption(call, 'limit', 1000) ?? 20
    const { list } = await call.services.sessions(choice)
    return list(limit)
  },
  view: sessionsView,
})
