import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ServedProject, testCaller } from './project-service.fixture.ts'

let project: ServedProject
afterEach(() => project.remove())

const search = (query: string, limit = 8) => project.offer().search({ query, limit }, testCaller)
const found = async (query: string, limit?: number) =>
  (await search(query, limit)).hits.map(({ address }) => address)

const files = {
  'decisions/0001-cache.md': '# Caching\n\nWe keep sessions in Redis.\n',
  'decisions/0002-store.md': '# Store\n\nOrders lie in Postgres. Redis holds none of them.\n',
  'decisions/0016-prices.md': '# Prices\n\nPrices are integers.\n',
  'voice/tone.md': '# Tone\n\nSpeak plainly, as on the telephone.\n',
  'RULES.md': '# Rules\n\nNever lose an order, wherever it came from.\n',
  'elsewhere/notes.md': '# Notes\n\nUmbrellas are sold on Mondays.\n',
}

describe('a search', () => {
  it('finds documents, contexts and sections by their words, with reasons and a passage', async () => {
    project = new ServedProject(files)
    expect(await found('postgres')).toEqual(['notes://docs/decisions/0002-store'])
    expect(await found('telephone')).toEqual(['notes://context/voice'])
    expect(await found('wherever')).toEqual(['section:rules'])
    const { hits } = await search('where are orders kept in Postgres')
    expect(hits[0]).toMatchObject({ title: 'Store', path: 'decisions/0002-store.md' })
    expect(hits[0]!.why.join()).toContain('postgre')
    expect(hits[0]!.excerpt).toContain('Orders lie in Postgres.')
  })

  it('counts a word that most documents have, and the beginning of a longer one', async () => {
    project = new ServedProject(files)
    expect(await found('redis')).toHaveLength(2)
    expect(await found('teleph')).toEqual(['notes://context/voice'])
  })

  it('finds a document by its number or its name', async () => {
    project = new ServedProject(files)
    expect((await found('16'))[0]).toBe('notes://docs/decisions/0016-prices')
    expect((await found('0016-prices'))[0]).toBe('notes://docs/decisions/0016-prices')
    expect((await search('number 0016')).hits[0]!.why).toContain('has the number 16')
  })

  it('leaves out what no address leads to, and every address that it gives can be read', async () => {
    project = new ServedProject(files)
    expect(await found('umbrellas')).toEqual([])
    const offer = project.offer()
    for (const { address } of (await search('redis order telephone integers')).hits) {
      const { text } = await offer.read({ address, budget: null, task: null }, testCaller)
      expect(text).not.toBe('')
    }
  })

  it('sees what was changed, added or taken away since the last one', async () => {
    project = new ServedProject(files)
    const offer = project.offer()
    const titles = async () =>
      (await offer.search({ query: 'postgres mysql', limit: 8 }, testCaller)).hits.map(({ title }) => title)
    expect(await titles()).toEqual(['Store'])
    project.write({
      'decisions/0003-mysql.md': '# Another\n\nMySQL.\n',
      'decisions/0002-store.md': '# Empty\n',
    })
    expect(await titles()).toEqual(['Another'])
  })

  it('gives no more than was asked for, and says how many there are', async () => {
    project = new ServedProject(files)
    const answer = await search('redis', 1)
    expect(answer.hits).toHaveLength(1)
    expect(answer.more).toBe(1)
    expect(answer.text).toContain('1 more')
  })

  it('says so where nothing is found, and leaves no receipt', async () => {
    project = new ServedProject(files)
    const answer = await search('xyzzy')
    expect(answer).toMatchObject({ hits: [], injection_id: null })
    expect(answer.text).toContain('Nothing was found for "xyzzy" among 5 documents.')
    expect(project.parcels).toEqual([])
  })

  it('is a receipt of what was shown, with the session and the client', async () => {
    project = new ServedProject(files)
    const { injection_id, text } = await search('postgres')
    expect(project.bodies).toMatchObject([
      { injection_id, asked: 'search:postgres', session_id: 'mcp-1', client: 'peer 1.0', level: 'search' },
    ])
    const account = JSON.parse(project.parcels[0]!.blobs[0]!.content())
    expect(account.sections).toMatchObject([
      { id: 'notes://docs/decisions/0002-store', sources: [{ path: 'decisions/0002-store.md' }] },
    ])
    const [{ start, end, lines }] = account.map
    expect(Buffer.from(text).subarray(start, end).toString()).toContain('Orders lie in Postgres.')
    expect(lines[1]).toBe(3)
  })

  it('shows, records and finds no secret', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    project = new ServedProject({ 'decisions/a.md': `# Access\n\nThe token is ${secret} today.\n` })
    expect((await search('token today')).text).toContain('[REDACTED]')
    for (const query of [secret, `xyzzy-${secret}`]) {
      expect(JSON.stringify(await search(query))).not.toContain(secret)
    }
    project.write({ 'decisions/a.md': '# Gone\n' })
    expect(JSON.stringify(await search(secret))).not.toContain(secret)
    expect(JSON.stringify([await search('access'), project.bodies])).not.toContain(secret)
  })

  it('passes over what cannot be read, and what may not be', async () => {
    project = new ServedProject({ ...files, 'decisions/.env.md': 'postgres\n' })
    chmodSync(join(project.root, 'decisions/0002-store.md'), 0o000)
    const hits = await found('postgres')
    expect(hits).toEqual(process.getuid?.() === 0 ? ['notes://docs/decisions/0002-store'] : [])
  })

  it('refuses a query that is none', async () => {
    project = new ServedProject(files)
    await expect(search('x'.repeat(501))).rejects.toMatchObject({ code: 'usage' })
  })
})
