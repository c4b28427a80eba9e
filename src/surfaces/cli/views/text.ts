import { formatCount } from '../../../core/values/index.ts'
import { wrap } from '../help.ts'
import { visibleLine } from '../visible.ts'

export const screen = 80

export interface Column {
  readonly head: string
  readonly right?: boolean
  /** Which end it may lose when the line gets too long. */
  readonly lose?: 'start' | 'end'
  /** Loses nothing as long as another can: somebody will want to copy it. */
  readonly last?: boolean
}

/** A table that fits: columns move closer first, then the widest that may lose something does. No cell can break its line. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = screen,
): string[] {
  const titled = columns.some((column) => column.head !== '')
  const cells = [...(titled ? [columns.map((column) => column.head)] : []), ...rows].map((row) =>
    row.map(visibleLine),
  )
  const natural = columns.map((_, i) => Math.max(0, ...cells.map((row) => lengthOf(row[i] ?? ''))))
  const roomy = sum(natural) + 2 * (columns.length - 1) <= width
  const gap = roomy ? 2 : 1
  const widths = shrink(columns, natural, width - gap * (columns.length - 1))
  return cells.map((row) =>
    row
      .map((cell, i) => place(fitted(cell, widths[i]!, columns[i]!.lose), widths[i]!, columns[i]!.right))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
}

const narrowest = 6

function shrink(columns: readonly Column[], natural: readonly number[], room: number): number[] {
  const widths = [...natural]
  const widestOf = (last: boolean) =>
    widths.reduce((best, size, i) => {
      const { lose, last: isLast = false } = columns[i]!
      return lose !== undefined && isLast === last && size > narrowest && size > (widths[best] ?? 0)
        ? i
        : best
    }, -1)
  while (sum(widths) > room) {
    const first = widestOf(false)
    const widest = first === -1 ? widestOf(true) : first
    if (widest === -1) break
    widths[widest]!--
  }
  return widths
}

function place(cell: string, width: number, right = false): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(cell)))
  return right ? space + cell : cell + space
}

function fitted(cell: string, width: number, lose: Column['lose']): string {
  if (lose === undefined) return cell
  return lose === 'start' ? tail(cell, width) : head(cell, width)
}

/** A long path loses its beginning. */
export function tail(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `…${characters.slice(characters.length - width + 1).join('')}`
}

export function head(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}

/** A text in lines that all begin with the same. */
export function paragraph(text: string, indent = ''): string[] {
  return wrap(visibleLine(text), screen - indent.length).map((line) => indent + line)
}

/** `487`, `1.2k`. */
export function thousands(count: number): string {
  if (count < 1000) return String(count)
  const tenths = Math.round(count / 100)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}k`
}

/** In the units that disks are sold in. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  if (unit === 0) return formatCount(bytes, 'byte')
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** `2026-11-16 06:20`, UTC. */
export function when(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

/** Enough of a digest to tell it from others. */
export function short(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}

/** Lines to a text. */
export function page(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function lengthOf(text: string): number {
  return [...text].length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
