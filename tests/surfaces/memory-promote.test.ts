import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest } from './past-asking.ts'
import { text, World } from './program.ts'

let world: World
let count = 0
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const noon = '--now=2026-02-24T12:00:00Z'
const target = `memory:
  promote:
    file: .project/reports/candidates.json
    list: entries
    entry: { id: $record_id, title: $title, decision: $text, status: candidate, captured_at: $captured_at }
    empty: { version: v0 }
`
const own = (rest = '', files: Record<string, string> = {}) => {
  const said = manifest({ sections: "  first: { sources: ['file:FIRST.md'] }\n", rest })
  return new Asking(
    { '.foreword/manifest.yaml': said, 'FIRST.md': 'First\n', ...files },
    `q${++count}`,
    world,
  )
}
const trusted = (files: Record<string, string> = {}) => {
  const project = own(target, files)
  expect(project.run('trust', '--yes').code).toBe(0)
  return project
}
const add = (project: Asking, note = 'Retry small batches'): string =>
  project.ask('memory add', note, noon).record.record_id
const candidates = '.project/reports/candidates.json'

describe('C-69 a promoted record', () => {
  it('becomes a candidate in the file that the manifest names, and is marked', () => {
    const project = trusted()
    const id = add(project)
    const answer = project.ask('memory promote', id, noon)
    const entry = {
      id,
      title: 'Retry small batches',
      decision: 'Retry small batches',
      status: 'candidate',
      captured_at: '2026-02-24T12:00:00.000Z',
    }
    expect(answer).toMatchObject({ record_id: id, to: candidates, candidate: entry, document: null })
    expect(JSON.parse(text(project.repo, candidates))).toEqual({ version: 'v0', entries: [entry] })
    expect(project.ask('memory list', noon).records).toMatchObject([
      { state: 'promoted', promoted: { at: '2026-02-24T12:00:00.000Z', to: candidates } },
    ])
    expect(project.read('memory list', noon)).toContain(`promoted to ${candidates}`)
    expect(project.read('verify')).toContain('is intact')
  })

  it('is appended behind what is there, which stays byte for byte', () => {
    const before =
      '{\n    "updated_at": 1.50,\n    "entries": [\n        {"id": "a"}\n    ],\n    "z": "\\u00e9"\n}'
    const project = trusted({ [candidates]: before })
    const id = add(project)
    expect(project.read('memory promote', id, noon)).toMatch(
      /is now a candidate\sin\s\S+\.\sIt\sis\snot\sauthoritative\suntil/,
    )
    const after = text(project.repo, candidates)
    expect(after.startsWith(before.slice(0, before.indexOf('{"id": "a"}') + 11))).toBe(true)
    expect(after.endsWith(before.slice(before.indexOf('\n    ],')))).toBe(true)
    expect(JSON.parse(after).entries.map((entry: { id: string }) => entry.id)).toEqual(['a', id])
    expect(readdirSync(join(project.repo, '.project/reports'))).toEqual(['candidates.json'])
  })

  it('is not promoted twice', () => {
    const project = trusted()
    const id = add(project)
    project.read('memory promote', id, noon)
    const before = text(project.repo, candidates)
    expect(project.refused(3, 'memory promote', id, noon)).toContain(
      `${id} was already promoted: on 2026-02-24`,
    )
    expect(text(project.repo, candidates)).toBe(before)
  })

  it('gets no second entry where an earlier attempt ended between the file and the store', () => {
    const project = trusted()
    const id = add(project)
    const before = `{"entries":[{"id":"${id}","status":"candidate"}]}`
    project.write({ [candidates]: before })
    project.read('memory promote', id, noon)
    expect(text(project.repo, candidates)).toBe(before)
    expect(project.ask('memory list', noon).records[0].state).toBe('promoted')
  })

  it('becomes one candidate when several promote it at once', async () => {
    const project = trusted()
    const id = add(project)
    const started = [1, 2, 3, 4].map(() =>
      world.start(['memory', 'promote', id, noon], { cwd: project.repo }),
    )
    const codes = (await Promise.all(started.map(({ ended }) => ended))).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([0, 3, 3, 3])
    expect(JSON.parse(text(project.repo, candidates)).entries).toHaveLength(1)
  })

  it('is not promoted once it has expired', () => {
    const project = trusted()
    const id = add(project)
    expect(project.refused(3, 'memory promote', id, '--now=2027-01-01')).toContain(`${id} expired at`)
    expect(existsSync(join(project.repo, candidates))).toBe(false)
  })

  it('C-51 is not promoted if it holds what is prohibited by now', () => {
    const project = own()
    const id = add(project, 'The wombat plan')
    project.write({
      '.foreword/manifest.yaml': manifest({
        sections: "  first: { sources: ['file:FIRST.md'] }\n",
        rest: 'prohibited: { codes: { words: [wombat], action: drop } }\n',
      }),
    })
    expect(project.refused(3, 'memory promote', id, noon)).toContain('was not promoted: it holds')
    expect(project.ask('memory list', noon).records[0].state).toBe('active')
  })
})

describe('a file of candidates that is', () => {
  it.each([
    ['no JSON', '{"entries": [', `${candidates}:1:14: `],
    ['without the list', '{"version": "v0"}', 'the object has no list "entries"'],
    ['with something else in its place', '{"entries": {}}', '"entries" is not a list'],
  ])('%s is left as it is, and the record too', (_, before, message) => {
    const project = trusted({ [candidates]: before })
    const id = add(project)
    expect(project.refused(3, 'memory promote', id, noon)).toContain(message)
    expect(text(project.repo, candidates)).toBe(before)
    expect(project.ask('memory list', noon).records[0].state).toBe('active')
  })

  it('behind a link that leads out of the project is not written to', () => {
    const project = trusted()
    const outside = join(world.dir, `outside-${count}`)
    mkdirSync(outside)
    symlinkSync(outside, join(project.repo, '.project'))
    expect(project.refused(3, 'memory promote', add(project), noon)).toContain('leads out of the project')
    expect(readdirSync(outside)).toEqual([])
  })

  it('named by a manifest that the user has not reviewed is not written to', () => {
    const project = own(target)
    const id = add(project)
    const message = project.refused(3, 'memory promote', id, noon)
    expect(message).toContain('but the manifest is not trusted')
    expect(message).toContain('foreword trust')
    expect(existsSync(join(project.repo, '.project'))).toBe(false)
    expect(project.ask('memory list', noon).records[0].state).toBe('active')
  })
})

describe('a manifest that names no file of candidates', () => {
  it('a document is printed, with where it comes from', () => {
    const project = own()
    const id = add(project)
    const { code, out, err } = project.run('memory promote', id, noon)
    expect(code).toBe(0)
    expect(out).toMatch(/^# Candidate: Retry small batches\n/)
    expect(out).toContain(`- Record: ${id}`)
    expect(out).toContain('never authoritative')
    expect(err).toContain('is now a candidate.')
    expect(project.ask('memory list', noon).records[0].promoted.to).toBe('standard output')
  })

  it('a document is written to the path that the user gives, and nothing is overwritten', () => {
    const project = own('', { 'taken.md': 'mine\n' })
    const id = add(project)
    expect(project.refused(3, 'memory promote', id, '--to=taken.md', noon)).toContain(
      'something is there already',
    )
    expect(text(project.repo, 'taken.md')).toBe('mine\n')
    expect(project.ask('memory promote', id, '--to=new.md', noon).to).toBe('new.md')
    expect(text(project.repo, 'new.md')).toContain('## Text\n\nRetry small batches\n')
    expect(project.ask('memory list', noon).records[0].promoted.to).toBe('new.md')
  })
})

describe('C-04 a project without a manifest', () => {
  it('the preset for bundles counts, as it does for those: the candidate is where a bundle looks for it', () => {
    const project = new Asking({ 'README.md': 'Shop\n' }, `q${++count}`, world)
    const id = add(project)
    const register = '.cortex/reports/decision_candidates_v0.json'
    expect(project.ask('memory promote', id, noon)).toMatchObject({ to: register, document: null })
    expect(JSON.parse(text(project.repo, register)).entries).toMatchObject([
      { decision_id: id, status: 'candidate' },
    ])
    const bundle = JSON.parse(world.foreword(['load', `--project-dir=${project.repo}`]).out)
    expect(bundle.files.map((file: { path: string }) => file.path)).toEqual([register])
  })
})

describe('an id', () => {
  it.each(['', 'x', '../../etc/passwd', 'tmr_'])('%j is none', (id) => {
    const project = own()
    expect(project.refused(2, 'memory promote', id)).toContain('is not a record id')
  })

  it('that does not exist is refused', () => {
    const project = own()
    add(project)
    expect(project.refused(3, 'memory promote', 'tmr_20260101t000000z_abcdefgh')).toContain(
      'Unknown record: ',
    )
  })
})

it('a record that a stranger has put into the store claims nothing', () => {
  const project = own()
  add(project)
  const database = new DatabaseSync(join(project.repo, '.foreword/state/store.db'))
  database.exec(
    `UPDATE tactical_records SET body = replace(body, '"authoritative":false', '"authoritative":true')`,
  )
  database.close()
  expect(project.ask('memory list', noon)).toMatchObject({ total: 0, records: [] })
  expect(project.run('verify').code).toBe(1)
})
