import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** One text of the labelled corpus, which stays outside the repository because its texts look like live tokens. */
export interface Item {
  readonly id: string
  readonly source: string
  readonly text: string
  readonly expect: 'secret' | 'clean'
  readonly kind: string
  readonly tier: string
  /** The values to remove. If there are none, any change counts. */
  readonly secrets: readonly string[]
}

export function corpusPath(home: string): string | undefined {
  const named = process.env.FOREWORD_CORPUS
  const path = named || join(home, '../shared/evaluation/redaction-dev.jsonl.gz')
  if (existsSync(path)) return path
  if (!named) return undefined
  throw new Error(`FOREWORD_CORPUS names ${named}, and no file is there: name one, or unset the variable`)
}

export function readCorpus(path: string): Item[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Item]))
}
