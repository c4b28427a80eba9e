import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest } from './past-asking.ts'
import { text, World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const sections = `  first: { sources: ['file:FIRST.md'] }
  second: { sources: ['file:SECOND.md'], missing: skip }
`
let projects = 0
function project(files: Record<string, string>, redact: string, more = sections): Asking {
  const own = manifest({ sections: more, rest: `redact: ${redact}\n` })
  return new Asking({ '.foreword/manifest.yaml': own, ...files }, `p${++projects}`, world)
}

const ticket = "{ patterns: { ticket: 'TKT-[0-9]{4}', customer: 'customer=(?<secret>[0-9]+)' } }"

describe('a pattern of the manifest', () => {
  it('T15 replaces what it matches, or only its group named secret, and is counted under its name', () => {
    const files = { 'FIRST.md': 'Of TKT-1234 and TKT-5678.\n', 'SECOND.md': 'For customer=4711 only.\n' }
    const { packet, receipt } = project(files, ticket).inject('standard')
    expect(packet).toContain('Of [REDACTED] and [REDACTED].')
    expect(packet).toContain('For customer=[REDACTED] only.')
    expect(receipt.sections.map((section: { redactions: object }) => section.redactions)).toEqual([
      { ticket: 2 },
      { customer: 1 },
    ])
    expect(receipt.redaction.by_rule).toEqual({ ticket: 2, customer: 1 })
  })

  it('has its name in labels, and numbers of its own', () => {
    const files = { 'FIRST.md': 'Of TKT-1234, TKT-5678 and TKT-1234.\n' }
    const { packet } = project(files, ticket.replace('{', '{ labels: true,')).inject('standard')
    expect(packet).toContain('Of [REDACTED:ticket#1], [REDACTED:ticket#2] and [REDACTED:ticket#1].')
  })

  it('matches names of files too', () => {
    const more = "  first: { sources: ['file:first/*.md'] }\n"
    const { packet, receipt, output } = project({ 'first/TKT-1234.md': 'Hello\n' }, ticket, more).inject(
      'standard',
    )
    expect(packet).toContain('Hello')
    expect(receipt.sections[0].source).toBe('first/[REDACTED].md')
    expect(world.shell(`grep -rl TKT-1234 '${output}' cache`).out).toBe('')
  })

  it('that also matches the marker changes nothing twice and drops nothing', () => {
    const { packet, receipt } = project(
      { 'FIRST.md': 'Of TKT-1234 and [REDACTED] and more.\n' },
      "{ patterns: { ticket: 'TKT-[0-9]{4}', greedy: 'REDACTED', brackets: '\\[[A-Z]+\\]' } }",
    ).inject('standard')
    expect(packet).toContain('Of [REDACTED] and [REDACTED] and more.')
    expect(receipt.diagnostics).toEqual([])
  })

  it('that matches the wrapper too is refused, because nothing could be sent', () => {
    const { code, err } = project({ 'FIRST.md': 'Nothing of it\n' }, "{ patterns: { all: '.+' } }").inject(
      'standard',
    )
    expect(code).toBe(3)
    expect(err).toContain('The wrapper of the packet contains a secret (all).')
    expect(err).not.toContain('Nothing of it')
  })

  it('that would be catastrophic elsewhere comes to an end on a large source', () => {
    const long = `${'a'.repeat(2000)}!\n`.repeat(100)
    const { code, receipt } = project(
      { 'FIRST.md': long, 'SECOND.md': 'Small\n' },
      "{ patterns: { slow: '(a+)+$', slower: '(a|a)*(a|aa)+b', wide: '(.*)(.*)(.*)Q' } }",
      sections.replace("FIRST.md'] }", "FIRST.md'], cap: 100 }"),
    ).inject('standard')
    expect(code).toBe(0)
    expect(receipt.sections.map((section: { id: string }) => section.id)).toContain('second')
  })
})

describe('a source that is too large for the patterns', () => {
  const patterns = Array.from({ length: 40 }, (_, i) => `p${i}: 'x_${i}[a-z]{1,60}'`).join(', ')
  const large = 'A line of an ordinary text\n'.repeat(20_000)

  it('is left out and named, and the rest is sent', () => {
    const engine = project({ 'FIRST.md': large, 'SECOND.md': 'Small\n' }, `{ patterns: { ${patterns} } }`)
    for (let i = 0; i < 2; i++) {
      const { code, packet, receipt, err } = engine.inject('standard')
      expect(code).toBe(0)
      expect(packet).toContain('Small')
      expect(packet).not.toContain('ordinary')
      expect(receipt.left_out).toMatchObject([{ id: 'first', reason: 'unsafe' }])
      const failed = receipt.diagnostics.filter(
        (diagnostic: { code: string }) => diagnostic.code === 'redaction-failed',
      )
      expect(failed).toMatchObject([{ severity: 'error', section: 'first' }])
      expect(failed[0].detail).toMatch(
        /^FIRST\.md has \d+ characters; the patterns of this manifest go through \d+/,
      )
      expect(err).toContain('FIRST.md has')
    }
  })

  it('T15 is none of two that only together are', () => {
    const half = 'A line of an ordinary text\n'.repeat(450)
    const engine = project({ 'FIRST.md': half, 'SECOND.md': half }, `{ patterns: { ${patterns} } }`)
    engine.write({
      '.foreword/manifest.yaml': text(engine.repo, '.foreword/manifest.yaml')
        .replaceAll('000 }', '0000 }')
        .replace('ceiling: 6000', 'ceiling: 60000'),
    })
    const { code, out, err } = engine.run('explain', engine.repo, '--json')
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out).receipt.sections).toHaveLength(2)
  })

  it.each(['protected: true', 'missing: fail'])('is refused where the section is %s', (must) => {
    const more = `  first: { sources: ['file:FIRST.md'], ${must} }\n`
    const { code, err } = project({ 'FIRST.md': large }, `{ patterns: { ${patterns} } }`, more).inject(
      'standard',
    )
    expect(code).toBe(3)
    expect(err).toContain('Section FIRST is required, and its source FIRST.md has')
    expect(err).toContain('Make the file smaller, or remove patterns from the manifest.')
  })
})

describe('a fault in the redaction of a manifest', () => {
  it.each([
    [
      'is not a valid regular expression',
      "{ patterns: { bad: '(a' } }",
      'redact.patterns.bad: is not a valid regular expression: missing closing )',
      'RE2 syntax',
    ],
    [
      'looks around',
      "{ patterns: { bad: '(?=a)b' } }",
      'redact.patterns.bad: look-around is not supported: (?=',
      'RE2 syntax',
    ],
    [
      'matches nothing at all',
      "{ patterns: { bad: 'a*' } }",
      'redact.patterns.bad: matches empty text',
      'RE2 syntax',
    ],
    [
      'has the name of a rule',
      "{ patterns: { private-key: 'abc' } }",
      'redact.patterns.private-key: "private-key" is the name of a built-in rule',
      'choose another name',
    ],
    [
      'has the name of the rule for known values',
      "{ patterns: { known-value: 'abc' } }",
      'redact.patterns.known-value: "known-value" is the name of a built-in rule',
      'choose another name',
    ],
    ['names no set', '{ sets: [] }', 'redact.sets: ', ''],
    ['names an unknown set', '{ sets: [defalt] }', 'redact.sets.0: ', 'default'],
    [
      'names an unknown rule',
      '{ add: [ibam] }',
      'redact.add.0: unknown redaction rule "ibam"',
      'docs/reference/redaction.md',
    ],
    [
      'has an unknown key',
      '{ pattern: {} }',
      'redact.pattern: unknown key "pattern"; did you mean "patterns"?',
      '',
    ],
  ])('that %s is refused with its place and what to do', (_, redact, message, fix) => {
    const engine = project({ 'FIRST.md': 'x\n' }, redact)
    const { code, out, err } = engine.run('explain', engine.repo)
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/^(foreword: )?\S*manifest\.yaml:\d+:\d+: /)
    expect(err).toContain(message)
    expect(err).toContain(fix)
  })
})
