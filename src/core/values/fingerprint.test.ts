import { expect, it } from 'vitest'
import { computeFingerprint } from './fingerprint.ts'

it('has fingerprints that are always the same', () => {
  expect(['', 'a', 'foobar'].map(computeFingerprint)).toEqual([
    '811c9dc5050c5d1f',
    'e40c292c70772d5a',
    'bf9cf968ffe8d046',
  ])
})
