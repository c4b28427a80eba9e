// Programs of the user's own, under names that runs are reported by, and a check that judges runs.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, text, World } from './program.ts'

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.repository({ 'README.md': '# Shop\n' })
})
afterEach(() => world.remove())

const configuration = () => join(world.env.HOME!, '.config/foreword/agents.yaml')
const configure = (yaml: string) => {
  world.write(configuration(), yaml)
  chmodSync(configuration(), 0o600)
}
const dispatch = (...args: string[]) =>
  world.foreword(['dispatch', root, 'Do it', `--runs-dir=${world.runs}`, ...args], { cwd: root })
const rows = (...args: string[]) => JSON.parse(dispatch('--json', ...args).out)
const report = () => JSON.parse(world.foreword(['report', '--json'], { cwd: root }).out)

const two = `agents:
  quick:
    command: [sh, -c, 'cat > seen; echo "quick $*"', quick]
  careful:
    command: [sh, -c, 'cp "$1" seen; echo careful', careful, '{prompt_file}']
    prompt: file
`

describe('named agents', () => {
  it('are compared with each other and reported apart', () => {
    configure(two)
    const found = rows('--executor=quick,careful')
    expect(found.map(({ agent, status }: { agent: string; status: string }) => [agent, status])).toEqual([
      ['quick', 'success'],
      ['careful', 'success'],
    ])
    for (const { worktree } of found) expect(text(worktree, 'seen')).toContain('Do it')
    expect(report().agents.map(({ agent }: { agent: string }) => agent)).toEqual(['careful', 'quick'])
  })

  it('get the words after --, and so does an agent that foreword knows', () => {
    configure(two)
    expect(rows('--executor=quick', '--', '--model', 'x y')[0].message).toBe('quick --model x y')
    world.agent('codex')
    rows('--executor=codex', '--', '--model', 'opus')
    expect(world.called('codex')!.argv.slice(-3)).toEqual(['--model', 'opus', '-'])
    const { code, err } = dispatch('--executor=quick,careful', '--', 'x')
    expect([code, err]).toEqual([2, expect.stringContaining('need exactly one agent')])
  })

  it.each([
    ['agents: { claude: { command: [x] } }', 'which foreword has already'],
    ['agents: { Fast: { command: [x] } }', 'lower-case letters'],
    ['agents: { fast: { command: x } }', 'cannot be used'],
    ['agents: { fast: { command: [x], prompt: file } }', 'expected {prompt_file}'],
    ['agents: [', 'not valid YAML'],
  ])('a faulty configuration starts nothing: %s', (yaml, words) => {
    configure(yaml)
    const { code, out, err } = dispatch('--executor=fast')
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)])
  })

  it('cannot come from the project, nor from a file that others can write', () => {
    configure(two)
    chmodSync(configuration(), 0o666)
    expect(dispatch('--executor=quick').err).toContain('other users can write to it')
    const inside = { cwd: root, env: { XDG_CONFIG_HOME: root } }
    world.write(join(root, 'foreword/agents.yaml'), two)
    const { code, err } = world.foreword(['dispatch', root, 'Do it', '--executor=quick'], inside)
    expect([code, err]).toEqual([2, expect.stringContaining('it is in the project')])
  })

  it('are listed when a name is unknown', () => {
    configure(two)
    expect(dispatch('--executor=slow').err).toMatch(/unknown agent "slow"; agents: .*generic, quick, careful/)
  })
})

describe('--check', () => {
  const judged = (agent: string, check: string) =>
    rows('--executor=generic', `--command=${agent}`, `--check=${check}`)[0]

  it.each([
    ['touch done', 'test -f done', 'success', 0],
    ['true', 'test -f done', 'failed', 1],
    ['sh -c "touch done; exit 3"', 'test -f done', 'success', 0],
    ['touch done', 'test -f done && exit 4', 'failed', 4],
  ])('judges "%s" by "%s": %s', (agent, check, status, exit_code) => {
    const row = judged(agent, check)
    expect(row).toMatchObject({ status, check: { command: check, exit_code } })
    expect(json(row.directory, 'summary.json')).toMatchObject({ status, check: { exit_code } })
    const { agents, checked, notes } = report()
    expect([agents[0].all.successes, checked]).toEqual([status === 'success' ? 1 : 0, 1])
    expect(notes).toContain('A check decided about 1 of 1 run.')
    expect(world.foreword(['verify'], { cwd: root }).code).toBe(0)
  })

  it('runs where the agent has worked, keeps its output, and its changes are not those of the agent', () => {
    configure(two)
    const found = rows('--executor=quick,careful', '--check=grep -c "Do it" seen; pwd; touch by-the-check')
    for (const { directory, worktree, files } of found) {
      expect(text(directory, 'check.log')).toContain(worktree)
      expect(files).toBe(1)
    }
  })

  it('does not judge an agent that never started or ran out of time', () => {
    const [late] = rows('--executor=generic', '--command=sleep 30', '--timeout=0.2', '--check=true')
    expect(late).toMatchObject({ status: 'timeout', check: null })
  })

  it('tells the user, with the reason', () => {
    const { code, out } = dispatch('--executor=generic', '--command=true', '--check=exit 7')
    expect(code).toBe(1)
    expect(out).toContain('generic: failed, exit code 0, check: failed')
    expect(out).toContain('The check ended with exit code 7: see check.log.')
  })
})
