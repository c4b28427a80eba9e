import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'

let engine: Asking
beforeAll(() => {
  engine = new Asking(own)
})
afterAll(() => engine.remove())

type Change = {
  section: string
  change: string
  why: string | null
  hunks: { lines: { op: string; text: string }[] }[]
}

const words = (sections: Change[]) =>
  Object.fromEntries(sections.map(({ section, change }) => [section, change]))
const lines = ({ hunks }: Change, op: string) =>
  hunks.flatMap((hunk) => hunk.lines.filter((line) => line.op === op).map((line) => line.text))

describe('diff', () => {
  it('says that nothing changed, whatever the injection id', () => {
    engine.inject('standard')
    engine.inject('standard')
    const { sections, frame } = engine.ask('diff', '@1', '@2')
    expect(words(sections)).toEqual({ soul: 'same', rules: 'same', notes: 'same' })
    expect(frame).toEqual([])
    const page = engine.read('diff', '@1', '@2')
    expect(page).toContain('\nNothing changed.\n')
    expect(page).toContain('Unchanged: soul, rules, notes\n')
  })

  it('shows what the agent was told then and now, and from which version of which file', () => {
    engine.write({ 'SOUL.md': 'I am a shop.\nI sell tea.\n' })
    engine.inject('standard')
    const [soul] = engine.ask('diff', 'latest~1', 'latest').sections
    expect(soul).toMatchObject({ section: 'soul', change: 'changed', why: null })
    expect([lines(soul, '-'), lines(soul, '+'), lines(soul, ' ')]).toEqual([
      ['I sell things.'],
      ['I sell tea.'],
      ['I am a shop.'],
    ])
    const { before, after } = soul.sources
    expect([before[0].path, after[0].path]).toEqual(['SOUL.md', 'SOUL.md'])
    expect(before[0].digest).not.toBe(after[0].digest)
    const page = engine.read('diff', 'latest~1', 'latest')
    expect(page).toMatch(/\nsoul: changed, \d+ → \d+ tokens\n {2}SOUL\.md: [0-9a-f]{12} → [0-9a-f]{12}\n/)
    expect(page).toContain('\n-I sell things.\n+I sell tea.\n')
  })

  it('shows what came, what went and why, and what only moved', () => {
    engine.write({
      'EXTRA.md': 'One more thing\n',
      '.foreword/manifest.yaml': manifest({
        sections: `  notes: { tier: workflow, sources: ['file:NOTES.md'] }
  soul: { tier: identity, sources: ['file:SOUL.md'] }
  extra: { tier: workflow, sources: ['file:EXTRA.md'] }
`,
        rest: '',
      }),
    })
    engine.inject('standard')
    const { sections } = engine.ask('diff', 'latest~1', 'latest')
    expect(words(sections)).toMatchObject({ extra: 'added', rules: 'removed' })
    expect(Object.values(words(sections)).sort()).toEqual(['added', 'moved', 'removed', 'same'])
    const gone = sections.find((change: Change) => change.section === 'rules')
    expect([gone.why, gone.size.after]).toEqual(['the manifest no longer has it', null])
    expect(lines(gone, '-')).toContain('Rule A: tests first')
    const page = engine.read('diff', 'latest~1', 'latest')
    expect(page).toContain('+One more thing\n')
    expect(page).toMatch(/\n(?:notes|soul): moved, \d+ → \d+ tokens\n/)
  })

  it('says that a section was left out for the budget', () => {
    engine.write({ '.foreword/manifest.yaml': manifest(), 'NOTES.md': 'A note to keep\n'.repeat(60) })
    engine.inject('standard')
    engine.inject('small')
    const gone = engine
      .ask('diff', 'latest~1', 'latest')
      .sections.find((change: Change) => change.section === 'notes')
    expect([gone.change, gone.why]).toEqual(['removed', 'over budget'])
    expect(engine.read('diff', 'latest~1', 'latest')).toContain('  over budget\n')
  })

  it.each(['markdown', 'json'])('compares packets in %s', (format) => {
    engine.write({ '.foreword/manifest.yaml': manifest({ render: format }), 'SOUL.md': 'Before\n' })
    engine.inject('standard')
    engine.write({ 'SOUL.md': 'After\n' })
    engine.inject('standard')
    const { sections, frame } = engine.ask('diff', 'latest~1', 'latest')
    expect(words(sections)).toMatchObject({ soul: 'changed', rules: 'same', notes: 'same' })
    expect([lines(sections[0], '-'), lines(sections[0], '+')]).toEqual([['Before'], ['After']])
    expect(frame).toEqual([])
  })

  it('goes either way, and refuses where nothing was sent', () => {
    const forth = engine.ask('diff', 'latest~1', 'latest')
    const back = engine.ask('diff', 'latest', 'latest~1')
    expect([back.before, back.after]).toEqual([forth.after, forth.before])
    const failing = "  soul: { sources: ['file:GONE.md'], missing: fail }\n"
    engine.write({ '.foreword/manifest.yaml': manifest({ sections: failing, rest: '' }) })
    engine.inject('standard')
    const { injections } = engine.ask('log', '--limit=1')
    expect(engine.refused(3, 'diff', '@1', injections[0].injection_id)).toContain('Nothing was sent for')
    expect(engine.run('diff', 'latest~1', 'latest')).toMatchObject({
      code: 0,
      err: expect.stringContaining('sent nothing'),
    })
    expect(engine.refused(3, 'diff', '@1', '@77')).toContain('Entry 77 was not found')
    expect(engine.refused(2, 'diff', '@1')).toContain('after')
  })
})
