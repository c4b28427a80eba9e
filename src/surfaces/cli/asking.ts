import { timeBack, wholeNumber } from './amounts.ts'
import type { PastChoice } from './app.ts'
import { type Call, option, projectOf } from './options.ts'
import { usage } from './parse.ts'
import { type Paint, paintFor } from './views/paint.ts'
import { visibleJson } from './visible.ts'

export function choiceOf(call: Call, purpose?: 'bundle'): PastChoice {
  const project = projectOf(call, option(call.parsed, 'repo') ?? call.app.projectAround(), purpose)
  return { project, store: option(call.parsed, 'store'), ledger: option(call.parsed, 'ledger') }
}

/** The answer itself under --json, else what a person reads. */
export function print(call: Call, answer: object, view: (paint: Paint) => string): number {
  const { parsed, terminal } = call
  terminal.out(parsed.options.has('json') ? `${visibleJson(answer)}\n` : view(paintFor(terminal.style)))
  return 0
}

export function timeOption(call: Call, name: string): string | undefined {
  const text = option(call.parsed, name)
  if (text === undefined) return undefined
  const time = timeBack(text, call.app.now())
  if (time !== null) return time
  throw usage(
    call.command,
    `--${name} must be a day or a time with zone (ISO 8601), or like 2h, 3d, 2w, not "${text}"`,
  )
}

export function numberOption(call: Call, name: string, most: number): number | undefined {
  const text = option(call.parsed, name)
  if (text === undefined) return undefined
  const value = wholeNumber(text.replace(/^@/, ''), 1, most)
  if (value !== null) return value
  throw usage(call.command, `--${name} must be a whole number from 1 to ${most}, not "${text}"`)
}
