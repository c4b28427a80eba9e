import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../span.ts'
import { personalFinders } from './index.ts'

const marker = '[REDACTED]'
const finders = [...personalFinders.values()]
const visa = `4${'1'.repeat(15)}`

/** Pieces of what is looked for, and what stands at their edges: joined at random they make hits, near hits and overlaps. */
const fragments = [
  ...[
    'jane',
    '@',
    'jane@example.org',
    '@example',
    '.org',
    '.',
    '://',
    'https://',
    '/',
    ':',
    '?',
    '~',
    'git@',
    '2x.png',
  ],
  ...[
    '078',
    '05',
    '1120',
    '-',
    '078-05-1120',
    '219-09-9999',
    '1',
    '12',
    '4111',
    '1111 1111 1111',
    '3782 822463 10005',
  ],
  ...[
    visa,
    'DE89370400440532013000',
    'BE68 5390 0754 7034',
    'NO',
    '93',
    '8601',
    '1117',
    '947',
    'A',
    'z',
    '_',
    ',',
  ],
  ...[
    '+',
    '+49',
    '+1',
    ' ',
    '212',
    '555',
    '0123',
    '(212)',
    '(0)',
    '(',
    ')',
    '020 7946 0958',
    '+442079460958',
    '0',
  ],
  ...['\n', 'é', '😀', '[', ']', marker, '=', '"', '2024-01-02'],
]
const texts = fc.string({ unit: fc.constantFrom(...fragments), maxLength: 14 })

function law(holds: (text: string) => void): void {
  fc.assert(fc.property(texts, holds), { numRuns: 5000 })
}

function without(text: string, spans: readonly Span[]): string {
  let clean = ''
  let last = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= last) clean += text.slice(last, start) + marker
    last = Math.max(last, end)
  }
  return clean + text.slice(last)
}

const allOf = (text: string) => finders.flatMap((find) => find(text))

describe('personal data', () => {
  it('once removed leaves nothing to remove', () => {
    law((text) => {
      expect(allOf(without(text, allOf(text)))).toEqual([])
    })
  })

  it.each([...personalFinders])('%s alone, once removed, leaves none', (_, find) => {
    law((text) => {
      expect(find(without(text, find(text)))).toEqual([])
    })
  })

  it.each([...personalFinders])('%s is found in order and apart', (_, find) => {
    law((text) => {
      let last = 0
      for (const { start, end } of find(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    })
  })
})

// No clock is read: at this size a quadratic step takes hours, and the time limit of a test is a minute.
describe('a hostile megabyte', () => {
  const filled = (unit: string) => unit.repeat(Math.ceil((1024 * 1024) / unit.length))

  it.each([
    ['digits', '1'],
    ['digits and spaces', '1 '],
    ['groups of four', '4111 '],
    ['groups of four with dashes', '4111-'],
    ['card numbers that are wrong', `${visa.slice(0, 15)}2 `],
    ['@', '@'],
    ['a@', 'a@'],
    ['a.@', 'a.@'],
    ['addresses that lack the ending', 'a@a.'],
    ['a scheme and an @', '://a@'],
    ['schemes', '://'],
    ['places', 'a@b.co:'],
    ['letters', 'aB'],
    ['countries', 'DE'],
    ['beginnings of accounts', 'DE89'],
    ['+1-', '+1-'],
    ['+', '+'],
    ['+1 (', '+1 ('],
    ['(', '('],
    ['212-555-', '212-555-'],
    ['078-05-', '078-05-'],
    ['0171 ', '0171 '],
    ['dots', '.'],
    ['zeroes', '0'],
  ])('%s', (_, unit) => {
    const text = filled(unit)
    for (const find of finders) expect(find(text).length).toBeLessThan(text.length)
  })

  it.each([
    ['addresses', 'jane@example.org ', 1],
    ['cards', `${visa} `, 1],
    ['numbers', '078-05-1120 ', 1],
  ])('%s are all found', (_, unit, each) => {
    const text = filled(unit)
    expect(allOf(text)).toHaveLength((text.length / unit.length) * each)
  })

  it('one run without an end', () => {
    for (const text of [`a@${filled('b')}`, `+1${filled('2')}`, `078-${filled('0')}`, `4111 ${filled('1')}`])
      expect(allOf(text)).toEqual([])
  })
})
