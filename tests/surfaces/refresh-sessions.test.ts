import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { at, Sitting } from './refresh-project.ts'

let sitting: Sitting
afterEach(() => sitting.remove())

const tool = '[{ on_tool_call: Edit }, { every_turns: 1 }]'

describe('several programs at once', () => {
  it('M-81 exactly one process sends when eight refresh one session at once', async () => {
    sitting = new Sitting('[{ on_change: "*" }]')
    sitting.begin()
    sitting.write({ 'NOTES.md': 'Another note.\n' })
    const args = ['refresh', '--session=s1', '--turn', at(60)]
    const started = Array.from({ length: 8 }, () => sitting.world.start(args, { cwd: sitting.root }))
    const ran = await Promise.all(started.map((process) => process.ended))
    expect(ran.map((result) => [result.code, result.err])).toEqual(Array(8).fill([0, '']))
    expect(ran.filter((result) => result.out !== '')).toHaveLength(1)
    const [session] = sitting.json(['sessions']).sessions
    expect(session).toMatchObject({ turns: 8 })
    expect(sitting.json(['log', '--session=s1']).injections).toHaveLength(2)
  })
})

describe('a project whose sessions are not counted', () => {
  it('sends only what a tool call brings, and says so, when nothing is to be kept', () => {
    sitting = new Sitting(tool)
    sitting.env = { FOREWORD_STORE: 'off' }
    expect(sitting.begin()).toMatchObject({ code: 0, err: '' })
    const turn = sitting.refresh(60, '--turn')
    expect([turn.code, turn.out]).toEqual([0, ''])
    expect(turn.err).toMatch(/sessions are not counted \(recording is off\)/)
    const called = sitting.json(['refresh', '--session=s1', '--tool=Edit'])
    expect(called).toMatchObject({ turns: null, kept: 'off' })
    expect(called.sent.map((item: { as: string }) => item.as)).toEqual(['baseline', 'baseline'])
    expect(existsSync(join(sitting.root, '.foreword/state'))).toBe(false)
  })

  it('goes on, with a diagnostic, when the database is damaged', () => {
    sitting = new Sitting(tool)
    const state = join(sitting.root, '.foreword/state')
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'store.db'), 'no database at all'.repeat(100))
    const begun = sitting.begin()
    expect(begun.code).toBe(0)
    expect(begun.err).toContain('the baseline of this session was not saved')
    const { code, out, err } = sitting.refresh(60, '--tool=Edit')
    expect(code).toBe(0)
    expect(out).toContain('## NOTES (new)')
    expect(err).toContain('sessions are not counted')
  })
})

describe('while another program keeps the store', () => {
  it('tells a session nothing that could not be kept, and does not wait for long', () => {
    sitting = new Sitting(tool)
    sitting.begin()
    const other = new DatabaseSync(join(sitting.root, '.foreword/state/store.db'))
    other.exec('BEGIN IMMEDIATE')
    const turn = sitting.refresh(60, '--turn')
    expect([turn.code, turn.out]).toEqual([0, ''])
    expect(turn.err).toMatch(/sessions are not counted \(.*locked/)
    const called = sitting.refresh(60, '--tool=Edit')
    expect([called.code, called.out]).toEqual([0, ''])
    expect(called.err).toMatch(/the sent sections could not be recorded: .*locked/)
    other.exec('ROLLBACK')
    other.close()
    expect(sitting.did(60, '--tool=Edit')).toBe('baseline rfc, baseline notes')
  })
})

describe('with the ledger on a server', () => {
  it('counts sessions in the project, also when the server does not answer', () => {
    sitting = new Sitting('[{ every_turns: 2 }]')
    sitting.env = { FOREWORD_STORE: 'postgres://nobody:nothing@127.0.0.1:1/none' }
    expect(sitting.begin()).toMatchObject({ code: 0 })
    expect(sitting.did(60, '--turn')).toBe('no-trigger')
    expect(sitting.did(120, '--turn')).toBe('baseline rfc, baseline notes')
    expect(sitting.did(180, '--turn')).toBe('no-trigger')
    expect(sitting.json(['sessions']).sessions[0]).toMatchObject({ turns: 3 })
  })
})

describe('foreword sessions', () => {
  it('says when there is none, and makes no store', () => {
    sitting = new Sitting(tool)
    const { code, out } = sitting.ask(['sessions'])
    expect([code, out.includes('No sessions of shop yet')]).toEqual([0, true])
    expect(existsSync(join(sitting.root, '.foreword/state'))).toBe(false)
  })

  it('lists turns, what each session was told, in which form and when', () => {
    sitting = new Sitting(tool)
    sitting.begin('s1', '--executor=claude')
    sitting.refresh(60, '--turn')
    sitting.begin('s0')
    const { sessions } = sitting.json(['sessions'])
    expect(sessions.map((session: { session: string }) => session.session)).toEqual(['s1', 's0'])
    expect(sessions[0]).toMatchObject({
      agent: 'claude',
      turns: 1,
      started_at: '2026-01-03T10:00:00.000Z',
      refreshed_at: '2026-01-03T10:01:00.000Z',
      told: [
        { section: 'notes', form: 'content', turn: 1 },
        { section: 'rfc', form: 'content', turn: 1 },
        { section: 'soul', form: 'content', turn: 0 },
      ],
    })
    expect(sessions[1].told.map((entry: { form: string }) => entry.form)).toEqual([
      'declared',
      'declared',
      'content',
    ])
    expect(sitting.ask(['sessions', '--limit=1']).out).toBe(
      's1\n  1 turn, started 2026-01-03 10:00, last 2026-01-03 10:01, refreshed 2026-01-03\n  10:01, claude\n  notes  content  turn 1  2026-01-03 10:01\n  rfc    content  turn 1  2026-01-03 10:01\n  soul   content  turn 0  2026-01-03 10:00\n',
    )
  })

  it('has none of those that store prune has forgotten', () => {
    sitting = new Sitting(tool)
    sitting.begin()
    sitting.ask(['refresh', '--session=new', '--turn'])
    const prune = ['store', 'prune', '--older-than=2026-02-01']
    expect(sitting.json([...prune, '--dry-run']).sessions).toBe(1)
    expect(sitting.json(['sessions']).sessions).toHaveLength(2)
    expect(sitting.ask(prune).out).toMatch(/Deleted 1 old\s+session\./)
    expect(
      sitting.json(['sessions']).sessions.map((session: { session: string }) => session.session),
    ).toEqual(['new'])
  })
})
