import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderRelevance } from '../../core/relevance/index.ts'
import { documents, makeProject, type Project } from './project.fixture.ts'

const active = ['docs/rfcs/0016-context.md']
let project: Project
beforeEach(() => {
  project = makeProject(documents)
  project.head = 'a'
  project.commits = [
    ['docs/rfcs/0016-context.md', 'docs/notes/together.md'],
    ['docs/rfcs/0016-context.md', 'docs/notes/together.md', 'gone.md'],
  ]
})
afterEach(() => project.end())

const reasonsOf = async (relevance = project.open(), order = project.order({ active })) => {
  const { chosen } = await relevance.find(order)
  return Object.fromEntries(chosen.map(({ path, reasons }) => [path, reasons]))
}

describe('M-33 M-82 a document that is linked to the work at hand', () => {
  it('is named with its reasons: references both ways and over two steps, shared terms, common commits', async () => {
    expect(await reasonsOf()).toEqual({
      'docs/adrs/0005-single-source.md': ['linked from docs/rfcs/0016-context.md (depends on)'],
      'docs/rfcs/0002-plans.md': ['links to docs/rfcs/0016-context.md', 'shares: rfc'],
      'docs/notes/budget.md': ['shares: manifest, budget, tier'],
      'docs/adrs/0007-locks.md': ['two steps away, through docs/adrs/0005-single-source.md'],
      'docs/notes/together.md': ['changed together in 2 commits'],
    })
  })

  it('begins with what is linked directly, before what is two steps away', async () => {
    const { chosen } = await project.open().find(project.order({ active }))
    expect(chosen.map(({ path }) => path.split('/').at(-1))).toEqual([
      ...['0002-plans.md', '0005-single-source.md', 'budget.md', 'together.md', '0007-locks.md'],
    ])
  })

  it('never is an active document itself', async () => {
    const all = Object.keys(documents)
    expect(await reasonsOf(project.open(), project.order({ active: all, task: 'budget tier' }))).toEqual({})
  })

  it('shows the passage that matters, with its lines', async () => {
    const long = 'Filler about nothing in particular.\n'.repeat(200)
    project.write(
      'docs/notes/budget.md',
      `# Notes\n\n## Other\n\n${long}\n## On size\n\nEvery tier of a manifest has a budget.\n`,
    )
    const { chosen } = await project.open().find(project.order({ active, budget: 400 }))
    const notes = chosen.find(({ path }) => path === 'docs/notes/budget.md')
    expect(notes).toMatchObject({
      excerpt: '## On size\n\nEvery tier of a manifest has a budget.',
      lines: [206, 208],
    })
  })

  it('is found by the task alone', async () => {
    const order = project.order({ task: 'Write down how ourManifestBudget works' })
    expect(await reasonsOf(project.open(), order)).toEqual({
      'docs/rfcs/0016-context.md': ['shares: budget, manifest'],
      'docs/notes/budget.md': ['shares: budget, manifest'],
    })
  })

  it('is nothing without work at hand, and nothing that fits into no room', async () => {
    const relevance = project.open()
    expect(await relevance.find(project.order())).toEqual({ chosen: [], left: 0 })
    expect(await relevance.find(project.order({ active, budget: 5 }))).toEqual({ chosen: [], left: 5 })
  })

  it('is the same whatever was indexed before, in whatever order', async () => {
    const order = () => project.order({ active, task: 'locks and weather' })
    const fresh = await project.open(null).find(order())
    const relevance = project.open()
    await relevance.find(project.order({ active, candidates: ['docs/notes/noise-b.md'] }))
    project.write('docs/notes/later.md', '# Budget of a tier\n\nmanifest manifest budget\n')
    await relevance.find(order())
    project.remove('docs/notes/later.md')
    project.write('docs/notes/noise-a.md', '# Budget\n\ntier tier tier\n')
    await relevance.find(order())
    project.write('docs/notes/noise-a.md', documents['docs/notes/noise-a.md']!)
    const after = await relevance.find(order())
    const still = (answer: typeof after) => answer.chosen.map(({ modifiedAt: _, ...rest }) => rest)
    expect(still(after)).toEqual(still(fresh))
    expect(renderRelevance(after, order().formatAddress)).toBe(renderRelevance(fresh, order().formatAddress))
  })
})

describe('M-82 the index', () => {
  it('reads a file again only when its stamp is another', async () => {
    const relevance = project.open()
    await relevance.find(project.order())
    expect(project.reads.sort()).toEqual(Object.keys(documents).sort())
    project.reads.length = 0
    await relevance.find(project.order({ task: 'budget' }))
    await project.open().find(project.order({ task: 'budget' }))
    expect(project.reads).toEqual([])
    project.write('docs/notes/noise-a.md', '# Rain\n\nThe budget of rain.\n')
    expect(await reasonsOf(relevance, project.order({ task: 'rain' }))).toEqual({
      'docs/notes/noise-a.md': ['shares: rain'],
    })
    expect(project.reads).toEqual(['docs/notes/noise-a.md'])
  })

  it('notes a touched file with its new date', async () => {
    const relevance = project.open()
    await relevance.find(project.order())
    utimesSync(join(project.root, 'docs/notes/budget.md'), 0, 1_700_000_000)
    const { chosen } = await relevance.find(project.order({ task: 'every size' }))
    expect(chosen.map(({ modifiedAt }) => modifiedAt)).toEqual(['2023-11-14T22:13:20.000Z'])
  })

  it('reads what has no stamp each time', async () => {
    const relevance = project.open()
    const order = () => project.order({ task: 'rain', stamp: () => null })
    await relevance.find(order())
    project.write('docs/notes/noise-b.md', '# Food\n\nRain again.\n')
    expect(Object.keys(await reasonsOf(relevance, order()))).toEqual([
      'docs/notes/noise-a.md',
      'docs/notes/noise-b.md',
    ])
  })

  it('forgets what is gone, and leaves out what cannot be read', async () => {
    const relevance = project.open()
    await relevance.find(project.order())
    project.remove('docs/notes/noise-a.md')
    expect(await reasonsOf(relevance, project.order({ task: 'rain' }))).toEqual({})
    const unreadable = project.order({ task: 'locks', stamp: (path) => `other ${path}`, read: () => null })
    expect(await reasonsOf(relevance, unreadable)).toEqual({})
  })

  it('counts while it reads, and says nothing when there is nothing to read', async () => {
    const seen: [number, number][] = []
    const progress = (done: number, total: number) => seen.push([done, total])
    const relevance = project.open()
    await relevance.find(project.order({ progress }))
    await relevance.find(project.order({ progress }))
    expect(seen).toEqual([
      [0, 8],
      [8, 8],
    ])
  })

  it('holds the first 256 KB of what is larger, in whole lines', async () => {
    project.write('docs/notes/large.md', `# Large\n\n${'ü filler\n'.repeat(30_000)}\npalimpsest\n`)
    const relevance = project.open()
    expect(await reasonsOf(relevance, project.order({ task: 'palimpsest' }))).toEqual({})
    expect(Object.keys(await reasonsOf(relevance, project.order({ task: 'filler' })))).toEqual([
      'docs/notes/large.md',
    ])
  })

  it('asks git again when another commit is checked out', async () => {
    const relevance = project.open()
    await relevance.find(project.order({ active }))
    project.commits = [[active[0]!, 'docs/notes/noise-a.md']]
    expect(await reasonsOf(relevance)).toHaveProperty(['docs/notes/together.md'])
    project.head = 'b'
    const reasons = await reasonsOf(relevance)
    expect(reasons).toMatchObject({ 'docs/notes/noise-a.md': ['changed together in 1 commit'] })
    expect(reasons).not.toHaveProperty(['docs/notes/together.md'])
  })
})
