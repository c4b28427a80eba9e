import { linkSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatWorkList, workItem, workplace } from './workplace.fixture.ts'

const inFile = { beads: { file: 'work/items.json' } }

/** The warning about an item that is too long. */
function cutWarning({ title = '', summary = '', tags = [] }: Record<string, unknown>) {
  const isCut = `${title}`.length > 200 || `${summary}`.length > 2000 || (tags as string[]).length > 20
  return isCut ? [{ code: 'adapter-warning', detail: expect.stringContaining('cut_field:a:') }] : []
}

/** Asks an adapter whose file has this text. */
async function readFromFile(text: string | Uint8Array, more: object = {}) {
  const { write, ask } = workplace()
  write('shop/work/items.json', text)
  const [answer] = await ask({ adapters: inFile, names: ['beads'], ...more })
  return answer!
}

describe('work items from a file of the project', () => {
  it('C-38 C-39 are ranked, each with its adapter, its freshness and its scores', async () => {
    const text = formatWorkList(
      workItem('late', { priority: 3 }),
      workItem('first', { state: 'blocked', title: 'Mend the cart' }),
    )
    const answer = await readFromFile(text, { task: 'Mend the cart' })
    expect(answer).toEqual({
      adapter: 'beads',
      status: 'loaded',
      reason: null,
      detail: null,
      adapterId: 'beads',
      fetchedAt: '2026-02-24T05:00:00Z',
      candidates: 2,
      maxItems: 4,
      staleSeconds: 86_400,
      items: [
        {
          id: 'first',
          adapter: 'beads',
          name: 'first',
          path: 'adapter/beads/first',
          text: 'title: Mend the cart\nstate: blocked\npriority: 1\nsummary: What it is about.\ntags: governance\n',
          sanitization: { status: 'clean', actions: [] },
          state: 'blocked',
          priority: 1,
          rank: 1,
          score: 0.8498,
          breakdown: { lexical: 1, evidence: 0.5, outcome: 1, freshness: 0.9979 },
          freshness: {
            adapter_fetched_at: '2026-02-24T05:00:00Z',
            source_updated_at: '2026-02-24T04:57:00Z',
            staleness_seconds: 180,
            stale: false,
          },
        },
        expect.objectContaining({ id: 'late', rank: 2, score: 0.3248 }),
      ],
      refused: [],
      diagnostics: [],
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      place: 'work/items.json',
    })
  })

  it('are as many as the adapter may have, the best of all', async () => {
    const items = Array.from({ length: 9 }, (_, i) => workItem(`i${i}`, { priority: 9 - i }))
    const { candidates, items: chosen } = await readFromFile(formatWorkList(...items))
    expect(candidates).toBe(9)
    expect(chosen.map(({ id }) => id)).toEqual(['i8', 'i7', 'i6', 'i5'])
    const adapters = { beads: { file: 'work/items.json', max_items: 1 } }
    expect((await readFromFile(formatWorkList(...items), { adapters })).items).toHaveLength(1)
  })

  it('C-25 are the same whatever their order in the file', async () => {
    const items = ['c', 'a', 'b', 'e', 'd'].map((id) => workItem(id))
    const [first, other] = [
      await readFromFile(formatWorkList(...items)),
      await readFromFile(formatWorkList(...items.reverse())),
    ]
    expect(first.items).toEqual(other.items)
    expect(first.items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('follow the ranking of the manifest', async () => {
    const text = formatWorkList(workItem('a', { state: 'ready' }), workItem('b', { state: 'waiting' }))
    const ranking = { states: ['waiting', 'ready'], weights: { outcome: 1 } }
    const { items, diagnostics } = await readFromFile(text, { ranking })
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'waiting'],
      ['a', 'ready'],
    ])
    expect(diagnostics).toEqual([])
  })

  it('may be more than what a source is read in windows from', async () => {
    const items = Array.from({ length: 900 }, (_, i) => workItem(`i${i}`, { summary: 'x'.repeat(900) }))
    expect(await readFromFile(formatWorkList(...items))).toMatchObject({ status: 'loaded', candidates: 900 })
  })

  it('may be none', async () => {
    expect(await readFromFile(formatWorkList())).toMatchObject({
      status: 'loaded',
      candidates: 0,
      items: [],
      diagnostics: [],
    })
  })
})

describe('C-44 C-46 a file that gives nothing', () => {
  it.each([
    ['{"items": [', 'invalid_json', 'adapter_degraded:invalid_json:work/items.json'],
    ['[]', 'invalid_payload_shape', 'adapter_degraded:invalid_payload_shape:work/items.json'],
    ['{"items": {"id": "a"}}', 'items_not_list', 'adapter_degraded:items_not_list'],
    [Buffer.from([0x22, 0xc3, 0x22]), 'unreadable', 'adapter_degraded:unreadable:work/items.json'],
    [Buffer.from([0x22, 0x00, 0x22]), 'unreadable', 'adapter_degraded:unreadable:work/items.json'],
  ])('degrades, and says why in the published words: %s', async (text, reason, detail) => {
    expect(await readFromFile(text)).toMatchObject({
      status: 'degraded',
      reason,
      detail: expect.stringContaining('The adapter "beads" gave no work items: '),
      adapterId: null,
      fetchedAt: null,
      candidates: 0,
      items: [],
      diagnostics: [{ code: 'adapter-degraded', severity: 'warning', detail }],
    })
  })

  it('is not there', async () => {
    const [answer] = await workplace().ask({ adapters: inFile, names: ['beads'] })
    expect(answer).toMatchObject({
      reason: 'file_not_found',
      place: 'work/items.json',
      digest: null,
      diagnostics: [{ detail: 'adapter_degraded:file_not_found:work/items.json' }],
    })
  })

  it('C-50 has 1 GB, of which nothing is read', async () => {
    const { write, at, ask } = workplace()
    write('shop/work/items.json')
    truncateSync(at('shop/work/items.json'), 1024 ** 3)
    const [answer] = await ask({ adapters: inFile, names: ['beads'] })
    expect(answer).toMatchObject({
      reason: 'too_large',
      detail: expect.stringContaining('1073741824 bytes; the most that is read is 1048576'),
      diagnostics: [{ detail: 'adapter_degraded:too_large:work/items.json' }],
    })
  })

  it('has one byte more than it may, and is not read in part', async () => {
    const text = formatWorkList(workItem('a'))
    const adapters = (max_bytes: number) => ({ adapters: { beads: { file: 'work/items.json', max_bytes } } })
    expect((await readFromFile(text, adapters(text.length))).status).toBe('loaded')
    expect((await readFromFile(text, adapters(text.length - 1))).reason).toBe('too_large')
  })

  it('C-X15 lies behind a link out of the project, is excluded, or is a directory', async () => {
    const { write, at, ask } = workplace(['*.key'])
    write('beside.json', formatWorkList(workItem('a')))
    write('shop/items.key', formatWorkList(workItem('a')))
    mkdirSync(at('shop/directory'))
    symlinkSync(at('beside.json'), at('shop/linked.json'))
    const adapters = Object.fromEntries(
      ['linked.json', 'items.key', 'directory'].map((file, i) => [`a${i}`, { file }]),
    )
    const answers = await ask({ adapters, names: ['a0', 'a1', 'a2'] })
    expect(answers.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['unreadable', expect.stringContaining('leads out of its root')],
      ['unreadable', expect.stringContaining('is excluded')],
      ['unreadable', expect.stringContaining('name a regular file')],
    ])
  })

  it('has another name on the disk, which is reported if the user has not reviewed the manifest', async () => {
    const { write, at, ask } = workplace()
    write('beside.json', formatWorkList(workItem('a')))
    linkSync(at('beside.json'), at('shop/items.json'))
    const order = { adapters: { beads: { file: 'items.json' } }, names: ['beads'] }
    expect((await ask({ ...order, trusted: false }))[0]!.diagnostics).toMatchObject([
      { code: 'source-hard-link' },
    ])
    expect((await ask(order))[0]!.diagnostics).toEqual([])
  })
})

describe('a file that a person names', () => {
  it('may lie anywhere, goes before what the manifest says, and needs no manifest that names the adapter', async () => {
    const { write, ask } = workplace()
    write('shop/work/items.json', formatWorkList(workItem('theirs')))
    const file = write('elsewhere/mine.json', formatWorkList(workItem('mine')))
    const order = { names: ['beads'], files: { beads: file }, trusted: false }
    for (const adapters of [inFile, { beads: {} }, {}]) {
      const [answer] = await ask({ ...order, adapters })
      expect(answer).toMatchObject({ status: 'loaded', place: null, items: [{ id: 'mine' }] })
    }
  })

  it('is shown by its name alone when it gives nothing', async () => {
    const { at, write, ask } = workplace()
    const files = { a: at('elsewhere/none.json'), b: write('elsewhere/broken.json', '{') }
    const answers = await ask({ names: ['a', 'b'], files })
    expect(answers.map(({ diagnostics }) => diagnostics[0]!.detail)).toEqual([
      'adapter_degraded:file_not_found:none.json',
      'adapter_degraded:invalid_json:broken.json',
    ])
    expect(JSON.stringify(answers)).not.toContain('elsewhere')
  })
})

describe('a fault of work items', () => {
  it('C-46 is said in the published words', async () => {
    const text = JSON.stringify({
      items: [
        workItem('old', { source_updated_at: 'x' }),
        workItem('new', { state: 'doing' }),
        { title: 'no id' },
      ],
    })
    const { diagnostics } = await readFromFile(text)
    expect(
      diagnostics.every(({ code, severity }) => code === 'adapter-warning' && severity === 'warning'),
    ).toBe(true)
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      'adapter_warning:missing_adapter_id',
      'adapter_warning:missing_adapter_fetched_at',
      'adapter_warning:passed_over:items[2]:no_id',
      'adapter_warning:missing_or_invalid_fetched_at:old',
      'adapter_warning:invalid_source_updated_at:old:no time in ISO 8601',
      'adapter_warning:unknown_state:new',
      'adapter_warning:missing_or_invalid_fetched_at:new',
    ])
  })

  it('names what is stale by the times of the data', async () => {
    const { items, diagnostics } = await readFromFile(
      formatWorkList(workItem('old', { source_updated_at: '2026-02-22T05:00:00Z' })),
    )
    expect(items[0]!.freshness).toMatchObject({ staleness_seconds: 172_800, stale: true })
    expect(diagnostics).toMatchObject([{ detail: 'adapter_warning:stale_item:old:172800s' }])
  })

  it('is said twenty times of a kind, of the items that were chosen before any other', async () => {
    const broken = Array.from({ length: 400 }, () => ({}))
    const rest = Array.from({ length: 400 }, (_, i) => workItem(`r${i}`, { priority: 9, tags: 7 }))
    const best = workItem('best', { priority: 0, summary: 7 })
    const { diagnostics } = await readFromFile(formatWorkList(...broken, ...rest, best))
    const details = diagnostics.map(({ detail }) => detail)
    expect(details).toHaveLength(20 + 20 + 2)
    expect(details).toContain('adapter_warning:invalid_field:best:summary')
    expect(details.slice(-2)).toEqual([
      'adapter_warning:more_warnings:passed_over:380',
      'adapter_warning:more_warnings:invalid_field:381',
    ])
  })
})

describe('C-40 C-42 C-51 content that may not be shown', () => {
  it('takes no place of an item that may', async () => {
    const unsafe = [0, 1, 2, 3].map((i) => workItem(`u${i}`, { priority: 0, title: 'CONFIDENTIAL' }))
    const { items, refused, diagnostics } = await readFromFile(formatWorkList(...unsafe, workItem('safe')))
    expect(items.map(({ id, rank }) => [id, rank])).toEqual([['safe', 5]])
    const why = 'it holds what is prohibited: restricted'
    expect(refused).toEqual(
      unsafe.map(({ id }) => ({ path: `adapter/beads/${id}`, reason: 'prohibited', why })),
    )
    expect(diagnostics).toHaveLength(4)
    expect(diagnostics[0]).toEqual({
      code: 'entry-dropped',
      severity: 'warning',
      detail: `adapter/beads/u0 was dropped: ${why}`,
    })
  })

  it('is replaced in an item that is safe without it', async () => {
    const { items, diagnostics } = await readFromFile(
      formatWorkList(workItem('a', { summary: 'Ask jane@acme.io.' })),
    )
    expect(items[0]).toMatchObject({
      text: expect.stringContaining('summary: Ask [REDACTED_EMAIL].'),
      sanitization: { status: 'redacted', actions: [{ class: 'personal_data', count: 1 }] },
    })
    expect(diagnostics).toMatchObject([
      { code: 'entry-redacted', detail: 'replaced in adapter/beads/a: 1 × personal_data' },
    ])
  })

  const long = 'word '.repeat(500)
  const manyTags = Array.from({ length: 20 }, (_, i) => `t${i}`)
  it.each([
    { what: 'behind the end of a summary', item: { summary: `${long}CONFIDENTIAL` } },
    { what: 'behind the end of a title', item: { title: `${long}TLP:RED` } },
    { what: 'behind the last tag', item: { tags: [...manyTags, 'TLP:RED'] } },
    { what: 'as a key behind the end', item: { summary: `${long}-----BEGIN PRIVATE KEY-----` } },
    { what: 'in two fields', item: { title: 'Staging password:', summary: 'hunter2xyz9' } },
    { what: 'in two tags', item: { tags: ['password:', 'hunter2xyz9'] } },
    { what: 'as a marking of two fields', item: { title: 'Plan: TOP', summary: 'SECRET, as agreed' } },
  ])('C-51 is an item that has it $what', async ({ item }) => {
    const answer = await readFromFile(
      formatWorkList(workItem('a', item), workItem('b', { title: 'Password' })),
    )
    expect(answer.items.map(({ id }) => id)).toEqual(['b'])
    expect(answer.refused).toMatchObject([{ path: 'adapter/beads/a', reason: 'prohibited' }])
    expect(answer.diagnostics).toMatchObject([{ code: 'entry-dropped' }, ...cutWarning(item)])
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  it('is taken out before an item is cut, so no half of it is left', async () => {
    const key = `sk-ant-api03-${'aB3dE5gH7j'.repeat(9)}xyzAA`
    const item = { summary: `${'word '.repeat(395)}password: ${key}`, tags: [key] }
    const { items } = await readFromFile(formatWorkList(workItem('a', item)))
    expect(items[0]!.text).not.toContain('aB3d')
    expect(items[0]!.text).toMatch(/\ntags: \[REDACTED_[A-Z]+\]\n$/)
    expect(items[0]!.sanitization.status).toBe('redacted')
  })

  it('is what an adapter calls itself: it is called as it was named', async () => {
    const list = JSON.stringify({ ...JSON.parse(formatWorkList(workItem('a'))), adapter_id: 'CONFIDENTIAL' })
    const { adapterId, diagnostics } = await readFromFile(list)
    expect(adapterId).toBeNull()
    expect(diagnostics).toMatchObject([
      { detail: 'adapter_warning:invalid_adapter_id:it holds what is prohibited' },
    ])
  })

  it('is an item by its id, which is called by its place in the list', async () => {
    const ids = ['jane@acme.io', 'jane%40acme.io', 'SSN 536-22-8726', 'card 4111 1111 1111 1111']
    const stale = ids.map((id) => workItem(id, { source_updated_at: '2020-01-01T00:00:00Z' }))
    const answer = await readFromFile(formatWorkList(workItem('fine'), ...stale))
    expect(answer.items.map(({ id }) => id)).toEqual(['fine'])
    expect(answer.refused).toEqual(
      ids.map((_, i) => ({
        path: `adapter/beads/items[${i + 1}]`,
        reason: 'prohibited_id',
        why: 'its id holds what is prohibited',
      })),
    )
    expect(JSON.stringify(answer)).not.toMatch(/jane|8726|1111/)
    expect(answer.diagnostics.filter(({ detail }) => detail.includes('stale_item:items['))).toHaveLength(4)
  })

  it('is told apart from what is too much', async () => {
    const items = Array.from({ length: 6 }, (_, i) => workItem(`i${i}`, { priority: i }))
    const { refused } = await readFromFile(formatWorkList(...items))
    const why = 'beads may have 4 items, and has better ones'
    expect(refused).toEqual([
      { path: 'adapter/beads/i4', reason: 'max_items', why },
      { path: 'adapter/beads/i5', reason: 'max_items', why },
    ])
  })
})

describe('whom to ask', () => {
  it('C-15 is empty unless an adapter is named', async () => {
    expect(await workplace().ask({ adapters: inFile, names: [] })).toEqual([])
  })

  it('is answered in the order of the names, once each', async () => {
    const { write, ask } = workplace()
    for (const name of ['a', 'b', 'c']) write(`shop/${name}.json`, formatWorkList(workItem(name)))
    const adapters = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { file: `${name}.json` }]))
    const answers = await ask({ adapters, names: ['c', 'a', 'c', 'b'] })
    expect(answers.map(({ adapter, items }) => [adapter, items[0]!.id])).toEqual([
      ['c', 'c'],
      ['a', 'a'],
      ['b', 'b'],
    ])
  })

  it.each(['beds', '__proto__', 'constructor'])(
    'is refused if %s is unknown, with the names that exist',
    async (name) => {
      const { ask, enable, program, write } = workplace()
      enable({ tickets: { command: [program('')] } })
      write('shop/work/items.json', formatWorkList())
      const asked = ask({ adapters: inFile, names: ['beads', name] })
      await expect(asked).rejects.toMatchObject({
        code: 'usage',
        message: `There is no adapter "${name}".`,
        fix: `${name === 'beds' ? 'Did you mean "beads"? ' : ''}There are: beads, tickets.`,
      })
    },
  )

  it('is refused with the fault of the configuration, which may be why', async () => {
    const { ask, write } = workplace()
    write('config/foreword/plugins.yaml', 'plugins: [')
    await expect(ask({ names: ['tickets'] })).rejects.toMatchObject({
      fix: expect.stringMatching(/^No adapter is known\. Plugins are disabled: .*plugins\.yaml/),
    })
  })

  it('is refused if a file is given for an adapter that is not asked', async () => {
    const { ask, write } = workplace()
    const files = { beads: write('a.json', formatWorkList()) }
    await expect(ask({ adapters: inFile, names: [], files })).rejects.toMatchObject({
      code: 'usage',
      message: 'A file is given for the adapter "beads", but the adapter is not named.',
    })
  })
})
