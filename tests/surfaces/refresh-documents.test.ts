// Sections with a document each: changes are sent document by document.
import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, manifest as hookManifest, linesOf, page, startup } from './hook-calls.ts'
import { Sitting } from './refresh-project.ts'

const manifest = (refresh: string, { most = 9, tier = '', before = '' } = {}) => `foreword: 1
name: shop
levels: { standard: { budget: 4000 } }
default_level: standard
ceiling: 8000
measure: chars/4
tiers:
  decisions: { ${tier}refresh: ${refresh} }
refresh: { cooldown_seconds: 30 }
sections:
  soul: { heading: SOUL, sources: ["file:SOUL.md"] }
${before}  rules: { tier: decisions, sources: ["file:rules.md"], missing: skip }
  adrs: { tier: decisions, each: true, most: ${most}, sources: ["file:adrs/*.md"], missing: skip }
`
const text = (word: string) => `# ${word}\n\nWe decided on ${word}.\n`

describe('a tier of documents', () => {
  let sitting: Sitting
  afterEach(() => sitting.remove())

  function begin(refresh = '[{ on_change: "*" }]', given: Parameters<typeof manifest>[1] = {}): void {
    sitting = new Sitting('[]')
    sitting.write({
      '.foreword/manifest.yaml': manifest(refresh, given),
      'rules.md': text('rules'),
      'adrs/1.md': text('one'),
      'adrs/2.md': text('two'),
    })
    expect(sitting.begin()).toMatchObject({ code: 0, err: '' })
  }

  it('is told what of them is updated, new and removed, each by its own name, once', () => {
    begin()
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'adrs/1.md': text('one, again'), 'adrs/2.md': null, 'adrs/3.md': text('three') })
    expect(sitting.refresh(120)).toEqual({
      code: 0,
      err: '',
      out: `<context>

## adrs/1.md (updated)

### one, again

We decided on one, again.

## adrs/3.md (new)

### three

We decided on three.

## adrs/2.md (removed)

adrs/2.md is no longer there.

</context>
`,
    })
    expect(sitting.did(180)).toBe('no-trigger')
    const { told } = sitting.json(['sessions']).sessions[0]
    expect(told.map((entry: { section: string; form: string }) => `${entry.section} ${entry.form}`)).toEqual([
      'adrs/adrs/1.md content',
      'adrs/adrs/2.md removed',
      'adrs/adrs/3.md content',
      'rules content',
      'soul content',
    ])
    sitting.write({ 'adrs/2.md': text('two') })
    expect(sitting.did(240)).toBe('baseline adrs/adrs/2.md')
  })

  it('is told beside sections that are one', () => {
    begin()
    sitting.write({ 'rules.md': text('other rules'), 'adrs/2.md': text('two, again') })
    expect(sitting.did(60)).toBe('update rules, update adrs/adrs/2.md')
    expect(sitting.did(120)).toBe('no-trigger')
  })

  it('is told nothing of a document that is not chosen, and that one is new when it is', () => {
    begin('[{ on_change: "*" }]', { most: 2 })
    sitting.write({ 'adrs/3.md': text('three') })
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'adrs/1.md': null })
    expect(sitting.did(120)).toBe('baseline adrs/adrs/3.md, removed adrs/adrs/1.md')
    // It replaces another document, which still exists.
    sitting.write({ 'adrs/0.md': text('zero') })
    expect(sitting.did(180)).toBe('baseline adrs/adrs/0.md')
    expect(sitting.did(240)).toBe('no-trigger')
  })

  it('is told by turns, which are counted from when the session got one of them', () => {
    begin('[{ every_turns: 2 }]')
    sitting.write({ 'adrs/1.md': text('one, again'), 'adrs/3.md': text('three') })
    expect(sitting.did(60, '--turn')).toBe('no-trigger')
    expect(sitting.did(120, '--turn')).toBe('update adrs/adrs/1.md, baseline adrs/adrs/3.md')
    sitting.write({ 'adrs/1.md': text('one, at last') })
    expect(sitting.did(180, '--turn')).toBe('no-trigger')
    expect(sitting.did(240, '--turn')).toBe('update adrs/adrs/1.md')
  })

  it('has its content told where only addresses were, when a trigger fires', () => {
    begin('[{ on_tool_call: Edit }]', { tier: 'delivery: declare, ' })
    expect(sitting.did(60, '--tool=Edit')).toBe(
      'baseline rules, baseline adrs/adrs/1.md, baseline adrs/adrs/2.md',
    )
    expect(sitting.did(120, '--tool=Edit')).toBe('unchanged')
  })

  it('never takes for gone what cannot be read', () => {
    begin()
    sitting.write({ 'adrs/1.md': 'no text \0 at all', 'adrs/2.md': text('two, again') })
    expect(sitting.did(60)).toBe('update adrs/adrs/2.md')
    expect(sitting.refresh(120, '--json').out).not.toContain('removed')
    renameSync(join(sitting.root, 'adrs'), join(sitting.world.dir, 'elsewhere'))
    symlinkSync(join(sitting.world.dir, 'elsewhere'), join(sitting.root, 'adrs'))
    expect(sitting.did(180)).toBe('no-trigger')
  })

  it('is told nothing of what had no room at the start, until that changes', () => {
    begin('[{ on_change: "*" }]', { tier: 'budget: 60, ' })
    sitting.write({ 'adrs/3.md': `# three\n\n${'long '.repeat(60)}\n`, 'adrs/4.md': text('four') })
    expect(sitting.begin('s1')).toMatchObject({ code: 0 })
    const { told } = sitting.json(['sessions']).sessions[0]
    const forms = told.map((entry: { section: string; form: string }) => `${entry.section} ${entry.form}`)
    expect(forms).toContain('adrs/adrs/4.md left-out')
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'adrs/1.md': text('one, again') })
    expect(sitting.did(120)).toBe('update adrs/adrs/1.md')
  })

  it('keeps to the number of documents that a level has', () => {
    begin()
    const counted = manifest('[{ on_change: "*" }]', { tier: 'documents: rest, ' })
    sitting.write({
      '.foreword/manifest.yaml': counted.replace('budget: 4000', 'budget: 4000, documents: 3'),
    })
    sitting.write({ 'adrs/3.md': text('three') })
    sitting.begin('s1')
    sitting.write({ 'adrs/3.md': text('three, again') })
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'adrs/1.md': null })
    expect(sitting.did(120)).toBe('baseline adrs/adrs/3.md, removed adrs/adrs/1.md')
  })

  it('is told nothing of a document whose name holds a secret, neither its text nor that it is gone', () => {
    begin()
    const name = `adrs/ghp_${'A1b2C3d4'.repeat(4)}Z9x8.md`
    sitting.write({ [name]: text('named') })
    expect(sitting.did(60)).toBe('no-trigger')
    expect(sitting.begin('s1').code).toBe(0)
    sitting.write({ [name]: null })
    expect(sitting.did(120)).toBe('no-trigger')
  })

  it('is told of many that are gone over several times', () => {
    begin('[{ on_change: "*" }]', { most: 99 })
    const many = Array.from({ length: 60 }, (_, i) => `adrs/${100 + i}.md`)
    const all = (content: string | null) => Object.fromEntries(many.map((path) => [path, content]))
    sitting.write(all('# Many\n\nShort.\n'))
    sitting.begin('s1')
    sitting.write(all(null))
    const gone = (seconds: number) => sitting.did(seconds).split('removed ').length - 1
    expect([gone(60), gone(61), gone(120)]).toEqual([50, 10, 0])
  })

  it('keeps the choice of the start, in which sections of other tiers take part', () => {
    begin('[{ on_change: "*" }]', { before: '  first: { sources: ["file:adrs/1.md"], each: true }\n' })
    sitting.write({ 'adrs/1.md': text('one, again') })
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'adrs/2.md': text('two, again') })
    expect(sitting.did(120)).toBe('update adrs/adrs/2.md')
  })
})

describe('documents of an agent that has one value', () => {
  let hooks: Hooks
  afterEach(() => hooks.world.remove())

  const ids = ['a', 'b', 'c']
  const prompted = () =>
    hooks.call('prompt', { input: { hook_event_name: 'UserPromptSubmit', prompt: 'go on' } }).context
  const came = () => {
    const context = prompted()
    return ids.map((id) => linesOf(context, `new ${id}`))
  }

  function begin(more = ''): void {
    hooks = new Hooks({
      '.foreword/manifest.yaml': `${hookManifest}  pages: { tier: work, each: true, sources: ["file:pages/*.md"]${more} }\n`,
      ...Object.fromEntries(ids.map((id) => [`pages/${id}.md`, page(id, 3)])),
    })
    hooks.call('session-start', { input: startup })
    expect(prompted()).toBeNull()
  }

  it('come whole over as many prompts as they need, each once, and are said to be gone', () => {
    begin()
    for (const id of ids) hooks.write(`pages/${id}.md`, page(`new ${id}`, 250))
    expect(came()).toEqual([250, 0, 0])
    const { sessions } = JSON.parse(hooks.world.foreword(['sessions', '--repo', hooks.root, '--json']).out)
    expect(sessions[0].waiting.map((entry: { section: string }) => entry.section)).toEqual([
      'pages/pages/b.md',
      'pages/pages/c.md',
    ])
    rmSync(join(hooks.root, 'pages/c.md'))
    const second = prompted()
    expect(linesOf(second, 'new b')).toBe(250)
    expect(second).toContain('pages/c.md is no longer there.')
    expect([came(), came()]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    expect(hooks.log()).toHaveLength(3)
  })

  it('are cut where one alone is longer than a value: once, and on record', () => {
    begin(', protected: true')
    hooks.write('pages/b.md', page('new b', 900))
    const context = prompted()
    expect(linesOf(context, 'new b')).toBeGreaterThan(200)
    expect(context!.length).toBeLessThanOrEqual(10_000)
    expect(prompted()).toBeNull()
    const { sections } = hooks.receipt(hooks.log()[0].injection_id).account
    expect(sections).toMatchObject([{ id: 'pages/pages/b.md', reductions: [{ why: 'channel' }] }])
  })

  it('are chosen as at the start, where a section that only that has takes part', () => {
    begin()
    const first = '  first: { each: true, sources: ["file:pages/a.md"], when: { trigger: session-start } }\n'
    hooks.write(
      '.foreword/manifest.yaml',
      hookManifest.replace('  now:', `${first}  now:`) +
        '  pages: { tier: work, each: true, sources: ["file:pages/*.md"] }\n',
    )
    hooks.trust()
    hooks.call('session-start', { input: { ...startup, session_id: 'ses-two' } })
    const input = { hook_event_name: 'UserPromptSubmit', prompt: 'go on', session_id: 'ses-two' }
    hooks.write('pages/a.md', page('new a', 3))
    expect(hooks.call('prompt', { input }).context).toBeNull()
    hooks.write('pages/b.md', page('new b', 3))
    expect(hooks.call('prompt', { input }).context).toContain('## pages/b.md (updated)')
  })
})
