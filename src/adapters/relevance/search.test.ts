import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documents, makeProject, type Project } from './project.fixture.ts'

let project: Project
beforeEach(() => {
  project = makeProject(documents)
})
afterEach(() => project.end())

const searching = (query: string, change: Partial<ReturnType<Project['order']>> = {}) => {
  const { around: _, task: __, budget: ___, ...order } = project.order(change)
  return { ...order, query, limit: 5, each: 60 }
}
const paths = ({ chosen }: { readonly chosen: readonly { readonly path: string }[] }) =>
  chosen.map(({ path }) => path)

describe('a search', () => {
  it('has an index of its own, so that neither reads for the other', async () => {
    const relevance = project.open()
    const some = [Object.keys(documents).sort()[0]!]
    await relevance.find(project.order({ task: 'rain', candidates: some }))
    await relevance.search(searching('rain'))
    project.reads.length = 0
    await relevance.find(project.order({ task: 'rain', candidates: some }))
    await relevance.search(searching('rain'))
    expect(project.reads).toEqual([])
    expect(readdirSync(project.indexes)).toHaveLength(2)
  })

  it('finds a word that every document has', async () => {
    for (const path of Object.keys(documents))
      project.write(path, `# ${path}\n\nEverywhere the same umbrella.\n`)
    const { chosen, left } = await project.open().search(searching('umbrella'))
    expect(chosen.length + left).toBe(Object.keys(documents).length)
    for (const { reasons, excerpt } of chosen) {
      expect(reasons).toEqual(['holds: umbrella'])
      expect(excerpt).toContain('umbrella')
    }
  })

  it('finds what is named in the query before what only shares words with it', async () => {
    const relevance = project.open()
    expect(paths(await relevance.search(searching('ADR 0005')))[0]).toBe('docs/adrs/0005-single-source.md')
    expect(paths(await relevance.search(searching('5')))[0]).toBe('docs/adrs/0005-single-source.md')
  })

  it('shows a document that has no room for a line, by its title', async () => {
    project.write('docs/long.md', `# ${'long '.repeat(30)}\n\n${'word '.repeat(500)}pelican\n`)
    const { chosen } = await project.open().search(searching('pelican'))
    expect(chosen).toMatchObject([{ path: 'docs/long.md', excerpt: '' }])
  })

  it('is none for no words', async () => {
    expect(paths(await project.open().search(searching('… ?!')))).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')(
    'keeps one connection for each project, however the rules change',
    async () => {
      const relevance = project.open()
      for (let i = 0; i < 20; i++) await relevance.search(searching('rain', { rules: `rules ${i}` }))
      const open = readdirSync('/proc/self/fd').length
      for (let i = 20; i < 40; i++) await relevance.search(searching('rain', { rules: `rules ${i}` }))
      expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open + 2)
    },
  )
})
