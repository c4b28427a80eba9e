import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest } from './past-asking.ts'
import { World } from './program.ts'
import { drawn } from './redaction-samples.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const sections = `  first: { sources: ['file:FIRST.md'] }
  second: { sources: ['file:SECOND.md'], missing: skip }
`
let projects = 0
function project(files: Record<string, string>, redact = '{}', more = sections): Asking {
  const text = manifest({ sections: more, rest: `redact: ${redact}\n` })
  return new Asking({ '.foreword/manifest.yaml': text, ...files }, `p${++projects}`, world)
}
/** Removes what differs between injections. */
const sent = (engine: Asking, ...options: string[]) =>
  engine.inject('standard', ...options).packet.replaceAll(/INJ-[0-9a-z-]+/g, 'ID')

const [apiKey, otherKey] = [drawn(11), drawn(12)]
const github = `ghp_${drawn(13, 36)}`

describe('a secret that one source gives away', () => {
  it.each([
    ['names it', `api_key: ${apiKey}\n`],
    ['names it in the middle of other settings', `host: db\napi_key: ${apiKey}\nport: 5432\n`],
    ['names it between lines of prose', `Before it\n\napi_key = "${apiKey}"\nAfter it\n`],
    ['names it above something that could be the rest of it', `api_key: ${apiKey}\nTKT-1234\n`],
    ['holds it in an address', `postgres://shop:${apiKey}@db.internal:5432/shop\n`],
    ['holds it in a header', `Authorization: Bearer ${apiKey}\n`],
  ])('is taken out of another that comes earlier when the later one %s', (_, second) => {
    const engine = project({ 'FIRST.md': `We used ${apiKey} for now.\n`, 'SECOND.md': second })
    const packet = sent(engine)
    expect(packet).toContain('We used [REDACTED] for now.')
    expect(packet).not.toContain(apiKey)
  })

  it('stays where nothing gives it away', () => {
    expect(sent(project({ 'FIRST.md': `We used ${apiKey} for now.\n` }))).toContain(apiKey)
  })

  it('takes no neighbour with it', () => {
    const engine = project({ 'FIRST.md': `api_key: ${apiKey}\nTicket-1234\nport: 5432\n` })
    expect(sent(engine)).toContain('api_key: [REDACTED]\nTicket-1234\nport: 5432\n')
  })

  it('is counted where it stood, under the rule that gave it away', () => {
    const { receipt } = project({
      'FIRST.md': `We used ${apiKey} for now.\n`,
      'SECOND.md': `api_key: "${apiKey}"\n`,
    }).inject('standard')
    const counts = receipt.sections.map((section: { redactions: object }) => section.redactions)
    expect(counts).toEqual([{ 'assigned-secret': 1 }, { 'assigned-secret': 1 }])
    expect(receipt.redaction).toEqual({ rules: 1, count: 2, by_rule: { 'assigned-secret': 2 } })
  })
})

describe('labels', () => {
  const files = {
    'FIRST.md': `We used ${otherKey}, then ${apiKey}, then ${otherKey}.\nAlso ${github}.\n`,
    'SECOND.md': `api_key: "${apiKey}"\npassword: "${otherKey}"\ntoken: "${github}"\n`,
  }
  const expected = `## FIRST

We used [REDACTED:assigned-secret#1], then [REDACTED:assigned-secret#2], then [REDACTED:assigned-secret#1].
Also [REDACTED:github-personal-token#1].

## SECOND

api_key: "[REDACTED:assigned-secret#2]"
password: "[REDACTED:assigned-secret#1]"
token: "[REDACTED:github-personal-token#1]"
`

  it('give the same secret the same number in every section, and different ones different numbers', () => {
    expect(sent(project(files, '{ labels: true }'))).toContain(expected)
  })

  it('are the same again, compiled anew, from the cache and as remembered', async () => {
    const engine = project(files, '{ labels: true }')
    const first = sent(engine)
    expect(sent(engine)).toBe(first)
    expect(sent(engine, '--no-cache')).toBe(first)
    await rest(3300)
    for (let i = 0; i < 3; i++) expect(sent(engine)).toBe(first)
  })

  it('stand in a marker of the manifest’s own', () => {
    const packet = sent(project(files, "{ labels: true, marker: '***' }"))
    expect(packet).toContain('We used ***:assigned-secret#1, then ***:assigned-secret#2,')
  })

  it('are left alone when they are read again', () => {
    const again = project(
      { 'FIRST.md': 'It is [REDACTED:aws-access-key#7] and [REDACTED].\n' },
      '{ labels: true }',
    )
    const { packet, receipt } = again.inject('standard')
    expect(packet).toContain('It is [REDACTED:aws-access-key#7] and [REDACTED].')
    expect(receipt.redaction.count).toBe(0)
  })

  it.each([
    ['tokens', 'cap: '],
    ['a reducer', 'cap: 1000, decay: { steps: [{ use: "head(N)" }] }'],
  ])('are never split by a cut of %s', (_, how) => {
    const line = Array.from({ length: 12 }, (_, i) => `password: "${drawn(100 + i)}"`).join(' ')
    for (let size = 4; size < 60; size += 3) {
      const rule = how.includes('N') ? how.replace('N', String(size)) : how + size
      const more = `  first: { sources: ['file:FIRST.md'], ${rule} }\n`
      const packet = sent(project({ 'FIRST.md': `${line}\n` }, '{ labels: true }', more))
      const whole = packet.replaceAll(/\[REDACTED:assigned-secret#\d+\]/g, '')
      expect(whole, `${rule}: ${packet}`).not.toMatch(/REDAC|\[R|secret#|#\d/)
    }
  })
})

describe.concurrent('the cache of a project', () => {
  it('has no secret in the names of files that only another file gives away', async () => {
    const own = drawn(14)
    const more = `  first: { sources: ['file:first/*.md'] }\n  second: { sources: ['file:SECOND.md'] }\n`
    const engine = project({ [`first/${own}.md`]: 'Hello\n', 'SECOND.md': `api_key: "${own}"\n` }, '{}', more)
    await rest(3300)
    sent(engine)
    sent(engine)
    expect(world.shell(`grep -rl '${own}' cache '${join(engine.repo, '.foreword')}'`)).toMatchObject({
      out: '',
    })
  })

  it('T18 has no secret that stands in how it was asked for', async () => {
    const engine = project({ 'FIRST.md': 'Hello\n', '.env': `DB_PASSWORD=${otherKey}\n` })
    await rest(3300)
    for (const value of [github, otherKey]) {
      for (const option of ['--role=', '--flag=', '--var=unused=', '--session=']) sent(engine, option + value)
    }
    const recalled = readdirSync(join(world.cache, 'compiled')).filter((name) => name.startsWith('rendered-'))
    expect(recalled.length).toBeGreaterThan(0)
    const leaks = world.shell(
      `grep -rlE '${github}|${otherKey}' cache '${join(engine.repo, '.foreword')}' out-*`,
    )
    expect(leaks).toMatchObject({ out: '' })
  })
})
