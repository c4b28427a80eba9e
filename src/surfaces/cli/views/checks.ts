import type { DoctorTrial } from '../../../app/setup/index.ts'
import type { Paint } from './paint.ts'
import { paragraph } from './text.ts'

/** What was looked at, what was found, and whether it is as it should be; null where it could not be told. */
export interface Check {
  readonly name: string
  readonly found: string
  readonly good: boolean | null
  readonly below?: readonly string[]
}

/** One line for each, its name in front of what was found. */
export function checkLines(checks: readonly Check[], paint: Paint): string[] {
  const width = Math.max(0, ...checks.map(({ name }) => name.length))
  return checks.flatMap((check) => linesOf(check, width, paint))
}

function linesOf({ name, found, good, below = [] }: Check, width: number, paint: Paint): string[] {
  const indent = ' '.repeat(4 + width + 2)
  const [first = '', ...more] = paragraph(found, indent)
  const mark = good === null ? '○' : good ? paint.good('✓') : paint.bad('✗')
  return [
    `  ${mark} ${name.padEnd(width)}  ${first.trimStart()}`,
    ...more,
    ...below.flatMap((text) => paragraph(text, indent)).map(paint.faint),
  ]
}

/** Our hooks, each run by itself; those of one event together. */
export function trialChecks(trials: readonly DoctorTrial[]): Check[] {
  return Object.values(Object.groupBy(trials, ({ event }) => event)).map((some) => {
    const [first] = some!
    const { event, unit, cap } = first!
    const sent = some!.filter(({ outcome }) => outcome === 'sent')
    const sum = (key: 'size' | 'milliseconds') => some!.reduce((total, one) => total + one[key], 0)
    const units = unit === 'utf-16' ? 'UTF-16 units' : 'bytes'
    const over = some!.length === 1 ? '' : ` in ${sent.length} of ${some!.length} hooks`
    const room = cap === null ? '' : `, cap ${cap}${some!.length === 1 ? '' : ' each'}`
    const gave = sent.length === 0 ? 'nothing to send' : `${sum('size')} ${units}${over}${room}`
    const good = some!.every(({ fits }) => fits)
    const failed = some!.find(({ outcome }) => outcome === 'failed')
    return {
      name: event,
      found: failed === undefined ? `${gave}, ${sum('milliseconds')} ms` : `failed: ${failed.detail}`,
      good,
    }
  })
}
