import { describe, expect, it } from 'vitest'
import { projectAddressNames } from '../../../core/plan/index.ts'
import { type describeProject, projectTopics } from '../../../core/project/index.ts'
import type { Observation } from '../../../core/values/index.ts'
import type { ObservedRepositoryState, RepositoryReader } from '../../../ports/index.ts'
import { ProjectDescription } from './project-description.ts'

const uri = 'foreword://project/commands'
const texts: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'a/b/c/d/deep.md': 'deep',
  'CLAUDE.md': 'loaded under another name',
}
let listed = 0

const repository: RepositoryReader = {
  listTree() {
    listed++
    return {
      paths: ['a/', 'package.json'],
      places: ['', 'a'],
      links: new Map([['a/link.md', 'a/b/c/d/deep.md']]),
    }
  },
  readState: (): ObservedRepositoryState => ({ state: null, places: ['.git'] }),
  loadParsers: async () => ({ parseToml: () => 'toml', parseYaml: () => 'yaml' }),
}

function read(path: string): Observation {
  const text = texts[path]
  if (text === undefined) return { state: 'absent', uri: `file:${path}`, detail: 'it does not exist' }
  const hardLinked = path === 'package.json' ? { hardLinked: true as const } : {}
  const modifiedAt = '2026-01-03T12:00:00Z'
  const digest = path === 'CLAUDE.md' ? 'sha256:loaded' : ''
  return { state: 'found', uri: `file:${path}`, path, text, digest, bytes: 1, modifiedAt, ...hardLinked }
}

const describeBy = (
  write: typeof describeProject,
  more: Partial<RepositoryReader> = {},
  loaded: readonly string[] = [],
) =>
  new ProjectDescription(
    {
      engine: { hash: (text) => `hash of ${text}`, repository: async () => ({ ...repository, ...more }) },
      project: { name: 'shop', root: '/shop', roots: {}, manifestFile: '' },
      plan: { exclude: [], loaded, loadedTexts: ['sha256:loaded'] },
      reader: { readWhole: read },
    },
    write,
  )

describe('a description of a project', () => {
  it('has an address for each topic, and one for the state', () => {
    expect(projectAddressNames).toEqual([...projectTopics, 'state'])
  })

  it('joins the lines that the files gave', async () => {
    const description = describeBy((topic, files) => [
      { text: `${topic} of ${files.name}: ${files.paths.join(' ')}`, path: 'package.json' },
      { text: `${files.parseToml('')} ${files.parseYaml('')}`, path: 'package.json' },
    ])
    const { observation } = await description.describe('commands', uri)
    const text = 'commands of shop: a/ package.json\ntoml yaml'
    expect(observation).toMatchObject({ state: 'found', uri, path: uri, text, digest: `hash of ${text}` })
  })

  it('depends on the tree, and on each file that was asked for, existing or not', async () => {
    const description = describeBy((_, { read }) => {
      const found = [read('package.json'), read('package.json'), read('Makefile'), read('a/b/c/d/deep.md')]
      return [{ text: String(found), path: 'package.json' }]
    })
    const { observation, files, places } = await description.describe('commands', uri)
    expect(observation).toMatchObject({ text: '{},{},,deep', modifiedAt: '2026-01-03T12:00:00Z' })
    expect(places).toEqual([])
    expect([...new Set(files)].sort()).toEqual([
      ...['', 'Makefile', 'a', 'a/b/c/d', 'a/b/c/d/deep.md', 'package.json'],
    ])
  })

  it('does not quote a text that the agent has loaded under another name, and depends on its file', async () => {
    const description = describeBy((_, files) => [{ text: `read: ${files.read('CLAUDE.md')}`, path: '' }])
    const { observation, files } = await description.describe('commands', uri)
    expect(observation).toMatchObject({ state: 'found', text: 'read: null' })
    expect(files).toContain('CLAUDE.md')
  })

  it('does not quote a file that the agent has loaded itself', async () => {
    const write: typeof describeProject = (_, { paths, read }) => [
      { text: `${paths} ${read('package.json')}`, path: '' },
    ]
    const { observation } = await describeBy(write, {}, ['package.json']).describe('commands', uri)
    expect(observation).toMatchObject({ text: 'a/ null' })
  })

  it('depends on the file behind a link, and on the directory of the link', async () => {
    const description = describeBy((_, { read }) => [{ text: String(read('a/link.md')), path: 'a/link.md' }])
    expect((await description.describe('commands', uri)).files?.slice(-2)).toEqual(['a/b/c/d/deep.md', 'a'])
  })

  it('lists the tree once for all topics', async () => {
    listed = 0
    const description = describeBy(() => [])
    for (const topic of projectTopics) await description.describe(topic, uri)
    expect(listed).toBe(1)
  })

  it('says that a file may lie outside of the project, as for every other source', async () => {
    const { observation } = await describeBy((_, { read }) => [
      { text: read('package.json')!, path: 'package.json' },
    ]).describe('commands', uri)
    expect(observation).toMatchObject({ hardLinked: true })
  })

  it('is absent without lines, and still depends on the tree', async () => {
    const { observation, files } = await describeBy(() => []).describe('layout', uri)
    expect(observation).toMatchObject({ state: 'absent', inactive: true })
    expect(files).toEqual(['', 'a'])
  })
})

describe('the state of a project', () => {
  const state = { branch: 'main', commit: 'f'.repeat(40), uncommitted: null, commits: [] }
  const stateOf = (observed: ObservedRepositoryState) =>
    describeBy(() => [], { readState: () => observed }).describe('state', uri)

  it('depends on the files that git names', async () => {
    expect(await stateOf({ state, places: ['/shop/.git/HEAD'] })).toMatchObject({
      observation: { state: 'found', text: 'Branch: main' },
      places: [],
      files: ['/shop/.git/HEAD'],
    })
  })

  it('is never cached if git cannot name them', async () => {
    expect((await stateOf({ state, places: null })).places).toBeNull()
  })

  it('is absent outside of a repository, until there is one', async () => {
    expect(await stateOf({ state: null, places: ['.git'] })).toMatchObject({
      observation: { state: 'absent', inactive: true },
      files: ['.git'],
    })
  })
})
