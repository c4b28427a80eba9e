import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking } from './past-asking.ts'
import { World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

let count = 0
const project = (files: Readonly<Record<string, string>>) => new Asking(files, `published-${++count}`, world)
const adrs = (many: number) =>
  Object.fromEntries(
    Array.from({ length: many }, (_, i) => {
      const number = String(i + 1).padStart(4, '0')
      const text = `# ADR ${number}: Title ${number}\n\n**Status**: ${i % 2 === 1 ? 'Superseded' : 'Accepted'}\n\n## Decision\n\nDo thing ${number} in one way.\n`
      return [`.blue/docs/adrs/${number}-title.md`, text]
    }),
  )

describe('a project with a published manifest', () => {
  it('M-04 M-86 M-X4 with 200 decisions sends as many as fit in 500 tokens, says how many are missing, and where they are', () => {
    const engine = project({ '.blue/context.manifest.yaml': 'version: 1\n', ...adrs(200) })
    const { packet, receipt } = engine.inject('standard')
    const size = receipt.sections
      .filter((section: { tier: string }) => section.tier === 'identity')
      .reduce((sum: number, section: { size: number }) => sum + section.size, 0)
    expect(size).toBeLessThanOrEqual(500)
    expect(size).toBeGreaterThan(450)
    expect(packet).not.toContain('thing 0002')
    const kept = packet.match(/^- ADR/gm)!.length
    expect(packet).toContain(`\n… ${100 - kept} of 100 documents left out\n`)
    expect(packet).toContain('read blue://docs/adrs/')
    const more = engine.ask('read', 'blue://docs/adrs/')
    expect(more.tokens).toBeGreaterThan(3500)
    expect(more.tokens).toBeLessThanOrEqual(4000)
    expect(engine.ask('read', 'blue://docs/adrs/', '--budget=all').text).toContain('thing 0200')
  })

  it('M-11 M-42 M-45 M-88 is shown with what each tier does, and nothing of what is read on demand is opened before', () => {
    const engine = project({
      '.blue/context.manifest.yaml':
        'version: 1\nworkflow:\n  sources:\n    - uri: blue://state/active-session\n    - uri: blue://state/current-rfc\n  refresh_triggers: [on_rfc_change, every_10_turns]\n',
      ...adrs(3),
      '.blue/docs/rfcs/0001-one.md': '# One\n\n**Status**: Implemented\n',
      '.blue/docs/dialogues/talk.md': '# Talk\n',
    })
    const page = engine.read('context show')
    expect(page).toMatch(
      /\nWorkflow: 0 of 2000\n {2}declared by address; sent again when blue:\/\/state\/current-rfc/,
    )
    expect(page).toContain('no document of rfcs is in-progress')
    const { tiers } = engine.ask('context show')
    const sources = tiers.flatMap((tier: { sections: { sources: object[] }[] }) =>
      tier.sections.flatMap((section) => section.sources),
    )
    const boundaries = sources.map(({ uri, boundary }: { uri: string; boundary: string }) => [uri, boundary])
    expect(boundaries).toContainEqual(['blue://state/active-session', 'session'])
    expect(boundaries).toContainEqual(['blue://state/current-rfc', 'project'])
    const { receipt } = engine.inject('standard')
    const opened = JSON.stringify([
      receipt.sections,
      receipt.left_out.map(({ sources: all }: { sources: object }) => all),
    ])
    expect(opened).not.toContain('dialogues')
    expect(receipt.left_out).toContainEqual(
      expect.objectContaining({ id: 'relevance', why: 'read on demand' }),
    )
  })

  it('M-29 M-X1 is told what is wrong, with the lines as they should be', () => {
    const engine = project({
      '.blue/context.manifest.yaml':
        'version: 1\nidentity:\n  - uri: blue://docs/adrs/\n  - uri: blue://context/voice\n  max_tokens: 500\n',
      ...adrs(1),
    })
    for (const command of ['ls', 'read docs/adrs/1', 'context show']) {
      const [head = '', ...rest] = command.split(' ')
      expect(
        engine.refused(3, head, ...rest),
      ).toBe(`.blue/context.manifest.yaml:5:1: not valid YAML (bad indent).
Below "identity" stand a list and a key side by side. Give the list a key of its own:

identity:
  sources:
    - uri: blue://docs/adrs/
    - uri: blue://context/voice
  max_tokens: 500
`)
    }
  })

  it('M-68 is told of a pattern that could take for ever', () => {
    const engine = project({
      '.blue/context.manifest.yaml':
        'version: 1\nplugins:\n  - uri: blue://jira/\n    salience_triggers:\n      - commit_msg_pattern: "(?=x)"\n',
    })
    expect(engine.refused(3, 'ls')).toContain(
      '.blue/context.manifest.yaml:5:29: plugins.0.salience_triggers.0.commit_msg_pattern: ',
    )
  })
})
