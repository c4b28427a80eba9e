import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { json, text, World } from './program.ts'

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 4000 } }
default_level: standard
ceiling: 4000
sections:
  rules: { sources: ["file:CLAUDE.md"], missing: fail }
  guide: { sources: ["file:guide.md"] }
`

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.repository({
    '.foreword/manifest.yaml': manifest,
    'CLAUDE.md': 'RULES-MARKER\n',
    'guide.md': 'GUIDE-MARKER\n',
  })
  for (const name of ['claude', 'codex', 'mine']) world.agent(name)
})
afterEach(() => world.remove())

it.each([
  ['is not in the prompt of an agent that reads it by itself', 'claude', [], false],
  ['is in the prompt of one that reads another', 'codex', [], true],
  ['is in the prompt of a program of your own, whatever it is', 'generic', ['--command=mine'], true],
] as const)('a memory file %s', (_, agent, options, sent) => {
  const { code, run } = world.dispatch(repo, [`--executor=${agent}`, '--context', ...options])
  const prompt = text(run, 'prompt.md')
  expect([code, prompt.includes('RULES-MARKER'), prompt.includes('GUIDE-MARKER')]).toEqual([0, sent, true])
  const left = json(run, 'receipt.json').left_out.map((leftOut: { id: string; why: string }) => [
    leftOut.id,
    leftOut.why,
  ])
  expect(left).toEqual(sent ? [] : [['rules', 'the agent has read it by itself']])
})

it('a memory file is in the prompt of an agent whose worktree has another one', () => {
  const promptOf = () => {
    const [claude] = JSON.parse(world.dispatch(repo, ['--executor=claude,codex', '--context', '--json']).out)
    return text(claude.directory, 'prompt.md')
  }
  expect(promptOf()).not.toContain('RULES-MARKER')
  world.write(join(repo, 'CLAUDE.md'), 'RULES-MARKER, and what is not committed\n')
  expect(promptOf()).toContain('RULES-MARKER, and what is not committed')
})

it('nothing but memory files gives a prompt that is not refused', () => {
  world.write(join(repo, '.foreword/manifest.yaml'), manifest.replace(/ {2}guide.*\n/, ''))
  const { code, run } = world.dispatch(repo, ['--executor=claude', '--context'])
  expect([code, text(run, 'prompt.md')]).toEqual([0, expect.stringContaining('Add it')])
  expect(text(run, 'prompt.md')).not.toContain('RULES-MARKER')
})
