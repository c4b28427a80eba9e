import { askIfMeant, type Manifest } from '../manifest/index.ts'
import { type Diagnostic, makeDiagnostic, Refusal } from '../values/index.ts'

export interface PlannedLevel {
  /** The requested level after clamping: `standard`, `1400`. */
  readonly name: string
  /** The named level whose sections and caps apply. */
  readonly like: string
  readonly budget: number
  readonly overBudget: 'note' | 'refuse'
  /** A custom budget minus the budget of `like`. */
  readonly slack: number
}

export function resolveLevel(
  manifest: Manifest,
  requested: string | null,
  diagnostics: Diagnostic[],
): PlannedLevel {
  const name = requested ?? manifest.default_level
  const level = Object.hasOwn(manifest.levels, name) ? manifest.levels[name] : undefined
  if (level !== undefined) {
    return { name, like: name, budget: level.budget, overBudget: level.over_budget, slack: 0 }
  }
  const custom = manifest.custom_level
  if (custom === undefined || !/^\d{1,9}$/.test(name)) throw refuseUnknownLevel(manifest, name)
  const number = Number(name)
  if (number < custom.min) {
    throw new Refusal(
      'level-out-of-range',
      `Level ${name} is below ${custom.min}, the smallest custom budget.`,
      `Use a number from ${custom.min} to ${custom.max}, or ${Object.keys(manifest.levels).join(', ')}.`,
    )
  }
  if (number > custom.max) {
    diagnostics.push(
      makeDiagnostic('level-clamped', 'warning', `level ${number} became ${custom.max}, the hard cap`),
    )
  }
  const budget = Math.min(number, custom.max)
  const like = custom.bands.findLast((band) => budget >= band.from)?.like ?? custom.bands[0]!.like
  const base = manifest.levels[like]!
  return {
    name: String(budget),
    like,
    budget,
    overBudget: base.over_budget,
    slack: Math.max(0, budget - base.budget),
  }
}

function refuseUnknownLevel(manifest: Manifest, name: string): Refusal {
  const custom = manifest.custom_level
  const numbers = custom === undefined ? '' : `, or a number from ${custom.min} to ${custom.max}`
  const known = `${Object.keys(manifest.levels).join(', ')}${numbers}`
  const hint = askIfMeant(name, Object.keys(manifest.levels))
  return new Refusal('unknown-level', `Unknown level: ${name}`, `${hint}Use ${known}.`)
}
