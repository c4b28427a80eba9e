import type { Salvage } from './salvage.ts'
import { ask, type Value, type Work } from './work.ts'

type Fits = (value: unknown) => boolean
const isText: Fits = (value) => typeof value === 'string'
const isNumber: Fits = (value) => Number.isSafeInteger(value)
const isTime: Fits = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const maybe =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value)

const sessionTables = [
  [
    'session_counts',
    [
      { name: 'ledger', fits: isText },
      { name: 'session', fits: isText },
      { name: 'agent', fits: maybe(isText) },
      { name: 'started_at', fits: isTime },
      { name: 'last_at', fits: isTime },
      { name: 'turns', fits: isNumber },
      { name: 'refreshed_at', fits: maybe(isTime) },
      { name: 'refreshed_turn', fits: maybe(isNumber) },
    ],
  ],
  [
    'session_sections',
    [
      ...['ledger', 'session', 'section', 'digest', 'form'].map((name) => ({ name, fits: isText })),
      { name: 'turn', fits: isNumber },
      { name: 'at', fits: isTime },
    ],
  ],
] as const

/** What sessions were told, as far as it can be read: the rest is sent to them once more, and nothing else comes of it. */
export function* rescueSessions(salvage: Salvage): Work<void> {
  for (const [table, columns] of sessionTables) {
    const names = columns.map(({ name }) => name)
    const places = names.map(() => '?').join(', ')
    for (const line of salvage.keyed(table)) {
      if (!columns.every(({ name, fits }) => fits(line[name]))) continue
      yield* ask(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`,
        ...names.map((name) => line[name] as Value),
      )
    }
  }
}
