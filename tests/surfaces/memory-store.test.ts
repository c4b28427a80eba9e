import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { databasesOn, queryOn } from '../contracts/postgres.ts'
import { Asking } from './past-asking.ts'

let project: Asking
beforeEach(() => {
  project = new Asking({ 'README.md': 'A project\n' }, 'shop')
})
afterEach(() => project.remove())

const start = (text: string) =>
  project.world.start(['memory', 'add', text], { cwd: project.repo, env: project.env })
const list = () => project.ask('memory list', '--limit=1000')
const verdict = () => JSON.parse(project.run('verify', '--json').out)

/** Every record has an entry, and every entry a record. */
function expectWhole(least: number, most: number): void {
  const { total, records } = list()
  expect(total).toBeGreaterThanOrEqual(least)
  expect(total).toBeLessThanOrEqual(most)
  for (const { content } of records) expect(content.text).toMatch(/^note \d+$/)
  const { holds, entries } = total === 0 ? { holds: true, entries: 0 } : verdict()
  expect([holds, entries]).toEqual([true, total])
}

describe('several who add at once', () => {
  it('lose nothing, and fork no ledger', async () => {
    const started = Array.from({ length: 12 }, (_, i) => start(`note ${i}`))
    for (const { ended } of started) expect(await ended).toMatchObject({ code: 0, err: '' })
    expectWhole(12, 12)
  })
})

describe('one who is killed', () => {
  it('leaves a record with its entry, or neither', async () => {
    let said = 0
    for (let i = 0; i < 12; i++) {
      const { child, ended } = start(`note ${i}`)
      await pause(40 + i * 25)
      child.kill('SIGKILL')
      if ((await ended).out.startsWith('tmr_')) said++
    }
    project.read('memory add', 'note 99')
    expectWhole(said + 1, 13)
  })
})

describe('an export', () => {
  it('has the entries and not the records, which expire', () => {
    project.read('memory add', 'note 1')
    const { out } = project.run('store export')
    expect(out).toContain('"act\\":\\"added')
    expect(out).not.toContain('note 1')
    const other = new Asking({ 'README.md': 'A project\n' }, 'other', project.world)
    const ran = project.world.program(['store', 'import', '-'], { cwd: other.repo, input: out })
    expect(ran.code).toBe(0)
    expect(other.ask('memory list').total).toBe(0)
    expect(project.run('verify').code).toBe(0)
  })
})

describe('a store on a server', () => {
  const server = databasesOn(inject('postgresPort'))

  it('C-40 keeps records for everyone who uses it, without what is prohibited', async () => {
    const url = await server.database()
    project.env = { FOREWORD_STORE: url }
    project.read('memory add', 'note 1')
    project.read('memory add', 'ask jane@acme.io about note 2', '--tag=people')
    expect(list().total).toBe(2)
    expect(project.ask('memory search', 'people').records).toMatchObject([
      { content: { text: 'ask [REDACTED_EMAIL] about note 2' } },
    ])
    const rows = await queryOn(url, 'SELECT body FROM tactical_records')
    expect(JSON.stringify(rows)).not.toContain('jane')
    const id = list().records[0].record_id
    expect(project.run('memory promote', id).code).toBe(0)
    expect(project.refused(3, 'memory promote', id)).toContain('was already promoted')
    expect(project.ask('memory prune', '--before=2099-01-01')).toMatchObject({ left: 0 })
    expect(verdict()).toMatchObject({ holds: true, entries: 4 })
  })

  it('is said to be out of reach, and the note is not lost silently', () => {
    project.env = { FOREWORD_STORE: 'postgres://u@127.0.0.1:1/x' }
    expect(project.refused(3, 'memory add', 'note 1')).toContain('The store cannot be used')
  })

  it('is refused where nothing is kept', () => {
    project.env = { FOREWORD_STORE: 'off' }
    expect(project.refused(3, 'memory add', 'note 1')).toContain('Nothing is kept')
  })
})
