import { type HistoryDeps, requireLedger, type StoreChoice } from '../../app/history/index.ts'
import { parsePastTime, parseWholeNumber } from './amounts.ts'
import type { Call } from './command.ts'
import { option, projectOf } from './options.ts'
import { usage } from './parse.ts'

export function choiceOf(call: Call, purpose?: 'bundle'): StoreChoice {
  const project = projectOf(call, option(call.parsed, 'repo') ?? call.services.projectAround(), purpose)
  return { project, store: option(call.parsed, 'store'), ledger: option(call.parsed, 'ledger') }
}

/** Runs a query on the project's ledger. Refuses if nothing was recorded. */
export function withLedger<Result>(
  call: Call,
  query: (deps: HistoryDeps, choice: StoreChoice) => Promise<Result>,
): Promise<Result> {
  const { withStore, engine } = call.services
  const choice = choiceOf(call)
  return withStore(choice, (opened) => query(requireLedger(opened, engine.hash), choice))
}

export function timeOption(call: Call, name: string): string | undefined {
  const text = option(call.parsed, name)
  if (text === undefined) return undefined
  const time = parsePastTime(text, call.services.engine.clock.now())
  if (time !== null) return time
  throw usage(
    call.command,
    `--${name} must be like 2h, 3d, 2w, a day, or a time with a zone (ISO 8601), not "${text}"`,
  )
}

export function numberOption(call: Call, name: string, most: number): number | undefined {
  const text = option(call.parsed, name)
  if (text === undefined) return undefined
  const value = parseWholeNumber(text.replace(/^@/, ''), 1, most)
  if (value !== null) return value
  throw usage(call.command, `--${name} must be a whole number from 1 to ${most}, not "${text}"`)
}
