import { execFileSync } from 'node:child_process'
import { chmodSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { manifest, ServedProject } from './project-service.fixture.ts'

let project: ServedProject
afterEach(() => project.remove())

describe('M-78 the list of resources', () => {
  it('is every address of the manifest, each once and sorted', async () => {
    project = new ServedProject({
      'decisions/0001-one.md': '# One\n',
      'decisions/0002-two.md': '# Two\n',
      'plans/next.md': '# Next\n',
      'voice/tone.md': 'Plain.\n',
    })
    const all = await project.offer().resources()
    expect(all.map(({ address }) => address)).toEqual([
      'notes://context/linked',
      'notes://context/voice',
      'notes://docs/decisions/',
      'notes://docs/decisions/0001-one',
      'notes://docs/decisions/0002-two',
      'notes://docs/plans/',
      'notes://docs/plans/next',
      'notes://project/commands',
      'notes://project/conventions',
      'notes://project/layout',
      'notes://project/purpose',
      'notes://project/state',
      'notes://state/plan',
      'notes://tickets/',
      'section:rules',
    ])
    const about = (address: string) => all.find((resource) => resource.address === address)
    expect(about('notes://docs/decisions/')).toMatchObject({ about: 'What was decided', tier: 'identity' })
    expect(about('section:rules')).toMatchObject({ kind: 'section', about: 'Rules of the house' })
  })

  it('M-42 is told without opening a document: not a pipe, not one that is closed to us, not a huge one', async () => {
    project = new ServedProject({ 'decisions/closed.md': '# Closed\n', 'decisions/huge.md': '' })
    chmodSync(join(project.root, 'decisions/closed.md'), 0o000)
    truncateSync(join(project.root, 'decisions/huge.md'), 2 ** 40)
    execFileSync('mkfifo', [join(project.root, 'decisions/pipe.md')])
    const offer = project.offer()
    const names = (await offer.resources()).filter(({ kind }) => kind === 'document').map(({ name }) => name)
    await offer.templates()
    await offer.complete({ template: 'notes://docs/decisions/{id}', variable: 'id', typed: '' })
    expect(names).toEqual(['closed', 'huge', 'pipe'])
    expect(project.opened).toEqual([])
  })

  it('leaves out what has a secret for a name', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    project = new ServedProject({ [`decisions/${secret}.md`]: '# Odd\n', 'decisions/plain.md': '# Plain\n' })
    const offer = project.offer()
    const all = JSON.stringify(await offer.resources())
    const order = { template: 'notes://docs/decisions/{id}', variable: 'id', typed: '' }
    expect(all).toContain('decisions/plain')
    expect(all).not.toContain(secret)
    expect((await offer.complete(order))?.values).toEqual(['plain'])
  })

  it('is nothing where the manifest is not trusted', async () => {
    project = new ServedProject({ 'decisions/one.md': '# One\n' })
    project.inert = 'not trusted'
    const offer = project.offer()
    expect(await offer.resources()).toEqual([])
    expect(await offer.templates()).toEqual([])
    await expect(offer.status()).rejects.toMatchObject({ code: 'not-trusted' })
    await expect(offer.explain({ asked: null })).rejects.toMatchObject({ code: 'not-trusted' })
    const caller = { session: undefined, client: null }
    await expect(offer.search({ query: 'one', limit: 1 }, caller)).rejects.toMatchObject({
      code: 'not-trusted',
    })
    await expect(offer.start({ task: 'x', level: null }, caller)).rejects.toMatchObject({
      code: 'not-trusted',
    })
    expect(project.parcels).toEqual([])
  })
})

describe('templates', () => {
  it('are one for each kind of address that has names in it', async () => {
    project = new ServedProject()
    const all = await project.offer().templates()
    expect(all.map(({ template }) => template)).toEqual([
      'notes://context/{scope}',
      'notes://docs/decisions/{id}',
      'notes://docs/plans/{id}',
      'notes://state/{entity}',
      'notes://tickets/{path}',
    ])
  })

  it('are none where nothing has an address', async () => {
    const [head] = manifest.split('tiers:')
    project = new ServedProject({
      'foreword.yaml': `${head}sections: { rules: { sources: ["file:R.md"] } }\n`,
    })
    expect(await project.offer().templates()).toEqual([])
  })
})

describe('the completion of a variable', () => {
  const id = (typed: string) => ({ template: 'notes://docs/decisions/{id}', variable: 'id', typed })

  it('begins with what was typed, before what holds it', async () => {
    const names = ['0001-cache', '0002-Redis', '0003-no-cache', 'cache-of-old']
    project = new ServedProject(Object.fromEntries(names.map((name) => [`decisions/${name}.md`, '#\n'])))
    const offer = project.offer()
    const complete = async (typed: string) => (await offer.complete(id(typed)))?.values
    expect(await complete('cache')).toEqual(['cache-of-old', '0001-cache', '0003-no-cache'])
    expect(await complete('000')).toEqual(['0001-cache', '0002-Redis', '0003-no-cache'])
    expect(await complete('redis')).toEqual(['0002-Redis'])
    expect(await complete('nowhere')).toEqual([])
  })

  it('is at most a hundred, and says how many there are', async () => {
    const many = Array.from({ length: 120 }, (_, i) => [`decisions/${i}-x.md`, '#\n'])
    project = new ServedProject(Object.fromEntries(many))
    const { values, total, hasMore } = (await project.offer().complete(id('')))!
    expect([values.length, total, hasMore]).toEqual([100, 120, true])
  })

  it('is a name of a context, of a state, of what a plugin provides, or of a level', async () => {
    project = new ServedProject()
    const offer = project.offer()
    const all = async (order: object) =>
      (await offer.complete({ typed: '', ...order } as ReturnType<typeof id>))?.values
    expect(await all({ template: 'notes://context/{scope}', variable: 'scope' })).toEqual(['linked', 'voice'])
    expect(await all({ template: 'notes://state/{entity}', variable: 'entity' })).toEqual(['plan'])
    expect(await all({ template: 'notes://tickets/{path}', variable: 'path' })).toEqual(['closed', 'open'])
    expect(await all({ prompt: 'notes_start', variable: 'level' })).toEqual(['small', 'standard'])
    expect(await all({ prompt: 'notes_start', variable: 'task' })).toEqual([])
  })

  it('is not said of what nothing here has', async () => {
    project = new ServedProject()
    const offer = project.offer()
    expect(await offer.complete({ ...id(''), variable: 'name' })).toBeNull()
    expect(await offer.complete({ ...id(''), template: 'notes://docs/others/{id}' })).toBeNull()
    expect(await offer.complete({ prompt: 'other', variable: 'level', typed: '' })).toBeNull()
    expect(await offer.complete({ prompt: 'notes_start', variable: 'size', typed: '' })).toBeNull()
  })
})
