import { redact, redactionRules } from '../src/core/redact/index.ts'
import { publishedPatterns } from '../src/core/redact/published.fixture.ts'
import type { Figure } from './figures.ts'
import { race } from './race.ts'
import type { Settings } from './settings.ts'
import { mixedText } from './texts.ts'

const megabytes = 8

export function redactionSpeed({ quick }: Settings): Figure[] {
  const text = mixedText(megabytes * 1024 * 1024)
  const marker = '[REDACTED]'
  const patterns = Object.values(publishedPatterns).map((source) => new RegExp(source, 'g'))
  const rates = race(
    {
      patterns: () => {
        let clean = text
        for (const pattern of patterns) clean = clean.replace(pattern, marker)
        return clean.length === text.length ? 0 : megabytes
      },
      redact: () =>
        redact(text, { rules: redactionRules, marker }).text.length === text.length ? 0 : megabytes,
      indexOf: () => {
        let found = 0
        for (let at = text.indexOf('ghp_'); at !== -1; at = text.indexOf('ghp_', at + 1)) found++
        return found > 0 ? megabytes : 0
      },
    },
    quick ? { rounds: 2, turnMs: 100 } : { rounds: 7, turnMs: 300 },
  )
  const group = `redaction of ${megabytes} MB: prose, code, a git log, a few secrets`
  const figure = (name: string, value: number, ratio: number | null): Figure => ({
    group,
    name,
    value,
    unit: 'MB/s',
    ratio,
  })
  return [
    figure('the 15 published patterns, String.replace', rates.patterns, null),
    figure('redact, all 15 rules', rates.redact, rates.redact / rates.patterns),
    figure('indexOf of one prefix', rates.indexOf, rates.indexOf / rates.patterns),
  ]
}
