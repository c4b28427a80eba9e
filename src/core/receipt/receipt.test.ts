import { describe, expect, it } from 'vitest'
import type { Packet } from '../packet/index.ts'
import { Refusal } from '../values/index.ts'
import { leftOut, occasion, type PacketSection, receiptFor, sectionOf } from './receipt.fixture.ts'
import { buildRefusalReceipt } from './receipt.ts'

type Reduction = PacketSection['reductions'][number]
const reduced = (by: string, why: Reduction['why']): Partial<Packet> => ({
  sections: [sectionOf({ reductions: [{ by, why, before: 9, after: 3 }] })],
})
const secret = { redactions: { 'openai-key': 1 } }

describe('the status of an injection', () => {
  it.each<[string, Partial<Packet>, string]>([
    ['Z-101 nothing happened', {}, 'success'],
    ['Z-101 a section has no source', { leftOut: [leftOut({ reason: 'missing' })] }, 'success'],
    ['Z-101 a section was not asked for', { leftOut: [leftOut({ reason: 'not-asked' })] }, 'success'],
    ['Z-101 a section is empty', { leftOut: [leftOut({ reason: 'empty' })] }, 'success'],
    ['Z-X10 a journal was extracted by age', reduced('headings', 'age'), 'success'],
    ['a section was declared by its address', reduced('reference', 'delivery'), 'success'],
    ['Z-102 a section was dropped for the budget', { leftOut: [leftOut()] }, 'trimmed'],
    ['Z-102 a section was dropped by age', { leftOut: [leftOut({ reason: 'aged' })] }, 'trimmed'],
    ['Z-102 a section was unsafe', { leftOut: [leftOut({ reason: 'unsafe' })] }, 'trimmed'],
    ['Z-102 a journal was summarised by age', reduced('head-tail', 'age'), 'trimmed'],
    ['Z-102 a journal was summarised for the budget', reduced('head-tail', 'budget'), 'trimmed'],
    ['Z-102 a section was cut to its cap', reduced('head', 'cap'), 'trimmed'],
    ['Z-102 a section yielded in another way', reduced('one-line', 'budget'), 'trimmed'],
    ['Z-102 a section yielded to its tier', reduced('bullets', 'tier'), 'trimmed'],
    ['Z-103 something was redacted', { sections: [sectionOf(secret)] }, 'scrubbed'],
    ['Z-103 … in a section that was dropped later', { leftOut: [leftOut(secret)] }, 'scrubbed'],
    ['Z-X12 redacted and trimmed', { sections: [sectionOf(secret)], leftOut: [leftOut()] }, 'scrubbed'],
  ])('%s', (_, packet, status) => {
    expect(receiptFor(packet).status).toBe(status)
  })
})

describe('a receipt', () => {
  it('Z-X23 counts redactions by rule over all sections, rules in order', () => {
    const section = sectionOf({ redactions: { jwt: 2, 'aws-access-key': 1 } })
    const two = sectionOf({ id: 'soul', redactions: { jwt: 1 } })
    const gone = leftOut({ redactions: { pem: 1 } })
    const { redaction } = receiptFor({ sections: [section, two], leftOut: [gone] })
    expect(redaction).toEqual({ rules: 3, count: 5, by_rule: { 'aws-access-key': 1, jwt: 3, pem: 1 } })
    expect(Object.keys(redaction.by_rule)).toEqual(['aws-access-key', 'jwt', 'pem'])
  })

  it('Z-24 Z-90 Z-92 says of each section where it came from, how large it is and what was done', () => {
    expect(receiptFor().sections).toEqual([
      {
        id: 'journal',
        tier: null,
        source: 'j/1.md',
        sources: [{ path: 'j/1.md', digest: 'sha256:j', bytes: 90 }],
        date: '2026-01-01',
        date_basis: 'document',
        age_days: 2,
        strategy: 'full',
        size: 6,
        cap: 500,
        authority: 'fact',
        reductions: [],
        redactions: {},
        sent_digest: 'sha256:s',
      },
    ])
  })

  it('names all sources of a section, and none where it has none', () => {
    const more = { path: 'j/2.md', digest: 'sha256:k', bytes: 1, date: null, basis: null }
    const many = sectionOf({ sources: [...sectionOf().sources, more] })
    const none = sectionOf({ id: 'x', sources: [] })
    expect(receiptFor({ sections: [many, none] }).sections).toMatchObject([
      {
        source: 'j/1.md, j/2.md',
        sources: [
          { path: 'j/1.md', digest: 'sha256:j', bytes: 90 },
          { path: 'j/2.md', digest: 'sha256:k', bytes: 1 },
        ],
        date: '2026-01-01',
      },
      { source: '', sources: [], date: null, date_basis: null, sent_digest: '' },
    ])
  })

  it('holds no text of a section, sent or not', () => {
    const json = JSON.stringify(receiptFor({ leftOut: [leftOut()] }))
    for (const text of ['The text of the section', 'What the cap took away']) expect(json).not.toContain(text)
  })

  it('Z-84 Z-89 carries the occasion, the level and the sizes', () => {
    expect(receiptFor({ overBudget: true })).toMatchObject({
      receipt: 1,
      ...occasion,
      error: null,
      level: 'standard',
      like: 'standard',
      measure: 'o200k',
      budget: 1000,
      ceiling: 2000,
      over_budget: true,
      total: 30,
      packet_digest: 'sha256:p',
      outcome: null,
    })
  })

  it('Z-95 lists what was left out with its reason', () => {
    expect(receiptFor({ leftOut: [leftOut()] }).left_out).toEqual([
      {
        id: 'roadmap',
        reason: 'over-budget',
        why: 'over budget',
        source: 'docs/R.md',
        sources: [{ path: 'docs/R.md', digest: 'sha256:r', bytes: 9 }],
        looked: [],
        size: 40,
      },
    ])
  })

  it('Z-100 survives being written as JSON', () => {
    const receipt = receiptFor({ leftOut: [leftOut({ source: 'a "b"\n\\c\u2028.md' })] })
    expect(JSON.parse(JSON.stringify(receipt))).toStrictEqual(receipt)
  })
})

it('Z-104 a refusal leaves a record with its reason', () => {
  const receipt = buildRefusalReceipt(
    'full',
    new Refusal('source-missing', 'No SOUL.', 'Write one.'),
    occasion,
  )
  expect(receipt).toMatchObject({ ...occasion, status: 'error', error: 'No SOUL.', level: 'full', total: 0 })
  expect(receipt.diagnostics).toEqual([{ code: 'source-missing', severity: 'error', detail: 'No SOUL.' }])
  expect([receipt.sections, receipt.left_out, receipt.map, receipt.packet_digest]).toEqual([[], [], [], null])
  expect(JSON.parse(JSON.stringify(receipt))).toStrictEqual(receipt)
})
