import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, files, journal, json, secrets, text, World } from './program.ts'

let world: World
let repo: string
beforeAll(() => {
  world = new World()
  repo = world.project({ 'docs/MASTER_ROADMAP.md': null })
})
afterAll(() => world.remove())

const explain = (...args: string[]) => world.foreword(['explain', ...args, at])

describe('explain', () => {
  it('shows the packet, a table of its sections and the receipt', () => {
    const { code, out, err } = explain(repo)
    expect([code, err]).toEqual([0, ''])
    expect(out.match(/^── \w+/gm)).toEqual(['── Packet', '── Sections', '── Receipt'])
    expect(out).toMatch(/^Level standard: \d+ of 1200 \(chars\/4, an estimate\), ceiling 2000$/m)
    expect(out).toMatch(/^section +source +age +size +what happened$/m)
    expect(out).toMatch(/^soul +apps\/shop\/SHOP_SOUL\.md +- +\d+\/200 +whole$/m)
    expect(out).toMatch(/^journal +session-journals\/2026-01-02-001-cart\.md +1 d +\d+\/500 +whole$/m)
    expect(out).toContain(
      '\nLeft out: nothing that was requested.\nNot requested:\n  roadmap: only for level full\n',
    )
  })

  it('writes nothing but its cache', () => {
    const before = readdirSync(repo, { recursive: true })
    explain(repo, 'full')
    expect(readdirSync(repo, { recursive: true })).toEqual(before)
    expect(readdirSync(world.dir).sort()).toEqual(['bin', 'cache', 'home', 'shop'])
  })

  it.each([['minimal'], ['standard'], ['full'], ['700'], ['1400']])(
    'at %s shows the bytes that assemble writes, apart from the id',
    (level) => {
      const { output } = world.assemble(repo, level)
      const shown = JSON.parse(explain(repo, level, '--json').out)
      const same = (packet: string) => packet.replace(/INJ-[0-9a-z-]+/, 'ID')
      expect(same(shown.packet)).toBe(same(text(output, 'context.md')))
      const { injection_id, session_id, packet_digest, ...rest } = json(output, 'receipt.json')
      expect(shown.receipt).toMatchObject(rest)
      expect(explain(repo, level).out).toContain(same(shown.packet).split('ID')[1])
      world.shell(`rm -r '${output}'`)
    },
  )

  it('under --json is one document with the packet, where each byte of it is from, and sizes', () => {
    const { packet, receipt, ...more } = JSON.parse(explain(repo, 'full', '--json').out)
    expect(more).toEqual({})
    expect(receipt).toMatchObject({
      receipt: 1,
      injection_id: expect.stringMatching(/^INJ-/),
      timestamp: '2026-01-03T18:30:00Z',
      repo: 'shop',
      level: 'full',
      budget: 1800,
      ceiling: 2000,
      measure: 'chars/4',
      status: 'success',
      packet_digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      outcome: null,
    })
    expect(receipt.total).toBe(Math.ceil(packet.length / 4))
    const bytes = Buffer.from(packet)
    for (const entry of receipt.map) {
      const from = text(repo, entry.source)
        .split('\n')
        .slice(entry.lines[0] - 1, entry.lines[1])
      const words = bytes.subarray(entry.start, entry.end).toString().match(/\w+/g)!
      for (const word of words) expect(`${from.join(' ')} complete Phase`).toContain(word)
    }
  })

  it('under --json and --debug adds the decisions', () => {
    const { decisions } = JSON.parse(explain(repo, 'full', '--json', '--debug').out)
    expect(decisions[0]).toMatchObject({ stage: 'plan', detail: expect.stringContaining('budget 1800') })
  })

  it('Z-16 says what is missing', () => {
    expect(explain(repo, 'full').out).toMatch(/Left out:\n {2}roadmap: no source found/)
  })

  it('Z-07 Z-09 refuses an unknown level', () => {
    expect(explain(repo, 'huge')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown level: huge'),
    })
    expect(explain(repo, '400')).toMatchObject({ code: 2, err: expect.stringContaining('below 600') })
  })

  it('Z-109 refuses a project without identity, with what to do about it', () => {
    const bare = join(world.dir, 'home')
    expect(explain(bare)).toMatchObject({ code: 3, out: '', err: expect.stringContaining('foreword init') })
  })
})

describe('the decisions', () => {
  let out: string
  beforeAll(() => {
    const busy = world.project(
      {
        'docs/ANCHORS.md': `Decisions:\n${'- Keep it simple: less to break (2025-12-20)\n'.repeat(110)}`,
        'session-journals/2026-01-02-001-cart.md': `${journal(520)}\nKey ${secrets.aws}\n`,
        'profiles/default/PROFILE.md': null,
        'docs/MASTER_ROADMAP.md': files['docs/MASTER_ROADMAP.md'],
      },
      'busy/shop',
    )
    out = explain(busy, 'full', '--debug').out
  })

  it.each([
    ['selection of the level', /^plan +level full: budget 1800, ceiling 2000/m],
    ['selection of a source', /^read +soul +file:apps\/shop\/SHOP_SOUL\.md: found, \d+ bytes$/m],
    ['absence of a source', /^read +profile +no source resolved; missing: warn$/m],
    ['redaction', /^redact +journal +published-aws-access-key: 1$/m],
    ['age of the journal', /^decay +journal +age 1 days \(2026-01-02, from the document\): full/m],
    ['cap of a section', /^cap +anchors +\d+ of 150$/m],
    ['budget', /^budget +\d+ of 1800, wrapper included$/m],
    ['first thing to be trimmed', /^budget +roadmap +dropped; \d+ still over$/m],
    ['last thing to be trimmed', /^budget +journal +\d+ → \d+ by head-tail\(100, 50\); fits$/m],
  ])('Z-115 tell the %s', (_, line) => {
    expect(out).toMatch(line)
  })

  it('Z-115 come in the order in which they were taken, before the packet', () => {
    const lines = [/^plan /m, /^read +journal/m, /^redact +journal/m, /^cap +journal/m, /^budget /m]
    const stages = lines.map((line) => out.search(line))
    expect(stages).toEqual([...stages].sort((a, b) => a - b))
    expect(out.indexOf('── Packet')).toBeGreaterThan(out.indexOf('still over'))
  })

  it('Z-81 Z-115 hold no secret', () => {
    expect(out).not.toContain(secrets.aws)
    expect(out).toContain('Redacted: published-aws-access-key ×1')
  })
})
