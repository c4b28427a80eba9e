import type { Gap } from '../../core/values/index.ts'
import { countBreaks, endOfFirstLine, endOfLastLine, type Scan, type Tail } from './scan.ts'
import { quoted, type Trouble } from './trouble.ts'
import { decode, faultAt, withoutMark } from './utf8.ts'

export interface Excerpt {
  readonly text: string
  readonly gap?: Gap
}

/** The text of a scan. Only whole lines beside a gap: half a line could be half a secret, which nothing would recognise. */
export function excerptOf({ head, tail, bytes }: Scan, path: string): Excerpt | Trouble {
  if (tail === null) {
    return faultIn(path, { bytes: head, offset: 0, breaksBefore: 0 }) ?? { text: withoutMark(decode(head)) }
  }
  const first = head.subarray(0, endOfLastLine(head))
  const last = fromNextLine(tail)
  const fault = faultIn(path, { bytes: first, offset: 0, breaksBefore: 0 }) ?? faultIn(path, last)
  if (fault !== null) return fault
  const afterLine = countBreaks(first)
  const gap = {
    afterLine,
    skippedLines: last.breaksBefore - afterLine,
    skippedBytes: bytes - last.bytes.length - first.length,
  }
  return { text: withoutMark(decode(first)) + decode(last.bytes), gap }
}

type Piece = Pick<Tail, 'bytes' | 'offset' | 'breaksBefore'>

function fromNextLine(tail: Tail): Piece {
  const cut = endOfFirstLine(tail.bytes)
  return {
    bytes: tail.bytes.subarray(cut),
    offset: tail.offset + cut,
    breaksBefore: tail.breaksBefore + countBreaks(tail.bytes.subarray(0, cut), tail.afterReturn),
  }
}

function faultIn(path: string, { bytes, offset, breaksBefore }: Piece): Trouble | null {
  const at = faultAt(bytes)
  if (at < 0) return null
  const line = breaksBefore + countBreaks(bytes.subarray(0, at)) + 1
  const where = `at byte ${offset + at} (line ${line})`
  return { reason: 'not-utf8', detail: `${quoted(path)} is not UTF-8 ${where}; save it as UTF-8.` }
}
