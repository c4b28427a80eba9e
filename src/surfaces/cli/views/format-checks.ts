import type { DoctorAgent, DoctorTrial } from '../../../app/setup/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

/** The result of one check. `good` is null if the check could not decide. */
export interface Check {
  readonly name: string
  readonly found: string
  readonly good: boolean | null
  readonly below?: readonly string[]
}

/** Formats one line per check: mark, name, finding. */
export function formatChecks(checks: readonly Check[], paint: Paint): string[] {
  const width = Math.max(0, ...checks.map(({ name }) => name.length))
  return checks.flatMap((check) => formatCheck(check, width, paint))
}

function formatCheck({ name, found, good, below = [] }: Check, width: number, paint: Paint): string[] {
  const indent = ' '.repeat(4 + width + 2)
  const [first = '', ...more] = wrapParagraph(found, indent)
  const mark = good === null ? '○' : good ? paint.good('✓') : paint.bad('✗')
  return [
    `  ${mark} ${name.padEnd(width)}  ${first.trimStart()}`,
    ...more,
    ...below.flatMap((text) => wrapParagraph(text, indent)).map(paint.faint),
  ]
}

/** Groups the trial runs of our hooks by event. */
export function makeTrialChecks(trials: readonly DoctorTrial[]): Check[] {
  return Object.values(Object.groupBy(trials, ({ event }) => event)).map((group) => {
    const [first] = group!
    const { event, unit, cap } = first!
    const sent = group!.filter(({ outcome }) => outcome === 'sent')
    const sum = (key: 'size' | 'milliseconds') => group!.reduce((total, trial) => total + trial[key], 0)
    const units = unit === 'utf-16' ? 'UTF-16 units' : 'bytes'
    const over = group!.length === 1 ? '' : ` in ${sent.length} of ${group!.length} hooks`
    const limit = cap === null ? '' : `, cap ${cap}${group!.length === 1 ? '' : ' each'}`
    const output = sent.length === 0 ? 'nothing to send' : `${sum('size')} ${units}${over}${limit}`
    const good = group!.every(({ fits }) => fits)
    const failed = group!.find(({ outcome }) => outcome === 'failed')
    return {
      name: event,
      found: failed === undefined ? `${output}, ${sum('milliseconds')} ms` : `failed: ${failed.detail}`,
      good,
    }
  })
}

/** The result of running the agent itself. */
export function makeProofChecks({ proof, title, program, trials }: DoctorAgent): Check[] {
  if (proof === null) {
    if (trials.length === 0) return []
    return [{ name: 'run', found: program === null ? 'not run: not on PATH' : 'not run', good: null }]
  }
  const { arrived, sections, size, roles, model, milliseconds } = proof
  const time = `${(milliseconds / 1000).toFixed(1)} s`
  if (sections.length === 0)
    return [{ name: 'run', found: `nothing reached the model, ${time}`, good: false }]
  const there = sections.filter(({ state }) => state === 'delivered').length
  const all = formatCount(sections.length, 'section')
  const amount = there === sections.length ? all : `${there} of ${all}`
  const modelText = model === null ? '' : `, ${model}`
  const found = `${title} sent the model ${amount} (${size} bytes, ${roles.join(' and ') || 'no'} role${modelText}), ${time}`
  return [{ name: 'run', found, good: arrived }]
}
