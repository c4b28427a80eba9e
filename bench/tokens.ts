import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { makeTokenCounter } from '../src/adapters/tokenizer/index.ts'
import type { Figure } from './figures.ts'
import { race } from './race.ts'
import type { Settings } from './settings.ts'
import { mixedText } from './texts.ts'

const group = 'o200k counting of 1 MB, the same mixture'

export function countingSpeed({ home, quick }: Settings): Figure[] {
  const text = mixedText(1024 * 1024)
  const { count } = makeTokenCounter('o200k', { tableFile: join(home, 'dist/o200k.bin'), hash: () => '' })
  if (count(text) !== countTokens(text)) throw new Error('the two counters differ')
  const rates = race(
    {
      library: () => (countTokens(text) > 0 ? 1 : 0),
      own: () => (count(text) > 0 ? 1 : 0),
    },
    quick ? { rounds: 2, turnMs: 100 } : { rounds: 7, turnMs: 400 },
  )
  return [
    { group, name: 'gpt-tokenizer', value: rates.library, unit: 'MB/s', ratio: null },
    {
      group,
      name: 'own counter, no counts kept',
      value: rates.own,
      unit: 'MB/s',
      ratio: rates.own / rates.library,
    },
  ]
}
