import { formatCount } from '../../../core/values/index.ts'
import { wrapText } from '../help.ts'
import { makeVisibleLine } from '../make-visible.ts'

export const screenWidth = 80

export interface Column {
  readonly head: string
  readonly right?: boolean
  /** The end that may be cut if the line is too long. */
  readonly lose?: 'start' | 'end'
  /** Cut only after all other columns, because users copy it. */
  readonly last?: boolean
}

/** Fits a table into `width`: first narrows the gaps, then cuts the widest column that may be cut. No cell can break its line. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width = screenWidth,
): string[] {
  const titled = columns.some((column) => column.head !== '')
  const cells = [...(titled ? [columns.map((column) => column.head)] : []), ...rows].map((row) =>
    row.map(makeVisibleLine),
  )
  const natural = columns.map((_, i) => Math.max(0, ...cells.map((row) => countCharacters(row[i] ?? ''))))
  const roomy = sum(natural) + 2 * (columns.length - 1) <= width
  const gap = roomy ? 2 : 1
  const widths = shrink(columns, natural, width - gap * (columns.length - 1))
  return cells.map((row) =>
    row
      .map((cell, i) => place(fitCell(cell, widths[i]!, columns[i]!.lose), widths[i]!, columns[i]!.right))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
}

const narrowest = 6

function shrink(columns: readonly Column[], natural: readonly number[], available: number): number[] {
  const widths = [...natural]
  const findWidest = (last: boolean) =>
    widths.reduce((best, size, i) => {
      const { lose, last: isLast = false } = columns[i]!
      return lose !== undefined && isLast === last && size > narrowest && size > (widths[best] ?? 0)
        ? i
        : best
    }, -1)
  while (sum(widths) > available) {
    const first = findWidest(false)
    const widest = first === -1 ? findWidest(true) : first
    if (widest === -1) break
    widths[widest]!--
  }
  return widths
}

function place(cell: string, width: number, right = false): string {
  const space = ' '.repeat(Math.max(0, width - countCharacters(cell)))
  return right ? space + cell : cell + space
}

function fitCell(cell: string, width: number, lose: Column['lose']): string {
  if (lose === undefined) return cell
  return lose === 'start' ? cutStart(cell, width) : cutEnd(cell, width)
}

/** Cuts the start, because the end of a path says more. */
export function cutStart(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `…${characters.slice(characters.length - width + 1).join('')}`
}

export function cutEnd(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}

/** Wraps a text into lines with the same indent. */
export function wrapParagraph(text: string, indent = ''): string[] {
  return wrapText(makeVisibleLine(text), screenWidth - indent.length).map((line) => indent + line)
}

/** `487`, `1.2k`. */
export function formatThousands(count: number): string {
  if (count < 1000) return String(count)
  const tenths = Math.round(count / 100)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}k`
}

/** Uses decimal units: 1 kB is 1000 bytes. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  if (unit === 0) return formatCount(bytes, 'byte')
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** `2026-11-16 06:20`, UTC. */
export function formatTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

/** The first 12 characters of a digest. */
export function shortenDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}

/** Ends each line with a line break. */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function countCharacters(text: string): number {
  return [...text].length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
