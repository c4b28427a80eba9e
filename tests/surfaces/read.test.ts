import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, expectHarmless } from './past-asking.ts'
import { at, secrets, World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const adr = (n: number, decision: string, status = 'Accepted') =>
  `# ADR ${n}: Title ${n}\n\n| | |\n|---|---|\n| **Status** | ${status} |\n| **Date** | 2025-12-20 |\n\n## Decision\n\n${decision}\n`
const rfc = '# RFC 0016: Context\n\n**Status**: In Progress\n\n- [x] one\n- [ ] two\n'
const files = {
  '.blue/context.manifest.yaml': 'version: 1\n',
  '.blue/docs/adrs/0001-one.accepted.md': adr(1, 'One place.'),
  '.blue/docs/adrs/0002-two.accepted.md': adr(2, 'Two words.'),
  '.blue/docs/rfcs/0016-context.md': rfc,
  '.blue/docs/patterns/voice.md': 'Speak plainly.\n',
} as const

let count = 0
const project = (more: Readonly<Record<string, string>> = {}) =>
  new Asking({ ...files, ...more }, `read-${++count}`, world)
const read = (engine: Asking, ...args: string[]) => engine.run('read', at, ...args)

describe('foreword read', () => {
  it('M-31 prints the document and nothing else', () => {
    const engine = project()
    const whole = { code: 0, out: files['.blue/docs/adrs/0001-one.accepted.md'], err: '' }
    for (const address of ['docs/adrs/1', 'blue://docs/adrs/0001', 'foreword://docs/adr/one'])
      expect(read(engine, address), address).toEqual(whole)
  })

  it('M-31 prints a document that is just a title', () => {
    const engine = project({ '.blue/docs/adrs/0003-three.md': '# ADR 3: To be written\n' })
    expect(read(engine, 'docs/adrs/3')).toEqual({ code: 0, out: '# ADR 3: To be written\n', err: '' })
  })

  it('says in whole sentences why there is nothing', () => {
    const engine = project({ '.blue/docs/rfcs/0016-context.md': '# RFC 16\n\nStatus: draft\n' })
    const said = ['context/relevance', 'state/active-session', 'state/current-rfc'].map(
      (address) => read(engine, address).err.split('\n')[0],
    )
    expect(said).toEqual([
      'There is nothing at blue://context/relevance: no document is active and no task was given.',
      'There is nothing at blue://state/active-session: no session has been told anything yet.',
      'There is nothing at blue://state/current-rfc: no document of rfcs is in-progress.',
    ])
  })

  it('M-34 M-35 M-37 prints what is active', () => {
    const engine = project()
    for (const address of ['state/current-rfc', 'docs/rfcs/{active}'])
      expect(read(engine, address).out).toBe(rfc)
    expect(read(engine, 'state/active-tasks').out).toBe('RFC 0016: Context: 1 of 2 done\n- [ ] two\n')
  })

  it('M-35 reads documents with Windows line ends and a byte order mark alike', () => {
    const windows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`
    const engine = project({
      '.blue/docs/rfcs/0016-context.md': windows(rfc),
      '.blue/docs/rfcs/0016-context.plan.md': windows('# Plan\n\n## A\n\n- [x] one\n- [ ] two\n'),
    })
    expect(read(engine, 'state/current-rfc').out).toBe(rfc)
    expect(read(engine, 'state/active-tasks').out).toBe('Plan: 1 of 2 done\n### A\n- [ ] two\n')
  })

  it('M-56 M-57 M-58 answers as a document, with what it was made of', () => {
    const engine = project()
    const answer = engine.ask('read', 'docs/adrs/', at, '--session=s-1', '--executor=claude')
    expect(answer).toMatchObject({
      address: 'docs/adrs/',
      measure: 'chars/4',
      budget: 4000,
      cut: false,
      kept: 'store',
    })
    expect(answer.text).toContain('One place.\n\n---\n\n# ADR 2')
    expect(answer.sources.map(({ path }: { path: string }) => path)).toEqual([
      '.blue/docs/adrs/0001-one.accepted.md',
      '.blue/docs/adrs/0002-two.accepted.md',
    ])
  })

  it('M-86 M-10 keeps to the budget of its tier, to one that is asked for, or to none', () => {
    const step = (i: number) => `${i}. Step ${i} of the deployment, which is done by hand.`
    const deploy = `# Deploy\n\n${Array.from({ length: 400 }, (_, i) => step(i + 1)).join('\n')}\n`
    const engine = project({ '.blue/docs/runbooks/deploy.md': deploy })
    const usual = engine.ask('read', 'docs/runbooks/deploy', at)
    expect(usual).toMatchObject({ cut: true, budget: 4000 })
    expect(usual.tokens).toBeLessThanOrEqual(4000)
    expect(engine.ask('read', 'docs/runbooks/deploy', at, '--budget=100').tokens).toBeLessThanOrEqual(100)
    const ran = read(engine, 'docs/runbooks/deploy', '--budget=100')
    expect(ran.out.endsWith('\n…\n')).toBe(true)
    expect(ran.err).toBe('foreword: warning: cut to its budget of 100; --budget=all prints all of it\n')
    expect(read(engine, 'docs/runbooks/deploy', '--budget=all')).toEqual({ code: 0, out: deploy, err: '' })
    expect(read(engine, 'docs/runbooks/deploy', '--budget=1').err).toContain('cut to its budget of 1')
  })

  it('M-83 warns of a document past its days, on standard error', () => {
    const engine = project()
    const { code, out, err } = engine.run('read', 'docs/adrs/1', '--now=2026-01-20T00:00:00Z')
    expect([code, out]).toEqual([0, files['.blue/docs/adrs/0001-one.accepted.md']])
    expect(err).toBe(
      'foreword: warning: adrs-1: .blue/docs/adrs/0001-one.accepted.md is 31 days old (2025-12-20, from the document); after 30 days it may no longer hold\n',
    )
  })

  it.each([
    [
      'docs/adrs/7',
      3,
      'There is no document "7" at blue://docs/adrs/.\nThere are: blue://docs/adrs/0001-one.accepted, ',
    ],
    ['docs/adrs/title', 3, 'There is no document "title"'],
    [
      'docs/adrs/accepted',
      3,
      'is ambiguous: 2 documents answer to "accepted".\nName one of them: blue://docs/adrs/0001-one',
    ],
    ['adr/1', 3, 'There is nothing at "adr/1".\nWrite blue://docs/adrs/1\n'],
    ['docs/spikes/', 3, 'There is nothing at blue://docs/spikes/: .blue/docs/spikes/*.md matches no text.'],
    [
      'docs/spikes/{active}',
      3,
      'There is nothing at blue://docs/spikes/{active}: no document of spikes is in-progress.',
    ],
    ['../../etc/passwd', 3, '"../../etc/passwd" climbs out of its place.'],
    ['docs/adrs/..%2f..%2fx', 3, 'climbs out of its place'],
    ['jira://x', 3, '"jira://x" has the scheme "jira"'],
    ['docs/adrs/\u001b[31m', 3, 'has a control character or a backslash'],
  ])('M-38 refuses %j with what there is', (address, code, message) => {
    expect(project().refused(code, 'read', address)).toContain(message)
  })

  it.each([
    [[], '<uri> is missing'],
    [['docs/adrs/1', 'x'], 'unexpected argument "x"'],
    [['docs/adrs/1', '--budget=0'], '--budget must be a number or all, not "0"'],
    [['docs/adrs/1', '--budget=-5'], '--budget must be a number or all'],
    [['docs/adrs/1', '--executor=nobody'], 'unknown agent "nobody"'],
  ])('does not understand %j', (args, message) => {
    expect(project().refused(2, 'read', ...args)).toContain(message)
  })

  it('reads nothing outside of the project, nothing secret and nothing but text, and says which', () => {
    const engine = project({ '.blue/docs/runbooks/empty.md': '', '.blue/docs/runbooks/binary.md': 'a\0b' })
    world.write(join(world.dir, 'outside.md'), 'outside\n')
    symlinkSync(join(world.dir, 'outside.md'), join(engine.repo, '.blue/docs/runbooks/link.md'))
    engine.write({ '.blue/docs/runbooks/my-credentials.md': 'x\n' })
    expect(engine.refused(3, 'read', 'docs/runbooks/link')).toContain('leads out of its root')
    expect(engine.refused(3, 'read', 'docs/runbooks/binary')).toContain(
      'blue://docs/runbooks/binary cannot be read.',
    )
    expect(engine.refused(3, 'read', 'docs/runbooks/empty')).toContain(
      '.blue/docs/runbooks/empty.md is empty',
    )
    expect(engine.run('read', 'docs/runbooks/').out).not.toContain('outside')
  })

  it('Z-65 takes secrets out of what it prints, of what was typed, and of the record', () => {
    const engine = project({ '.blue/docs/runbooks/key.md': `# Key\n\nUse ${secrets.github} here.\n` })
    expect(read(engine, 'docs/runbooks/key').out).toBe('# Key\n\nUse [REDACTED] here.\n')
    expect(engine.refused(3, 'read', `docs/adrs/${secrets.github}`)).not.toContain(secrets.github)
    for (const command of ['log', 'show @1', 'show @2', 'export'])
      expect(engine.run(command, ...(command === 'export' ? [] : ['--json'])).out).not.toContain(
        secrets.github,
      )
  })

  it('T11 shows no escape sequence of a name, a title or a text', () => {
    const engine = project({
      '.blue/docs/runbooks/a\u001b[31mb.md': '# \u001b]0;owned\u0007T\u202e\n\n\u001b[31mx\n',
    })
    for (const command of ['ls docs/runbooks/', 'read docs/runbooks/', 'ls docs/runbooks/ --json']) {
      const { code, out, err } = engine.run(command)
      expect([code, command]).toEqual([0, command])
      expectHarmless(out + err)
    }
  })

  it('M-12 reads a file that changed on disk anew, also a plan that was missing before', () => {
    const engine = project()
    expect(read(engine, 'state/active-tasks').out).toContain('- [ ] two')
    engine.write({ '.blue/docs/plans/0016-plan.md': '# Plan\n\n- [ ] three\n' })
    expect(read(engine, 'state/active-tasks').out).toBe('Plan: 0 of 1 done\n- [ ] three\n')
    engine.write({ '.blue/docs/rfcs/0016-context.plan.md': '# Own plan\n\n- [ ] four\n' })
    expect(read(engine, 'state/active-tasks').out).toBe('Own plan: 0 of 1 done\n- [ ] four\n')
    engine.write({ '.blue/docs/rfcs/0016-context.md': rfc.replace('In Progress', 'Implemented') })
    expect(read(engine, 'state/active-tasks').code).toBe(3)
    engine.write({ '.blue/docs/rfcs/0003-early.wip.md': '# Early\n\n- [ ] five\n' })
    expect(read(engine, 'state/active-tasks').out).toBe('Early: 0 of 1 done\n- [ ] five\n')
  })
})

describe('a read on record', () => {
  it('M-55 M-56 M-57 M-58 leaves a receipt with its address, session and digest, also when refused', () => {
    const engine = project()
    const { injection_id, digest } = engine.ask(
      'read',
      'docs/adrs/1',
      at,
      '--session=s-1',
      '--executor=claude',
    )
    read(engine, 'docs/adrs/9')
    const { injection } = engine.ask('show', injection_id)
    expect(injection).toMatchObject({
      asked: 'docs/adrs/1',
      session_id: 's-1',
      agent: 'claude',
      packet_digest: digest,
      status: 'success',
    })
    expect(engine.ask('show', '@2').injection).toMatchObject({ asked: 'docs/adrs/9', status: 'error' })
  })

  it('M-57 is also kept for an invalid address, without the secret in it', () => {
    const engine = project()
    const asked = ['../../etc/passwd', 'docs/nothing/1', `docs/adrs/%zz${secrets.github}`, 'y'.repeat(5000)]
    for (const address of asked) expect(read(engine, address, '--session=s-1').code).toBe(3)
    const shown = asked.map((_, i) => engine.ask('show', `@${i + 1}`).injection)
    for (const injection of shown)
      expect(injection).toMatchObject({ status: 'error', level: 'read', session_id: 's-1' })
    expect(shown.map((injection) => injection.asked)).toEqual([
      ...asked.slice(0, 2),
      'docs/adrs/%zz[REDACTED]',
      'y'.repeat(1000),
    ])
    expect(shown[0].error).toContain('climbs out of its place')
    expect(engine.run('store export').out).not.toContain(secrets.github)
    expect(engine.ask('context').injection).toBeNull()
    expect(engine.run('verify').code).toBe(0)
  })

  it('M-44 does not count as a packet: context, latest and latest~1 pass it over', () => {
    const engine = project()
    const first = engine.inject('standard').id
    const second = engine.inject('standard').id
    const line = engine.run('context').out
    for (let i = 0; i < 3; i++) read(engine, 'docs/adrs/1')
    expect(engine.run('context').out).toBe(line)
    expect(engine.ask('show', 'latest').injection.injection_id).toBe(second)
    expect(engine.ask('show', 'latest~1').injection.injection_id).toBe(first)
    expect(engine.ask('log').injections).toHaveLength(5)
  })
})

describe('foreword ls', () => {
  it('M-88 lists every address, with its tier and what is there', () => {
    const page = project().read('ls')
    expect(page).toMatch(/^address +tier +status +what\n/)
    expect(page).toMatch(/\nblue:\/\/docs\/adrs\/ +identity +- +2 documents; Architecture/)
    expect(page).toMatch(/\nblue:\/\/context\/voice +identity +- +1 document; Voice/)
    expect(page).toMatch(/\nblue:\/\/state\/current-rfc +workflow +in-progress RFC 0016/)
  })

  it('M-88 says of what is declared and not there why', () => {
    const engine = project({ '.blue/docs/rfcs/0016-context.md': '# RFC\n\n**Status**: Draft\n' })
    const { entries, scheme } = engine.ask('ls', 'state')
    expect(scheme).toBe('blue')
    expect(entries[0]).toMatchObject({
      address: 'blue://state/current-rfc',
      nothing: 'no document of rfcs is in-progress',
      tier: 'workflow',
    })
    expect(engine.read('ls', 'state')).toContain('no document of rfcs is')
  })

  it('M-30 M-80 lists the documents below an address, and each can be read by what is listed', () => {
    const engine = project({
      '.blue/docs/spikes/2026-01-02T1000Z-odd name 100% {x}.wip.md': '# Odd\n\nx\n',
      '.blue/docs/dialogues/2026-01-02T1000Z-talk.dialogue.pub.md': '# Talk\n\nx\n',
    })
    for (const type of ['adrs', 'rfcs', 'spikes', 'dialogues', 'patterns', 'spike', 'dialogue']) {
      const { entries } = engine.ask('ls', `docs/${type}/`)
      expect(entries.length).toBeGreaterThan(0)
      for (const { address } of entries) expect(read(engine, address).code, address).toBe(0)
    }
  })

  it.each([
    ['an unknown scheme', 'jira://docs', 3],
    ['an unknown collection', 'docs/adrz', 3],
    ['a climb', 'docs/../..', 3],
  ])('M-38 refuses %s', (_, address, code) => {
    expect(project().refused(code, 'ls', address)).toContain(address)
  })

  it('says in one sentence that a manifest has nothing to read', () => {
    const plain = new Asking(
      {
        '.foreword/manifest.yaml':
          "foreword: 1\nname: x\nlevels: { a: { budget: 9 } }\ndefault_level: a\nceiling: 9\nsections: { s: { sources: ['file:S.md'] } }\n",
      },
      'plain',
      world,
    )
    expect(plain.read('ls', 'docs').replace(/\s+/g, ' ')).toMatch(/^Nothing to read: /)
    expect(plain.ask('ls', 'docs').entries).toEqual([])
  })
})

it('the examples of --help run', () => {
  const engine = project()
  for (const command of ['read', 'ls']) {
    const help = engine.run(command, '--help').out
    const examples = [...help.matchAll(/^ {2}foreword (.*)$/gm)].map(([, line]) => line!)
    expect(examples.length).toBeGreaterThan(1)
    for (const line of examples.filter((example) => !/relevance|adrs\/5/.test(example)))
      expect(engine.run(line).code, line).toBe(0)
  }
})

describe('a section without an address', () => {
  it('is declared by its name, and read by it', () => {
    const root = world.repository({
      '.foreword/manifest.yaml': [
        'foreword: 1',
        'name: shop',
        'measure: chars/4',
        'levels: { standard: { budget: 500 } }',
        'default_level: standard',
        'ceiling: 500',
        'tiers: { later: { delivery: declare } }',
        'sections: { notes: { tier: later, about: Notes, sources: ["file:NOTES.md"] } }',
        '',
      ].join('\n'),
      'NOTES.md': '# Notes\n\nThe first note.\n',
    })
    const packet = JSON.parse(world.foreword(['explain', root, '--json']).out).packet
    expect(packet).toContain('- Notes: section:notes (')
    expect(world.foreword(['read', 'section:notes', '--repo', root]).out).toContain('The first note.')
    expect(world.foreword(['read', 'section:none', '--repo', root])).toMatchObject({ code: 3, out: '' })
  })
})

describe('documents of the same name', () => {
  const manifest = `foreword: 1
name: shop
scheme: shop
measure: chars/4
levels: { standard: { budget: 1200 } }
default_level: standard
ceiling: 6000
collections: { notes: { files: "notes/**/*.md" } }
sections: { notes: { sources: ["shop://docs/notes/"] } }
`
  const engine = () =>
    new Asking(
      {
        '.foreword/manifest.yaml': manifest,
        'notes/cart.md': '# The cart\n',
        'notes/till/cart.md': '# The cart at the till\n',
        'notes/till/drawer.md': '# The drawer\n',
      },
      `same-${++count}`,
      world,
    )

  it('have an address each, under which each is read', () => {
    const asking = engine()
    const listed: { address: string; title: string }[] = asking.ask('ls', 'docs/notes/').entries
    expect(listed.map(({ address }) => address)).toEqual([
      'shop://docs/notes/notes/cart',
      'shop://docs/notes/notes/till/cart',
      'shop://docs/notes/drawer',
    ])
    for (const { address, title } of listed) expect(read(asking, address).out).toBe(`# ${title}\n`)
    expect(read(asking, 'docs/notes/till/cart').out).toBe('# The cart at the till\n')
  })

  it('are both named where the name is not enough', () => {
    const { code, out, err } = read(engine(), 'docs/notes/cart')
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('is ambiguous: 2 documents answer to "cart"')
    expect(err).toContain('shop://docs/notes/notes/cart, shop://docs/notes/notes/till/cart')
  })
})
