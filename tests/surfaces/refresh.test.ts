import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { at, rfc, Sitting } from './refresh-project.ts'

let sitting: Sitting
afterEach(() => sitting.remove())

describe('on_change', () => {
  it('M-21 M-72 sends the declared tier when the active document is another one, once, and then only what changed', () => {
    sitting = new Sitting('[{ on_change: "foreword://state/current" }]')
    expect(sitting.begin()).toMatchObject({ code: 0, err: '' })
    expect(sitting.refresh(60, '--turn')).toEqual({ code: 0, out: '', err: '' })
    sitting.write({ 'rfcs/0001-one.md': rfc(1, 'draft'), 'rfcs/0002-two.md': rfc(2, 'active') })
    expect(sitting.refresh(120, '--turn')).toEqual({
      code: 0,
      err: '',
      out: '<context>\n\n## ACTIVE RFC (new)\n\n### RFC 2\n\nStatus: active\n\nBuild it.\n\n## NOTES (new)\n\nThe first note.\n\n</context>\n',
    })
    expect(sitting.refresh(180, '--turn').out).toBe('')
    sitting.write({ 'rfcs/0002-two.md': rfc(2, 'active', 'Build it well.') })
    expect(sitting.refresh(240, '--turn').out).toBe(
      '<context>\n\n## ACTIVE RFC (updated)\n\n### RFC 2\n\nStatus: active\n\nBuild it well.\n\n</context>\n',
    )
    expect(sitting.refresh(300, '--turn').out).toBe('')
  })

  it('M-42 sends nothing that the session has read by its address, until that changes', () => {
    sitting = new Sitting('[{ on_tool_call: Edit }]')
    sitting.begin()
    expect(sitting.ask(['read', 'state/current', '--session=s1', at(30)]).out).toContain('# RFC 1')
    expect(sitting.refresh(60, '--tool=Edit').out).not.toContain('RFC 1')
    sitting.write({ 'rfcs/0001-one.md': rfc(1, 'active', 'Build it well.') })
    expect(sitting.refresh(120, '--tool=Edit').out).toContain('## ACTIVE RFC (updated)')
  })

  it('context show calls nothing stale that was sent again, until it changes once more', () => {
    sitting = new Sitting('[{ on_change: "*" }]')
    sitting.begin()
    const states = () => {
      const { tiers } = sitting.json(['context', 'show'])
      const sections = tiers.flatMap(
        (tier: { sections: { section: string; state: string }[] }) => tier.sections,
      )
      return Object.fromEntries(
        sections.map((section: { section: string; state: string }) => [section.section, section.state]),
      )
    }
    sitting.write({ 'NOTES.md': 'The second note.\n' })
    expect(states()).toMatchObject({ soul: 'injected', notes: 'stale' })
    expect(sitting.refresh(60).out).toContain('The second note.')
    expect(states()).toMatchObject({ soul: 'injected', notes: 'injected' })
    sitting.write({ 'NOTES.md': 'The third note.\n' })
    expect(states()).toMatchObject({ soul: 'injected', notes: 'stale' })
  })

  it('M-72 sends nothing when something else changed than what the address holds', () => {
    sitting = new Sitting('[{ on_change: "foreword://state/current" }]')
    sitting.begin()
    sitting.write({ 'NOTES.md': 'Another note.\n', 'rfcs/0002-two.md': rfc(2, 'draft', 'Longer.') })
    expect(sitting.did(60, '--turn')).toBe('no-trigger')
  })

  it('says once that a document is gone, and sends it as new when there is one again', () => {
    sitting = new Sitting('[{ on_change: "*" }]')
    sitting.begin()
    sitting.write({ 'rfcs/0001-one.md': rfc(1, 'draft') })
    expect(sitting.refresh(60).out).toContain('## ACTIVE RFC (removed)\n\nACTIVE RFC is no longer there.\n')
    expect(sitting.refresh(120).out).toBe('')
    sitting.write({ 'rfcs/0001-one.md': rfc(1, 'active') })
    expect(sitting.refresh(180).out).toContain('## ACTIVE RFC (new)\n')
  })

  it('never takes a file that cannot be read for one that is gone', () => {
    sitting = new Sitting('[{ on_change: "*" }]')
    sitting.begin()
    const rest = { 'rfcs/0001-one.md': rfc(1, 'active', 'Other.') }
    sitting.write({ 'NOTES.md': 'no text \0 at all', ...rest })
    const { out, err } = sitting.refresh(60)
    expect(out).toContain('## ACTIVE RFC (new)')
    expect(out).not.toContain('NOTES')
    expect(err).toMatch(/notes: .*NOTES\.md.*; the session keeps what it has/)
    sitting.write({ 'NOTES.md': null, 'rfcs/0001-one.md': rfc(1, 'active', 'Third.') })
    expect(sitting.did(120)).toBe('update rfc, removed notes')
  })

  it('never takes the active document for gone while one cannot be read', () => {
    sitting = new Sitting('[{ on_change: "*" }]')
    sitting.begin()
    sitting.write({ 'rfcs/0001-one.md': 'no text \0 at all' })
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'rfcs/0001-one.md': null })
    expect(sitting.did(120)).toBe('removed rfc, baseline notes')
  })

  it('fires by an address outside of the tier, once it has changed since it was first seen', () => {
    const more = '  voice: { heading: VOICE, tier: workflow, sources: ["file:VOICE.md"] }\n'
    sitting = new Sitting('[{ on_change: "foreword://docs/rfcs/2" }]', more)
    sitting.write({ 'VOICE.md': 'Softly.\n' })
    sitting.begin()
    expect(sitting.did(60)).toBe('no-trigger')
    sitting.write({ 'VOICE.md': 'Loudly.\n' })
    expect(sitting.did(120)).toBe('no-trigger')
    sitting.write({ 'rfcs/0002-two.md': rfc(2, 'draft', 'Longer.') })
    expect(sitting.did(180)).toBe('baseline rfc, baseline notes, baseline voice')
    sitting.write({ 'VOICE.md': 'Softly.\n' })
    expect(sitting.did(240)).toBe('no-trigger')
    const { told } = sitting.json(['sessions']).sessions[0]
    expect(told.map((entry: { section: string }) => entry.section)).toEqual(['notes', 'rfc', 'soul', 'voice'])
  })
})

describe('the other triggers', () => {
  it('M-73 sends what changed at every tenth turn, and turns are counted in the store', () => {
    sitting = new Sitting('[{ every_turns: 10 }]')
    sitting.begin()
    for (let turn = 1; turn < 10; turn++) expect(sitting.refresh(60 * turn, '--turn').out).toBe('')
    expect(sitting.did(600)).toBe('no-trigger')
    expect(sitting.did(601, '--turn')).toBe('baseline rfc, baseline notes')
    sitting.write({ 'NOTES.md': 'Another note.\n' })
    expect(sitting.did(700, '--turn')).toBe('no-trigger')
    expect(sitting.json(['sessions']).sessions[0]).toMatchObject({
      session: 's1',
      turns: 11,
      refreshed_turn: 10,
    })
  })

  it('M-81 sends after a call of the tool that is named, and after so much time', () => {
    sitting = new Sitting('[{ on_tool_call: Edit }, { every: 4h }]')
    sitting.begin()
    expect(sitting.did(60, '--tool=Read')).toBe('no-trigger')
    expect(sitting.did(60, '--tool=Edit')).toBe('baseline rfc, baseline notes')
    expect(sitting.did(120, '--tool=Edit')).toBe('unchanged')
    sitting.write({ 'NOTES.md': 'Another note.\n' })
    expect(sitting.did(4 * 3600)).toBe('no-trigger')
    expect(sitting.did(4 * 3600 + 60)).toBe('update notes')
  })

  it('M-X10 lets the content decide, never the age of a document', () => {
    sitting = new Sitting('[{ every_turns: 1 }]')
    sitting.begin()
    expect(sitting.did(60, '--turn')).toBe('baseline rfc, baseline notes')
    expect(sitting.did(400 * 86_400, '--turn')).toBe('unchanged')
  })

  it('sends nothing of a manifest without triggers, and says so to those who ask', () => {
    sitting = new Sitting('[]')
    sitting.begin()
    const { out, err } = sitting.refresh(60, '--turn', '--debug')
    expect([out, err]).toEqual([
      '',
      'turns: 1\nnothing is sent: no tier of the manifest has a refresh trigger\n',
    ])
  })

  it('M-81 reads the triggers of a published manifest', () => {
    sitting = new Sitting('[]')
    sitting.write({
      '.foreword/manifest.yaml': null,
      '.blue/context.manifest.yaml':
        'version: 1\nidentity:\n  sources:\n    - uri: blue://context/voice\n  max_tokens: 500\nworkflow:\n  sources:\n    - uri: blue://state/current-rfc\n      label: Active RFC\n  refresh_triggers:\n    - on_rfc_change\n    - every_3_turns\n  max_tokens: 2000\n',
      '.blue/docs/patterns/a.md': 'Plain words.\n',
      '.blue/docs/rfcs/0001-one.wip.md': rfc(1, 'In Progress'),
    })
    expect(sitting.begin()).toMatchObject({ code: 0 })
    expect(sitting.did(60, '--turn')).toBe('no-trigger')
    sitting.write({ '.blue/docs/rfcs/0001-one.wip.md': rfc(1, 'In Progress', 'Other.') })
    expect(sitting.refresh(120, '--turn').out).toContain('Active RFC (new)')
    sitting.write({ '.blue/docs/rfcs/0001-one.wip.md': null })
    expect(sitting.refresh(180, '--turn').out).toContain('Active RFC is no longer there.')
  })
})

describe('a refresh', () => {
  it('is held back during the cooldown, which is said with the time', () => {
    sitting = new Sitting('[{ on_change: "*" }]')
    sitting.begin()
    sitting.write({ 'NOTES.md': 'Another note.\n' })
    expect(sitting.did(10)).toBe('baseline rfc, baseline notes')
    sitting.write({ 'NOTES.md': 'A third note.\n' })
    const { out, err } = sitting.refresh(39, '--debug')
    expect(out).toBe('')
    expect(err).toContain('the session gets no update before 2026-01-03T10:00:40.000Z')
    expect(sitting.did(40)).toBe('update notes')
  })

  it('leaves a receipt with session and trigger, from which it can be replayed byte for byte', () => {
    sitting = new Sitting('[{ on_tool_call: Edit }]')
    sitting.begin()
    const { out } = sitting.refresh(60, '--tool=Edit', '--executor=claude')
    const [row] = sitting.json(['log', '--session=s1', '--limit=1']).injections
    expect(row).toMatchObject({ session_id: 's1', agent: 'claude' })
    expect(sitting.ask(['replay', row.injection_id]).out).toBe(out)
    expect(JSON.stringify(sitting.json(['show', row.injection_id]))).toContain('on_tool_call Edit (workflow)')
    expect(sitting.json(['verify']).holds).toBe(true)
  })

  it('is redacted, and keeps to the budget of the level', () => {
    sitting = new Sitting('[{ on_tool_call: Edit }]')
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    sitting.write({ 'NOTES.md': `token: ${secret}\n${'Many words of a long note.\n'.repeat(400)}` })
    const answer = sitting.json(['refresh', '--session=s1', '--tool=Edit', '--level=small'])
    expect(answer.text).not.toContain(secret)
    expect(answer.total).toBeLessThanOrEqual(200)
    expect(answer.sent).not.toEqual([])
    expect(sitting.json(['refresh', '--session=s1', '--tool=Edit', '--level=small']).sent).toEqual([])
  })

  it('keeps no secret that stands in the name of a session', () => {
    sitting = new Sitting('[{ on_tool_call: Edit }]')
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    for (const command of [
      ['assemble', '.', 'standard', join(sitting.root, 'out')],
      ['refresh', '--tool=Edit'],
      ['refresh', '--turn'],
    ])
      expect(sitting.ask([...command, `--session=${secret}`], { asProcess: true })).toMatchObject({ code: 0 })
    const state = join(sitting.root, '.foreword/state')
    for (const file of ['store.db', 'store.db-wal'])
      expect(readFileSync(join(state, file)).includes(secret)).toBe(false)
    expect(sitting.json(['sessions']).sessions).toHaveLength(1)
  })

  it.each([
    [['--turn'], '--session=ID is missing'],
    [['--session=a', '--turn', '--tool=Edit'], '--turn and --tool exclude each other'],
    [['--session=a\nb'], 'must be one line'],
    [['--session=a', '--tool='], '--tool needs a value'],
  ])('refuses %j', (options, message) => {
    sitting = new Sitting('[]')
    const { code, out, err } = sitting.ask(['refresh', ...options])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })
})
