import { describe, expect, it } from 'vitest'
import { changeManifest, findProblems, makeManifest, smallestManifest } from './manifest.fixture.ts'

/** Expects exactly one problem after a change. */
function check(over: object, path: string, message: string, fix?: string): void {
  const problems = findProblems(changeManifest(over))
  expect(problems.map((problem) => problem.path.join('.'))).toEqual([path])
  expect(problems[0]!.message).toContain(message)
  if (fix !== undefined) expect(problems[0]!.fix).toContain(fix)
}

const soul = (rule: object) => ({ sections: { soul: rule } })

describe('an unknown key', () => {
  it.each([
    ['at the top', { secions: {} }, 'secions', 'did you mean "sections"?', 'levels, default_level'],
    [
      'of a level',
      { levels: { standard: { buget: 1 } } },
      'levels.standard.buget',
      '"budget"',
      'over_budget',
    ],
    ['of a section', soul({ haeding: 'X' }), 'sections.soul.haeding', '"heading"', 'sources, select'],
    ['of a condition', soul({ when: { levle: 'full' } }), 'sections.soul.when.levle', '"level"', 'rework'],
    [
      'of a source',
      soul({ sources: [{ uri: 'file:x', slect: 'all' }] }),
      'sections.soul.sources.0.slect',
      '"select"',
      'uri, select, shape, stub',
    ],
    [
      'of a field',
      soul({ shape: { fields: [{ label: 'X', from: ['x'], a: 'line' }] } }),
      'sections.soul.shape.fields.0.a',
      'unknown key "a"',
      'label, from, as',
    ],
    [
      'of a decay step',
      soul({ decay: { steps: [{ use: 'full', up_to: 3 }] } }),
      'sections.soul.decay.steps.0.up_to',
      '"upto"',
      'use, name',
    ],
    [
      'of a tier',
      { tiers: { rules: { deliver: 'push' } } },
      'tiers.rules.deliver',
      '"delivery"',
      'authority',
    ],
    ['of the rendering', { render: { tags: 'x' } }, 'render.tags', '"tag"', 'cut_marker'],
    ['of the redaction', { redact: { ad: [] } }, 'redact.ad', '"add"', 'marker'],
    ['that is like nothing there', { quux: 1 }, 'quux', 'unknown key "quux"', 'allowed here: foreword, name'],
  ])('%s is named, with what is allowed there', (_, over, path, message, fix) => {
    check(over, path, message, fix)
  })
})

describe('a missing key', () => {
  it.each([
    [{ foreword: null }, 'foreword', 'add it: 1: Version of the manifest language'],
    [{ name: null }, 'name', 'add it: string'],
    [{ sections: null }, 'sections', 'add it: object'],
    [{ levels: { standard: { budget: null } } }, 'levels.standard.budget', 'Amount allotted'],
    [soul({ sources: null }), 'sections.soul.sources', 'The first that resolves is used'],
    [soul({ sources: [{ select: 'all' }] }), 'sections.soul.sources.0.uri', 'file:path or glob'],
    [{ precedence: [{ section: 'soul' }] }, 'precedence.0.by', 'How to shorten'],
  ])('in %j is asked for', (over, paths, fix) => {
    const problems = findProblems(changeManifest(over))
    expect(problems.map((problem) => problem.path.join('.')).join()).toBe(paths)
    expect(problems[0]).toMatchObject({ at: 'key', message: expect.stringContaining('missing key') })
    expect(problems[0]!.fix).toContain(fix)
  })
})

describe('a wrong value', () => {
  it.each([
    [{ foreword: 2 }, 'foreword', 'expected 1'],
    [{ name: 'Big Name' }, 'name', 'must be lower-case letters'],
    [{ ceiling: 'much' }, 'ceiling', 'expected number, received string', 'No packet exceeds it'],
    [{ ceiling: 1.5 }, 'ceiling', 'expected int'],
    [{ ceiling: -1 }, 'ceiling', '>=0'],
    [{ measure: 'o200' }, 'measure', '"o200k" or "chars/4" or "chars" or "lines"; did you mean "o200k"?'],
    [{ sections: [] }, 'sections', 'expected record, received array'],
    [
      { sections: { 'My Section': smallestManifest.sections.soul } },
      'sections.My Section',
      'must be lower-case',
    ],
    [{ sections: { 2: smallestManifest.sections.soul } }, 'sections.2', 'must be lower-case'],
    [soul({ sources: [] }), 'sections.soul.sources', '>=1 items'],
    [soul({ sources: [5] }), 'sections.soul.sources.0', 'expected string or object'],
    [soul({ protected: 'yes' }), 'sections.soul.protected', 'expected boolean', 'Never dropped'],
    [soul({ missing: 'wran' }), 'sections.soul.missing', '"fail" or "warn" or "skip"; did you mean "warn"?'],
    [soul({ cap: 'big' }), 'sections.soul.cap', 'expected integer or object: Most the section may take'],
    [soul({ cap: { full: 'big' } }), 'sections.soul.cap.full', 'expected number'],
    [
      soul({ shape: 'titels' }),
      'sections.soul.shape',
      '"raw" or "clean" or "whole" or "titles" or "tasks" or object',
    ],
    [soul({ when: { level: 3 } }), 'sections.soul.when.level', 'expected string or array'],
    [
      soul({ decay: { steps: [{ use: 'Full!' }] } }),
      'sections.soul.decay.steps.0.use',
      'must look like name',
    ],
    [{ render: { tag: 'a b' } }, 'render.tag', 'string'],
    [
      { render: { attributes: { 'a" onload="x': 'y' } } },
      'render.attributes.a" onload="x',
      'must be a letter or "_"',
    ],
    [{ render: { cut_marker: '' } }, 'render.cut_marker', 'one line and not empty'],
    [{ render: { cut_marker: 'a\nb' } }, 'render.cut_marker', 'one line and not empty'],
    [{ redact: { marker: '' } }, 'redact.marker', 'one line and not empty'],
    [{ redact: { marker: 'a\rb' } }, 'redact.marker', 'one line and not empty'],
    [{ vars: { a: 1 } }, 'vars.a', 'expected string'],
    [{ scheme: 'file' }, 'scheme', 'is a scheme of sources'],
    [{ scheme: 'section' }, 'scheme', 'is a scheme of sources'],
  ])('%j is refused', (over, path, message, fix?: string) => check(over, path, message, fix))
})

describe('a name that stands for nothing', () => {
  it.each([
    [{ default_level: 'standrad' }, 'default_level', 'unknown level "standrad"; did you mean "standard"?'],
    [soul({ tier: 'rules' }), 'sections.soul.tier', 'unknown tier "rules"'],
    [soul({ cap: { huge: 3 } }), 'sections.soul.cap.huge', 'unknown level "huge"'],
    [soul({ when: { level: ['full', 'huge'] } }), 'sections.soul.when.level', 'unknown level "huge"'],
    [soul({ when: { intent: 'fix' } }), 'sections.soul.when.intent', 'unknown intent "fix"'],
    [soul({ sources: ['section:suol'] }), 'sections.soul.sources.0', 'did you mean "soul"?'],
    [soul({ sources: ['SOUL.md'] }), 'sections.soul.sources.0', 'has an unknown scheme', 'file:, section:'],
    [soul({ sources: [{ uri: 'http://x' }] }), 'sections.soul.sources.0', '"http://x" has an unknown scheme'],
    [
      { redact: { add: ['hex-41'] } },
      'redact.add.0',
      'unknown redaction rule "hex-41"; did you mean "hex-40"?',
    ],
    [{ precedence: [{ section: 'sole', by: 'drop' }] }, 'precedence.0.section', 'unknown section "sole"'],
    [{ precedence: [{ section: 'soul', by: 'haed(3)' }] }, 'precedence.0.by', 'unknown reducer "haed(3)"'],
    [{ precedence: [{ section: 'soul', by: 'constructor' }] }, 'precedence.0.by', 'unknown reducer'],
    [
      soul({ decay: { steps: [{ use: 'head' }] } }),
      'sections.soul.decay.steps.0.use',
      'takes 1 whole number',
    ],
    [
      { custom_level: { min: 1, max: 9, bands: [{ from: 1, like: 'huge' }] } },
      'custom_level.bands.0.like',
      'unknown level "huge"',
    ],
    [
      { custom_level: { min: 1, max: 9, bands: [{ from: 1, like: 'full' }], slack_to: 'journal' } },
      'custom_level.slack_to',
      'unknown section "journal"',
    ],
  ])('%j is refused', (over, path, message, fix?: string) => check(over, path, message, fix))
})

describe('a manifest that contradicts itself', () => {
  const step = (upto?: number) => ({ use: 'full', ...(upto !== undefined && { upto }) })
  const custom = (min: number, max: number) => ({
    custom_level: { min, max, bands: [{ from: 1, like: 'full' }] },
  })
  const field = (label: string, within?: string) => ({ label, from: ['x'], ...(within && { within }) })
  const fields = (...all: object[]) => ({ fields: all })
  it.each([
    [soul({ decay: { steps: [step(7), step(3), step()] } }), 'sections.soul.decay.steps.1.upto', 'than 7'],
    [soul({ decay: { steps: [step(7), step(7)] } }), 'sections.soul.decay.steps.1.upto', 'than 7'],
    [soul({ decay: { steps: [step(), step(7)] } }), 'sections.soul.decay.steps.0', 'only the last step'],
    [
      { ...soul({ protected: true }), precedence: [{ section: 'soul', by: 'drop' }] },
      'precedence.0.section',
      'is protected and cannot yield',
    ],
    [
      { custom_level: { min: 1, max: 9, bands: [5, 2].map((from) => ({ from, like: 'full' })) } },
      'custom_level.bands.1.from',
      'must be greater than 5, the band before',
    ],
    [custom(1, 2001), 'custom_level.max', '2001 is over the ceiling of 2000', 'raise the ceiling'],
    [custom(10, 9), 'custom_level.min', '10 is over the max of 9', 'raise the max'],
    [
      { sections: { one: { sources: ['section:two'] }, two: { sources: ['section:soul'] } } },
      'sections.one.sources.0',
      'section "two" has no sources of its own',
      'name the section that has them',
    ],
    [
      { sections: { one: { sources: [{ uri: 'section:one' }] } } },
      'sections.one.sources.0',
      'section "one" has no sources of its own',
    ],
    [
      soul({ shape: fields(field('Phase'), field('Goal', 'Phsae')) }),
      'sections.soul.shape.fields.1.within',
      'unknown field "Phsae"; did you mean "Phase"?',
    ],
    [
      soul({ shape: fields(field('Phase', 'Phase')) }),
      'sections.soul.shape.fields.0.within',
      'unknown field "Phase"',
    ],
    [
      soul({ sources: [{ uri: 'file:x', shape: fields(field('A'), field('B'), field('A')) }] }),
      'sections.soul.sources.0.shape.fields.2.label',
      'another field also has the label "A"',
    ],
    [{ record: { who: ['$agent ?? nobody'] } }, 'record.who.0', 'the default nobody is not JSON', '"nobody"'],
  ])('%j is refused', (over, path, message, fix?: string) => check(over, path, message, fix))

  it('lets a field look below another, and a section borrow from one with sources of its own', () => {
    const shape = fields(field('Goal', 'Phase'), field('Phase'))
    const sections = { soul: { shape }, two: { sources: ['section:soul', 'file:x'] } }
    expect(findProblems(changeManifest({ ...custom(2000, 2000), sections }))).toEqual([])
  })

  it('lets the last decay step end somewhere or leave it open', () => {
    for (const steps of [[step()], [step(3)], [step(3), step(7)], [step(3), step()]])
      expect(findProblems(changeManifest(soul({ decay: { steps } })))).toEqual([])
  })
})

it('lists all problems of one kind at once', () => {
  const shape = { ceiling: 'x', measure: 'y', quux: 1, sections: { soul: { cap: 'z' } } }
  expect(findProblems(changeManifest(shape)).map((problem) => problem.path[0])).toEqual([
    'measure',
    'ceiling',
    'sections',
    'quux',
  ])
  const names = { default_level: 'x', redact: { add: ['y'] }, sections: { soul: { tier: 'z' } } }
  expect(findProblems(changeManifest(names))).toHaveLength(3)
})

it.each([null, 3, 'text', [], [1]])('refuses %j as a manifest', (data) => {
  expect(findProblems(data)[0]).toMatchObject({
    path: [],
    message: expect.stringContaining('expected object'),
  })
})

describe('a manifest with only a name and sections', () => {
  const shortest = {
    foreword: 1,
    name: 'shop',
    sections: { commands: { sources: ['foreword://project/commands'] } },
  }
  const { levels, default_level, ceiling, tiers, ...rest } = makeManifest({ levels: null, ceiling: null })

  it('has three levels, a default and a ceiling', () => {
    expect(findProblems(shortest)).toEqual([])
    expect({ levels, default_level, ceiling, tiers }).toEqual({
      levels: {
        minimal: { budget: 600, over_budget: 'note' },
        standard: { budget: 1500, over_budget: 'note' },
        full: { budget: 3000, over_budget: 'note' },
      },
      default_level: 'standard',
      ceiling: 4000,
      tiers: {},
    })
  })

  it('takes numbers as levels, up to its ceiling', () => {
    expect(rest.custom_level).toMatchObject({ min: 300, max: 4000 })
    expect(makeManifest({ levels: null, ceiling: 3500 }).custom_level).toMatchObject({ max: 3500 })
    expect(makeManifest({}).custom_level).toBeUndefined()
  })

  it('is told if its ceiling is below the default levels', () => {
    expect(findProblems({ ...shortest, ceiling: 2000 })).toMatchObject([
      { path: ['levels', 'full', 'budget'], message: '3000 is over the ceiling of 2000' },
    ])
  })
})

it('fills in what was left out', () => {
  expect(makeManifest({})).toMatchObject({
    vars: {},
    measure: 'o200k',
    intents: {},
    tiers: {},
    precedence: [],
    exclude: [],
    redact: { add: [], marker: '[REDACTED]' },
    levels: { standard: { budget: 1000, over_budget: 'note' } },
    render: {
      format: 'xml+markdown',
      tag: 'context',
      attributes: {},
      task_tag: 'task',
      cut_marker: '...[cut]...',
      omissions: 'comment',
    },
    sections: {
      soul: { select: 'first', missing: 'warn', shape: 'raw', over_cap: 'cut', protected: false },
    },
  })
  expect(makeManifest(soul({ decay: { steps: [{ use: 'full' }] } })).sections.soul?.decay?.by).toBe('days')
  expect(makeManifest({ redact: { add: ['hex-40'] } }).redact.marker).toBe('[REDACTED]')
  expect(makeManifest({ tiers: { rules: {} } }).tiers.rules).toMatchObject({
    delivery: 'push',
    authority: 'fact',
  })
})
