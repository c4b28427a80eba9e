import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { publishedPatterns } from '../../src/core/redact/published/published.fixture.ts'
import { median } from '../figures.ts'
import type { Settings } from '../settings.ts'
import { mixedText } from '../texts.ts'
import { redactAlone } from './engine.ts'
import { realText } from './real-text.ts'
import type { Score } from './scores.ts'

const megabyte = 1024 * 1024
const megabytes = 8
const own = 'foreword, default rules'
const theirs = 'secretlint, recommended rules'

export async function warmSpeed({ home, quick }: Settings): Promise<Score[]> {
  const text = mixedText(megabytes * megabyte)
  const patterns = Object.values(publishedPatterns).map((source) => new RegExp(source, 'g'))
  const rates = await rateOf(
    {
      redact: () => redactAlone(text),
      patterns: () => patterns.reduce((clean, pattern) => clean.replace(pattern, '[REDACTED]'), text),
      secretlint: () => lint(text),
    },
    { megabytes, quick },
  )
  const group = `speed, warm: ${megabytes} MB of prose, code, a git log, a few secrets`
  return [
    { group, name: own, value: rates.redact, unit: 'MB/s', target: { atLeast: 60 } },
    peer(group, 'the 15 published patterns, String.replace', rates.patterns, rates.redact),
    peer(group, theirs, rates.secretlint, rates.redact),
    ...(await onRealFiles(home, quick)),
  ]
}

async function onRealFiles(home: string, quick: boolean): Promise<Score[]> {
  const { text, files } = realText(home, (quick ? 5 : 20) * megabyte)
  const amount = text.length / megabyte
  const rates = await rateOf(
    { redact: () => redactAlone(text), secretlint: () => lint(text) },
    { megabytes: amount, quick },
  )
  const group = `speed, warm: ${amount.toFixed(0)} MB of Markdown and JavaScript, ${files} files of node_modules`
  return [
    { group, name: own, value: rates.redact, unit: 'MB/s' },
    peer(group, theirs, rates.secretlint, rates.redact),
    { group, name: 'redactions', value: redactAlone(text).hits.length / amount, unit: 'per MB' },
  ]
}

function peer(group: string, name: string, value: number, ours: number): Score {
  return { group, name, value, unit: 'MB/s', beside: `foreword is ${(ours / value).toFixed(2)}× as fast` }
}

async function lint(content: string): Promise<unknown> {
  const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, rules: [] }]
  return lintSource({
    source: { filePath: 'mixed.txt', content, contentType: 'text' },
    options: { config: { rules } },
  })
}

/** In turns of a fixed duration, as in ../race.ts, which cannot await secretlint's promises. */
async function rateOf<Name extends string>(
  contestants: Readonly<Record<Name, () => unknown>>,
  { megabytes, quick }: { megabytes: number; quick: boolean },
): Promise<Record<Name, number>> {
  const { rounds, turnMs } = quick ? { rounds: 2, turnMs: 200 } : { rounds: 7, turnMs: 500 }
  const entries = Object.entries(contestants) as [Name, () => unknown][]
  const rates = new Map<Name, number[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, work] of entries) {
      const runs = await runsPerSecond(work, turnMs)
      // The first round warms up the compiler.
      if (round > 0) rates.get(name)!.push(runs * megabytes)
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, median(rates.get(name)!)])) as Record<Name, number>
}

async function runsPerSecond(work: () => unknown, turnMs: number): Promise<number> {
  const start = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    await work()
    const { user, system } = process.threadCpuUsage(start)
    if (user + system >= turnMs * 1000) return runs / ((user + system) / 1e6)
  }
}
