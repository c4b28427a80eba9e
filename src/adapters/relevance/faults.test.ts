import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getIndexDirectory } from './open-index.ts'
import { documents, makeProject, type Project } from './project.fixture.ts'

let project: Project
beforeEach(() => {
  project = makeProject(documents)
})
afterEach(() => project.end())

const file = () => join(getIndexDirectory(project.indexes, project.root), 'index.db')
const found = async (change: Parameters<Project['order']>[0] = {}) => {
  const relevance = project.open()
  const { chosen } = await relevance.find(project.order({ task: 'rain', ...change }))
  relevance.close()
  return chosen.map(({ path }) => path)
}
const rain = ['docs/notes/noise-a.md']

describe('M-82 an index that is not what it should be', () => {
  const make = (bytes: string | Buffer) => {
    mkdirSync(dirname(file()), { recursive: true })
    writeFileSync(file(), bytes)
  }

  it.each([
    'not a database at all, and long enough to be told from one'.repeat(100),
    '',
    'SQLite format 3\0rubbish',
  ])('is made anew when the file is %.20j', async (bytes) => {
    make(bytes)
    expect([await found(), await found()]).toEqual([rain, rain])
    expect(project.reads).toHaveLength(8)
  })

  it('is made anew when it belongs to another program', async () => {
    mkdirSync(dirname(file()), { recursive: true })
    const foreign = new DatabaseSync(file())
    foreign.exec('CREATE TABLE documents (x); PRAGMA application_id = 7')
    foreign.close()
    expect(await found()).toEqual(rain)
  })

  it.each([
    'PRAGMA user_version = 1',
    "UPDATE facts SET value = '/elsewhere' WHERE name = 'root'",
    'DELETE FROM facts',
  ])('is made anew after %s', async (sql) => {
    await found()
    const index = new DatabaseSync(file())
    index.exec(sql)
    index.close()
    project.reads.length = 0
    expect(await found()).toEqual(rain)
    expect(project.reads).toHaveLength(8)
  })

  it('is made anew when its pages are damaged', async () => {
    await found()
    const bytes = readFileSync(file())
    bytes.fill(0xa5, 4096)
    writeFileSync(file(), bytes)
    expect(await found()).toEqual(rain)
    expect(await found()).toEqual(rain)
  })

  it('does without a place to keep it', async () => {
    mkdirSync(dirname(project.indexes), { recursive: true })
    writeFileSync(project.indexes, 'a file')
    expect(await found()).toEqual(rain)
  })

  it('goes on with what it has while another program throws the index away', async () => {
    const relevance = project.open()
    await relevance.find(project.order())
    rmSync(dirname(file()), { recursive: true })
    const { chosen } = await relevance.find(project.order({ task: 'rain' }))
    expect(chosen.map(({ path }) => path)).toEqual(rain)
    expect(await found()).toEqual(rain)
  })

  it('tells a mistake of its caller from a failure of its own', async () => {
    const order = project.order({
      task: 'rain',
      formatAddress() {
        throw new TypeError('a mistake')
      },
    })
    await expect(project.open().find(order)).rejects.toThrow('a mistake')
  })
})

describe('secret text in the index', () => {
  const secret = ['correct', 'horse', 'battery'].join('')
  const clean = (text: string) => text.replaceAll(secret, '[REDACTED]')
  const everything = () =>
    readdirSync(dirname(file())).map((name) => readFileSync(join(dirname(file()), name)).toString('latin1'))

  it('T18 is nothing: text is redacted before it goes in, and so is what is answered', async () => {
    project.write('docs/notes/noise-a.md', `# Rain\n\nThe word is ${secret}.\n`)
    const relevance = project.open()
    const { chosen } = await relevance.find(project.order({ task: `rain ${secret}`, redact: clean }))
    expect(chosen[0]?.excerpt).toContain('The word is [REDACTED].')
    expect(JSON.stringify(chosen)).not.toContain(secret)
    expect(everything().join('')).not.toContain(secret)
  })

  it('T18 is nothing when a rule is new: what was cleaned in another way is thrown away', async () => {
    project.write('docs/notes/noise-a.md', `# Rain\n\nThe word is ${secret}.\n`)
    await found()
    expect(everything().join('')).toContain(secret)
    await found({ redact: clean, rules: 'another' })
    expect(everything().join('')).not.toContain(secret)
  })

  it('leaves out what cannot be cleaned', async () => {
    const failing = (text: string) => {
      if (text.includes('rains')) throw new Error('too much')
      return text
    }
    expect(await found({ redact: failing })).toEqual([])
  })

  it('T21 is in files that only their owner can read', async () => {
    mkdirSync(dirname(file()), { recursive: true, mode: 0o755 })
    chmodSync(dirname(file()), 0o755)
    const relevance = project.open()
    await relevance.find(project.order())
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(modeOf(dirname(file()))).toBe(0o700)
    const names = readdirSync(dirname(file()))
    expect(names).toContain('index.db-wal')
    for (const name of names) expect([name, modeOf(join(dirname(file()), name))]).toEqual([name, 0o600])
  })
})

describe('several programs at once', () => {
  it('share an index, and each answers as it would alone', async () => {
    for (let i = 0; i < 600; i++)
      project.write(`docs/many/${i}.md`, `# Number ${i}\n\nWords of ${i}, and the rain.\n`)
    const [first, second] = [project.open(), project.open()]
    const order = () => project.order({ active: ['docs/notes/noise-a.md'], task: 'budget manifest locks' })
    const answers = await Promise.all([first.find(order()), second.find(order()), first.find(order())])
    const alone = await project.open(null).find(order())
    expect(answers).toEqual([alone, alone, alone])
  })

  it('wait for one that writes', async () => {
    await found()
    const script = `
      const { DatabaseSync } = require('node:sqlite')
      const index = new DatabaseSync(process.argv[1])
      index.exec('BEGIN IMMEDIATE')
      console.log('held')
      setTimeout(() => { index.exec('COMMIT'); index.close() }, 300)`
    const holder = spawn(process.execPath, ['-e', script, file()], { stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise((resolve) => holder.stdout.once('data', resolve))
    project.write('docs/notes/noise-b.md', '# Rain\n\nIt is served in the rain.\n')
    expect(await found()).toEqual(['docs/notes/noise-b.md', ...rain])
  })
})
