import { formatCount } from '../../../core/values/index.ts'
import { makeVisible } from '../make-visible.ts'
import { wrapParagraph } from './lines.ts'

/** Formats the beginning of a text as a quotation. Cuts only between lines, and not after a heading. */
export function formatPreview(text: string, maxLines: number): { lines: string[]; left: string | null } {
  const own = makeVisible(text).trimEnd().split('\n')
  const quoted = own.map(quoteLine)
  let count = 0
  for (let height = 0; count < own.length; count++) {
    height += quoted[count]!.length
    if (count > 0 && height > maxLines) break
  }
  const left = own.length - count
  if (left === 0) return { lines: quoted.flat(), left: null }
  while (count > 1 && /^\s*(#|$)/.test(own[count - 1]!)) count--
  return { lines: quoted.slice(0, count).flat(), left: formatCount(own.length - count, 'more line') }
}

const mark = '  │ '

/** Breaks a line at spaces and keeps its indent. */
export function quoteLine(line: string): string[] {
  const [indent = ''] = /^ */.exec(line)!
  const wrapped = wrapParagraph(line.trimStart().replaceAll('\t', '  '), mark + indent)
  return wrapped.length === 0 ? [mark.trimEnd()] : wrapped
}
