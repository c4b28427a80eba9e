import { formatCount } from '../../../core/values/index.ts'
import { makeVisible } from '../make-visible.ts'
import { wrapParagraph } from './lines.ts'

/** Formats the beginning of a text as a quotation, in whole lines that are broken at spaces. */
export function formatPreview(text: string, maxLines: number): { lines: string[]; left: string | null } {
  const own = makeVisible(text).trimEnd().split('\n')
  const shown: string[] = []
  let count = 0
  for (const line of own) {
    const wrapped = quoteLine(line)
    if (shown.length > 0 && shown.length + wrapped.length > maxLines) break
    shown.push(...wrapped)
    count++
  }
  const left = own.length - count
  return { lines: shown, left: left === 0 ? null : formatCount(left, 'more line') }
}

const mark = '  │ '

/** Keeps the indent of the line. */
export function quoteLine(line: string): string[] {
  const [indent = ''] = /^ */.exec(line)!
  const wrapped = wrapParagraph(line.trimStart().replaceAll('\t', '  '), mark + indent)
  return wrapped.length === 0 ? [mark.trimEnd()] : wrapped
}
