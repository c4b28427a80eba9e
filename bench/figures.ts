// A figure is a measurement with a baseline of the same run, because ratios vary less between machines and runs.

export interface Figure {
  readonly group: string
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Ratio to the baseline of the group. Null for the baseline itself. */
  readonly ratio: number | null
  readonly goal?: Goal
}

export type Goal = { readonly of: 'ratio' | 'value' } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * The mean of the faster half. Other programs only make runs slower, and they slow many runs: under load, some of a few medians are off by
 * a tenth, and none of these means.
 */
export function fasterHalf(values: readonly number[]): number {
  const faster = [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length / 2))
  return faster.reduce((sum, value) => sum + value, 0) / faster.length
}

export function isMet({ value, ratio, goal }: Figure): boolean | null {
  if (goal === undefined) return null
  const reached = goal.of === 'ratio' ? ratio! : value
  return 'atMost' in goal ? reached <= goal.atMost : reached >= goal.atLeast
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [figure.name, amount(figure), ratioOf(figure), verdict(figure)])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines: string[] = []
  for (const [i, [name, value, ratio, goal]] of rows.entries()) {
    const { group } = figures[i]!
    if (group !== figures[i - 1]?.group) lines.push('', group)
    const cells = [name!.padEnd(widths[0]!), value!.padStart(widths[1]!), ratio!.padStart(widths[2]!), goal]
    lines.push(`  ${cells.join('  ').trimEnd()}`)
  }
  return lines.slice(1).join('\n')
}

function amount({ value, unit }: Figure): string {
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${unit}`
}

function ratioOf({ ratio }: Figure): string {
  if (ratio === null) return 'baseline'
  return `${ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(2)}×`
}

function verdict(figure: Figure): string {
  if (figure.goal === undefined) return ''
  const { goal } = figure
  const [sign, amount, missed] = 'atMost' in goal ? ['≤', goal.atMost, 'over'] : ['≥', goal.atLeast, 'below']
  const unit = goal.of === 'ratio' ? '×' : ` ${figure.unit}`
  return `goal ${sign} ${amount}${unit}: ${isMet(figure) ? 'ok' : missed}`
}
