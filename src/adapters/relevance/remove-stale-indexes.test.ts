import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getIndexDirectory } from './open-index.ts'
import { documents, makeProject, type Project } from './project.fixture.ts'
import { removeStaleIndexes } from './remove-stale-indexes.ts'

let project: Project
beforeEach(() => {
  project = makeProject(documents)
})
afterEach(() => project.end())

/** Creates an index of another project beside this one. */
async function visit(name: string): Promise<string> {
  const root = join(project.home, name)
  mkdirSync(root, { recursive: true })
  const relevance = project.open()
  await relevance.find(project.order({ root, task: 'rain' }))
  relevance.close()
  return getIndexDirectory(project.indexes, root)
}
const gone = (name: string) => rmSync(join(project.home, name), { recursive: true })

it('throws away the index of a project that is gone when another one comes', async () => {
  const old = await visit('old')
  const kept = await visit('kept')
  gone('old')
  await visit('kept')
  expect(existsSync(old)).toBe(true)
  const fresh = await visit('fresh')
  expect([old, kept, fresh].map((path) => existsSync(path))).toEqual([false, true, true])
  expect(readdirSync(project.indexes)).toHaveLength(2)
})

it('puts nothing beside an index that it looks at', async () => {
  const kept = await visit('kept')
  const before = readdirSync(kept)
  removeStaleIndexes(project.indexes)
  expect(readdirSync(kept)).toEqual(before)
})

it('leaves alone what is not an index in its place', async () => {
  const old = await visit('old')
  gone('old')
  const strange = join(project.indexes, 'strange')
  mkdirSync(strange)
  writeFileSync(join(strange, 'index.db'), 'no database')
  writeFileSync(join(project.indexes, 'a-file'), '')
  removeStaleIndexes(project.indexes)
  expect(existsSync(old)).toBe(false)
  expect(readdirSync(project.indexes).sort()).toEqual(['a-file', 'strange'])
  expect(readdirSync(strange)).toEqual(['index.db'])
})

it('removes what was left of one that was thrown away, but not at once', () => {
  mkdirSync(join(project.indexes, '.tmp-index-00ff'), { recursive: true })
  mkdirSync(join(project.indexes, '.tmp-index-11ff'))
  const longAgo = new Date('2020-01-01')
  utimesSync(join(project.indexes, '.tmp-index-00ff'), longAgo, longAgo)
  removeStaleIndexes(project.indexes)
  expect(readdirSync(project.indexes)).toEqual(['.tmp-index-11ff'])
})

it('says nothing where there is no cache', () => {
  expect(() => removeStaleIndexes(join(project.home, 'nowhere'))).not.toThrow()
})
