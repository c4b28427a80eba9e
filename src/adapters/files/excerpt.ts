import type { ReadGap } from '../../core/values/index.ts'
import {
  countBreaks,
  type FileScan,
  type FileTail,
  findEndOfFirstLine,
  findEndOfLastLine,
  findEndOfWords,
} from './scan.ts'
import { type FileTrouble, quotePath } from './trouble.ts'
import { decodeUtf8, findUtf8Fault, stripByteOrderMark } from './utf8.ts'

export interface Excerpt {
  readonly text: string
  readonly gap?: ReadGap
}

/**
 * Decodes the text of a scan. Beside a gap it keeps only whole lines, because half a line could be half a secret that no rule
 * recognises. If a line takes most of the first window, its beginning is kept, up to the end of a word.
 */
export function decodeExcerpt({ head, tail, bytes }: FileScan, path: string): Excerpt | FileTrouble {
  if (tail === null) {
    return (
      findEncodingFault(path, { bytes: head, offset: 0, breaksBefore: 0 }) ?? {
        text: stripByteOrderMark(decodeUtf8(head)),
      }
    )
  }
  const lines = findEndOfLastLine(head)
  const isCut = lines < head.length / 2
  const first = head.subarray(0, isCut ? findEndOfWords(head) : lines)
  const last = startAtNextLine(tail)
  const fault =
    findEncodingFault(path, { bytes: first, offset: 0, breaksBefore: 0 }) ?? findEncodingFault(path, last)
  if (fault !== null) return fault
  // A line that was cut ends at the gap.
  const afterLine = countBreaks(first) + (isCut ? 1 : 0)
  const gap = {
    afterLine,
    skippedLines: Math.max(0, last.breaksBefore - afterLine),
    skippedBytes: bytes - last.bytes.length - first.length,
  }
  return {
    text: `${stripByteOrderMark(decodeUtf8(first))}${isCut ? '\n' : ''}${decodeUtf8(last.bytes)}`,
    gap,
  }
}

type Piece = Pick<FileTail, 'bytes' | 'offset' | 'breaksBefore'>

function startAtNextLine(tail: FileTail): Piece {
  const cut = findEndOfFirstLine(tail.bytes)
  return {
    bytes: tail.bytes.subarray(cut),
    offset: tail.offset + cut,
    breaksBefore: tail.breaksBefore + countBreaks(tail.bytes.subarray(0, cut), tail.afterReturn),
  }
}

function findEncodingFault(path: string, { bytes, offset, breaksBefore }: Piece): FileTrouble | null {
  const at = findUtf8Fault(bytes)
  if (at < 0) return null
  const line = breaksBefore + countBreaks(bytes.subarray(0, at)) + 1
  const where = `at byte ${offset + at} (line ${line})`
  return { reason: 'not-utf8', detail: `${quotePath(path)} is not UTF-8 ${where}; save it as UTF-8.` }
}
