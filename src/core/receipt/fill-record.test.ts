import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Refusal } from '../values/index.ts'
import { fillRecord } from './fill-record.ts'
import { leftOut, occasion, receiptFor, sectionOf } from './receipt.fixture.ts'
import { buildRefusalReceipt } from './receipt.ts'

const yields = { by: 'head-tail', why: 'budget', before: 90, after: 30 } as const
const receipt = receiptFor({
  sections: [sectionOf({ reductions: [{ by: 'head', why: 'cap', before: 99, after: 90 }, yields] })],
  leftOut: [leftOut(), leftOut({ id: 'profile', reason: 'missing' })],
  diagnostics: [
    { code: 'source-missing', severity: 'warning', section: 'profile', detail: 'none found' },
    { code: 'over-budget', severity: 'warning', detail: 'too large' },
    { code: 'placeholder-empty', severity: 'note', section: 'soul', detail: 'passed over' },
  ],
})
const fill = (value: unknown) => (fillRecord({ value }, receipt) as { value: unknown }).value

describe('a record template', () => {
  it.each<[string, unknown]>([
    ['$injection_id', occasion.injection_id],
    ['$timestamp', occasion.timestamp],
    ['$agent', 'claude'],
    ['$run_id', null],
    ['$level', 'standard'],
    ['$budget', 1000],
    ['$over_budget', false],
    ['$status', 'trimmed'],
    ['$error', null],
    ['$total', 30],
    ['$sections', ['journal']],
    ['$sources', { journal: 'j/1.md' }],
    ['$sizes', { journal: 6, total: 30 }],
    ['$dropped', ['roadmap']],
    ['$warnings', ['profile: none found', 'too large']],
    ['$redaction.count', 0],
    ['$section.journal.age_days', 2],
    ['$section.journal.strategy', 'full'],
    ['$section.journal.reduced_by.head-tail', true],
    ['$section.journal.reduced_by.bullets', null],
    ['$section.journal.yielded', 60],
    ['$run.status', null],
    ['$section.absent.age_days', null],
    ['$nothing.at.all', null],
    ['$', null],
    ['$constructor', null],
    ['$sections.length', null],
    ['$section.journal.__proto__', null],
  ])('fills %s', (expression, value) => {
    expect(fill(expression)).toEqual(value)
  })

  it.each<[string, unknown]>([
    ['$section.absent.yielded ?? 0', 0],
    ['$section.journal.reduced_by.bullets ?? false', false],
    ['$run_id ?? "none"', 'none'],
    ['$run_id??null', null],
    ['$run_id ?? {"a": [1]}', { a: [1] }],
    ['$run_id ?? "what??"', 'what??'],
    ['$agent ?? "none"', 'claude'],
    ['$over_budget ?? true', false],
    ['$redaction.count ?? 7', 0],
  ])('takes the default where the fact is absent: %s', (expression, value) => {
    expect(fill(expression)).toEqual(value)
  })

  it.each([['text'], [''], ['a $level'], [5], [true], [null]])('keeps %j as it is', (value) => {
    expect(fill(value)).toEqual(value)
  })

  it('is filled at every depth, in lists too', () => {
    const template = { a: [{ b: ['$level', 'x', ['$total']] }], c: { d: { e: '$repo' } } }
    expect(fillRecord(template, receipt)).toEqual({
      a: [{ b: ['standard', 'x', [30]] }],
      c: { d: { e: 'app' } },
    })
  })

  it('keeps odd keys as keys, in their order', () => {
    const template = JSON.parse(
      '{ "z": 1, "__proto__": "$level", "constructor": "$repo", "$level": "$level", "": 2 }',
    )
    const filled = fillRecord(template, receipt) as object
    expect(Object.entries(filled)).toEqual([
      ['z', 1],
      ['__proto__', 'standard'],
      ['constructor', 'app'],
      ['$level', 'standard'],
      ['', 2],
    ])
    expect(({} as Record<string, unknown>).standard).toBeUndefined()
  })

  it('reads what happened to the run once it is over', () => {
    const done = { ...receipt, outcome: { status: 'success', changes: 'committed', seconds: 3 } as const }
    expect(fillRecord({ r: '$run.status', s: '$run.seconds' }, done)).toEqual({ r: 'success', s: 3 })
  })
})

describe('the record of the preset outpost', () => {
  const presets = join(import.meta.dirname, '../../../presets')
  const { record } = parse(readFileSync(join(presets, 'outpost/manifest.yaml'), 'utf8'))

  it('Z-84 to Z-99 has every published key', () => {
    expect(fillRecord(record, receipt)).toMatchObject({
      injection_id: occasion.injection_id,
      run_id: null,
      executor: 'claude',
      sections: ['journal'],
      provenance: { journal: 'j/1.md' },
      token_counts: { journal: 6, total: 30 },
      journal_age_days: 2,
      journal_summarized: true,
      trimming: { sections_dropped: ['roadmap'], journal_trimmed_tokens: 60 },
      security: { patterns_matched: 0, redactions_applied: 0 },
      outcome: { status: 'trimmed', changes: null, duration_sec: null },
    })
  })

  it('Z-X11 Z-104 is filled for a refused request too, without naming absent sections', () => {
    const refused = buildRefusalReceipt('full', new Refusal('source-missing', 'No SOUL.'), occasion)
    expect(fillRecord(record, refused)).toMatchObject({
      sections: [],
      provenance: {},
      token_counts: { total: 0 },
      journal_age_days: null,
      journal_summarized: false,
      trimming: { sections_dropped: [], journal_trimmed_tokens: 0 },
      outcome: { status: 'error', error: 'No SOUL.' },
    })
  })
})
