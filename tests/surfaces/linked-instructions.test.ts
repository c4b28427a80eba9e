import { linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, startup } from './hook-calls.ts'
import { json, text } from './program.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

const names = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'docs/conventions.md', 'pages/conventions.md']
const instructions = '# Agents\n\n- RULES-MARKER\n'
const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
sections:
  guide: { sources: ["file:guide.md"] }
  agents: { sources: ["file:AGENTS.md"], missing: fail }
  claude: { sources: ["file:CLAUDE.md"] }
  gemini: { sources: ["file:GEMINI.md"] }
  docs: { sources: ["file:docs/*.md"], select: all }
  each: { each: true, sources: ["file:pages/*.md"] }
  rules: { sources: ["file:.claude/rules/*.md"], select: all }
  conventions: { sources: ["foreword://project/conventions"], missing: skip }
`

/** Gives the instructions five names. */
function open(link: (target: string, path: string) => void, agent: string): void {
  hooks = new Hooks({
    '.foreword/manifest.yaml': manifest,
    'guide.md': '# Guide\n\n- GUIDE-MARKER\n',
    'AGENTS.md': instructions,
    'docs/other.md': '# Other\n\n- OTHER-MARKER\n',
    'pages/another.md': '# Another\n\n- ANOTHER-MARKER\n',
    '.claude/rules/style.md': '# Style\n\n- STYLE-MARKER\n',
    '.claude/rules/tests.md': '---\npaths: ["tests/**"]\n---\n\n- TESTS-MARKER\n',
  })
  for (const name of names.slice(1)) link(join(hooks.root, 'AGENTS.md'), join(hooks.root, name))
  hooks.world.agent(agent)
}

const links = {
  'symbolic links': (target: string, path: string) => symlinkSync(target, path),
  'hard links': (target: string, path: string) => linkSync(target, path),
  copies: (_: string, path: string) => hooks.world.write(path, instructions),
}
const count = (said: string, word: string) => said.split(word).length - 1
const cases = Object.keys(links).flatMap((kind) =>
  ['claude', 'codex', 'gemini', 'opencode'].map((agent) => [kind as keyof typeof links, agent] as const),
)

describe('instructions with several names', () => {
  it.each(cases)('as %s are not in the packet of %s, which loads one of them', (kind, agent) => {
    open(links[kind], agent)
    const { out } = hooks.call('session-start', { agent, input: startup })
    expect(count(out, 'RULES-MARKER')).toBe(0)
    for (const word of ['GUIDE-MARKER', '- OTHER-MARKER', 'ANOTHER-MARKER'])
      expect([word, count(out, word)]).toEqual([word, 1])
    const [{ injection_id: id }] = hooks.log()
    const receipt = hooks.receipt(id).account
    const skipped = receipt.left_out.filter(({ why }: { why: string }) => why === loaded)
    expect(skipped.map((section: { id: string }) => section.id)).toEqual(
      expect.arrayContaining(['agents', 'claude', 'gemini', 'each/pages/conventions.md']),
    )
    expect(receipt.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'already-loaded', detail: `docs/conventions.md: ${loaded}` }),
    )
  })

  it.each(cases)('as %s are not in the prompt of a dispatch to %s', (kind, agent) => {
    open(links[kind], agent)
    const { code, run } = hooks.world.dispatch(hooks.root, [`--executor=${agent}`, '--context'])
    const prompt = text(run, 'prompt.md')
    expect([code, count(prompt, 'RULES-MARKER'), count(prompt, 'GUIDE-MARKER')]).toEqual([0, 0, 1])
    expect(JSON.stringify(json(run, 'receipt.json').left_out)).toContain(loaded)
  })

  it('are in the packet once the names differ', () => {
    open(links['symbolic links'], 'codex')
    rmSync(join(hooks.root, 'CLAUDE.md'))
    hooks.write('CLAUDE.md', '# Claude\n\n- OWN-MARKER\n')
    const { context } = hooks.call('session-start', { agent: 'codex', input: startup })
    expect(context).toContain('OWN-MARKER')
    expect(context).not.toContain('RULES-MARKER')
  })

  it('are not in what a resumed session gets', () => {
    open(links['symbolic links'], 'codex')
    hooks.call('session-start', { agent: 'codex', input: startup })
    hooks.write('AGENTS.md', '# Agents\n\n- RULES-MARKER, changed\n')
    hooks.write('guide.md', '# Guide\n\n- GUIDE-MARKER, changed\n')
    const { context } = hooks.call('session-start', {
      agent: 'codex',
      input: { ...startup, source: 'resume' },
    })
    expect(context).toContain('GUIDE-MARKER, changed')
    expect(context).not.toContain('RULES-MARKER')
    expect(context).not.toContain('OTHER-MARKER')
  })
})

const loaded = 'the agent has read it by itself'

describe('the rules of Claude Code', () => {
  it('are in the packet only if they are for some files', () => {
    open(links['symbolic links'], 'claude')
    const { context } = hooks.call('session-start', { agent: 'claude', input: startup })
    expect([count(context!, 'STYLE-MARKER'), count(context!, 'TESTS-MARKER') > 0]).toEqual([0, true])
  })

  it('are found through a link to a directory', () => {
    open(links['symbolic links'], 'claude')
    mkdirSync(join(hooks.root, 'shared'))
    hooks.write('shared/team.md', '# Team\n\n- TEAM-MARKER\n')
    symlinkSync(join(hooks.root, 'shared'), join(hooks.root, '.claude/rules/shared'))
    symlinkSync(join(hooks.root, '.claude'), join(hooks.root, '.claude/rules/again'))
    hooks.write('.foreword/manifest.yaml', `${manifest}  team: { sources: ["file:shared/team.md"] }\n`)
    hooks.trust()
    const { context } = hooks.call('session-start', { agent: 'claude', input: startup })
    expect(context).not.toContain('TEAM-MARKER')
    expect(hooks.call('session-start', { agent: 'codex', input: startup }).context).toContain('TEAM-MARKER')
  })

  it('are in the packet of another agent', () => {
    open(links['symbolic links'], 'codex')
    const { context } = hooks.call('session-start', { agent: 'codex', input: startup })
    expect(context).toContain('STYLE-MARKER')
  })
})
