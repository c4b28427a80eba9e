import { makeMerger } from './merge.ts'
import { findPieceEnd } from './piece-end.ts'
import { findRank, openTokenTable } from './token-table.ts'

/** Counts exact o200k_base tokens. Special tokens such as `<|endoftext|>` are ordinary text, lone surrogates are U+FFFD. */
export function openO200k(tableFile: string): (text: string) => number {
  const table = openTokenTable(tableFile)
  const countMerged = makeMerger(table)
  return (text) => {
    const bytes = Buffer.from(text)
    let count = 0
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      end = findPieceEnd(table, bytes, at)
      count += findRank(table, bytes, at, end) >= 0 ? 1 : countMerged(bytes, at, end)
    }
    return count
  }
}
