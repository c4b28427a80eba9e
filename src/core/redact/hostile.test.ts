import { describe, expect, it } from 'vitest'
import { hostileTexts } from './hostile.fixture.ts'
import { ruleSets } from './redaction-rules.ts'
import { createRedactor, redact } from './redactor.ts'

// No clock is read: at this size a quadratic step takes minutes, and the time limit of a test is seconds.
const size = 1024 * 1024
const limit = 20_000
const options = { rules: ruleSets.default, marker: '[REDACTED]' }

describe('a hostile megabyte is redacted in linear time:', () => {
  it.each(hostileTexts(size).map(({ name, text }) => [name, text] as const))(
    '%s',
    (_, text) => {
      const { text: clean, hits, origins } = redact(text, options)
      expect(origins).toHaveLength(clean.split('\n').length)
      if (hits.length === 0) expect(clean.length).toBeLessThanOrEqual(text.length)
    },
    limit,
  )
})

describe('many secrets in many texts', () => {
  it(
    'are learned and looked for in linear time',
    () => {
      const texts = Array.from({ length: 200 }, (_, i) =>
        hostileTexts(2048)
          .find(({ name }) => name === 'distinct values with a name')!
          .text.replaceAll('0000', `${1000 + i}`),
      )
      const redactor = createRedactor(options)
      for (const text of texts) redactor.learn(text)
      for (const text of texts) expect(redactor.redact(text).hits.length).toBeGreaterThan(0)
    },
    limit,
  )
})
