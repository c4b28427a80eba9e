import { type HistoryDeps, requireLedger, type StoreChoice } from '../../app/history/index.ts'
import { parsePastTime, parseWholeNumber } from './amounts.ts'
import type { CommandCall } from './command.ts'
import { makeUsageRefusal } from './parse-arguments.ts'
import { chooseProject, readOption } from './read-options.ts'
import { readRepository } from './repository.ts'

export function readStoreChoice(call: CommandCall, purpose?: 'bundle'): StoreChoice {
  const project = chooseProject(call, readRepository(call), purpose)
  return { project, store: readOption(call.parsed, 'store'), ledger: readOption(call.parsed, 'ledger') }
}

/** Runs a query on the project's ledger. Refuses if nothing was recorded. */
export function withLedger<Result>(
  call: CommandCall,
  query: (deps: HistoryDeps, choice: StoreChoice) => Promise<Result>,
): Promise<Result> {
  const { withStore, engine } = call.services
  const choice = readStoreChoice(call)
  return withStore(choice, (opened) => query(requireLedger(opened, engine.hash), choice))
}

export function readTimeOption(call: CommandCall, name: string): string | undefined {
  const text = readOption(call.parsed, name)
  if (text === undefined) return undefined
  const time = parsePastTime(text, call.services.engine.clock.now())
  if (time !== null) return time
  throw makeUsageRefusal(
    call.command,
    `--${name} must be like 2h, 3d, 2w, a day, or a time with a zone (ISO 8601), not "${text}"`,
  )
}

export function readNumberOption(call: CommandCall, name: string, most: number): number | undefined {
  const text = readOption(call.parsed, name)
  if (text === undefined) return undefined
  const value = parseWholeNumber(text.replace(/^@/, ''), 1, most)
  if (value !== null) return value
  throw makeUsageRefusal(call.command, `--${name} must be a whole number from 1 to ${most}, not "${text}"`)
}
