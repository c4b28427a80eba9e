import { makeMerger } from './merge.ts'
import { pieceEnd } from './split.ts'
import { openTable, rankOf } from './table.ts'

/** Exact o200k_base. Special tokens such as `<|endoftext|>` are ordinary text, lone surrogates are U+FFFD. */
export function openO200k(tableFile: string): (text: string) => number {
  const table = openTable(tableFile)
  const merged = makeMerger(table)
  return (text) => {
    const bytes = Buffer.from(text)
    let count = 0
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      end = pieceEnd(table, bytes, at)
      count += rankOf(table, bytes, at, end) >= 0 ? 1 : merged(bytes, at, end)
    }
    return count
  }
}
