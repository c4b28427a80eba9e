import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, json, text, World } from './program.ts'

const names = ['claude', 'codex', 'gemini', 'opencode', 'aider'] as const
const byMessageFile = ['--yes-always', '--no-stream', '--no-pretty']

let world: World
beforeEach(() => {
  world = new World()
})
afterEach(() => world.remove())

/** The prompt of an agent, however it reads it. */
function promptOf(name: string): string {
  const { argv, stdin } = world.called(name)!
  return name === 'aider' ? text(argv[1]!) : stdin
}

const features = ['unbounded_connection_retries', 'plugins'].flatMap((name) => [
  '-c',
  `features.${name}=false`,
])
const argumentsOf = {
  claude: () => ['-p', '--output-format', 'json'],
  codex: (run: string) => [
    ...['exec', '--json', '--skip-git-repo-check', ...features],
    ...['-o', join(run, 'message.txt'), '-'],
  ],
  gemini: () => ['-o', 'json'],
  opencode: () => ['run', '--format', 'json'],
  aider: (run: string) => ['--message-file', join(run, 'prompt.md'), ...byMessageFile],
}

/**
 * Takes arguments as aider documents them: a file with the message, switches, and files to edit. Exits with 2 for an unknown
 * argument and with 1 for an unreadable message.
 */
const documentedAider = `
message= switches= files=0
while [ $# -gt 0 ]; do
  case "$1" in
    --message-file|-f) [ $# -gt 1 ] || exit 2; message="$2"; shift ;;
    --message|--msg|-m|--read|--model|--encoding) [ $# -gt 1 ] || exit 2; shift ;;
    --yes-always|--stream|--no-stream|--pretty|--no-pretty|--auto-commits|--no-auto-commits|--dirty-commits|--no-dirty-commits) switches="$switches \${1#--}" ;;
    -*) echo "aider: error: unrecognized arguments: $1" >&2; exit 2 ;;
    *) files=$((files + 1)) ;;
  esac
  shift
done
[ -r "$message" ] || exit 1
echo "$switches files:$files"
echo "it was told $(wc -c < "$message" | tr -d ' ') bytes"
`

describe('one agent', () => {
  it.each(names)('Z-10 Z-121 starts %s in the project with the context before the task', (name) => {
    const repo = world.project()
    world.agent(name, 'echo said; echo complained >&2')
    const { code, run, out } = world.dispatch(repo, [`--executor=${name}`, '--context=full', at])
    expect(code).toBe(0)
    const called = world.called(name)!
    expect(called.argv).toEqual(argumentsOf[name](run))
    expect(called.cwd).toBe(repo)
    expect(promptOf(name)).toBe(`${text(run, 'context.md')}\n<task>\nAdd it\n</task>\n`)
    if (name === 'aider') expect(called.stdin).toBe('')
    expect(text(run, 'output.log')).toBe(name === 'aider' ? 'said\ncomplained\n' : 'said\n')
    if (name !== 'aider') expect(text(run, 'errors.log')).toBe('complained\n')
    expect(text(run, 'result.md')).toContain('said\n')
    expect(json(run, 'context.json').executor).toBe(name)
    expect(json(run, 'summary.json')).toMatchObject({ executor: name, status: 'success', exit_code: 0 })
    expect(out).toContain(`${name}: success, exit code 0`)
  })

  it.each(names)('Z-01 Z-121 gives %s the bare task when no context is asked for', (name) => {
    world.agent(name)
    world.dispatch(world.project(), [`--executor=${name}`], 'Only this')
    expect(promptOf(name)).toBe('Only this')
  })

  it('Z-121 is understood by aider, as far as its documentation tells: it was not there to be tried', () => {
    world.agent('aider', documentedAider)
    const { code, run } = world.dispatch(world.repository(), ['--executor=aider', '--context=full', at])
    expect(code).toBe(0)
    expect(text(run, 'result.md')).toContain('yes-always no-stream no-pretty files:0\n')
    expect(text(run, 'result.md')).toContain(`it was told ${Buffer.byteLength(text(run, 'prompt.md'))} bytes`)
  })

  it('is refused before anything is written when its program is not installed', () => {
    const { code, err } = world.dispatch(world.project(), ['--executor=codex', '--context'])
    expect(code).toBe(3)
    expect(err).toContain('the program "codex" is not on PATH')
    expect(existsSync(world.runs)).toBe(false)
  })

  it.each([
    [
      'an unknown agent',
      ['--executor=grok'],
      'unknown agent "grok"; agents: claude, codex, gemini, opencode, aider, generic',
    ],
    ['no agent', [], '--executor is missing'],
    ['an empty list', ['--executor='], '--executor needs a value'],
    ['a wrong time limit', ['--executor=claude', '--timeout=soon'], '--timeout must be a number of seconds'],
    ['no time at all', ['--executor=claude', '--timeout=0'], '--timeout must be a number of seconds'],
    ['no number of jobs', ['--executor=claude', '--jobs=0'], '--jobs must be a whole number above 0'],
    ['an option given twice', ['--executor=claude', '--executor=codex'], '--executor may be given only once'],
  ])('is not started for %s', (_, options, message) => {
    world.agent('claude')
    const { code, err } = world.dispatch(world.project(), options)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(world.runs)).toBe(false)
  })

  it('is not started for an empty task or a repository that is not there', () => {
    world.agent('claude')
    expect(world.dispatch(world.project(), ['--executor=claude'], ' \n').err).toContain('<task> is empty')
    expect(world.dispatch('gone', ['--executor=claude'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('Directory not found: "gone"'),
    })
    expect(world.called('claude')).toBeNull()
  })
})

describe('several agents', () => {
  it('none is left behind that seems to be running when one of several cannot get its context', () => {
    const root = world.repository({
      '.foreword/manifest.yaml':
        'foreword: 1\nname: own\nextends: preset:outpost\nsections:\n  extra: { sources: [file:none.md], missing: fail, when: { agent: codex } }\n',
    })
    for (const name of ['claude', 'codex']) world.agent(name)
    const { code, err } = world.dispatch(root, ['--executor=claude,codex', '--context'])
    expect([code, err]).toEqual([3, expect.stringContaining('Section EXTRA is required')])
    expect(world.runDirectories()).toHaveLength(2)
    for (const run of world.runDirectories()) {
      expect(json(run, 'summary.json').status).toBe('failed')
      expect(json(run, 'context.json').outcome.run_status).toBe('failed')
      expect(json(run, 'receipt.json').outcome).toEqual({ status: 'failed', changes: 'none', seconds: 0 })
    }
    expect([world.called('claude'), world.called('codex')]).toEqual([null, null])
    expect(world.git(root, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(world.git(root, 'branch', '--format=%(refname:short)')).toBe('main')
  })

  it('Z-10 Z-121 each get their own run, record and worktree of the project', () => {
    const repo = world.repository()
    for (const name of names) world.agent(name, `echo ${name} > mine.txt; ls > seen.txt`)
    const { code } = world.dispatch(repo, [
      '--executor=claude, codex,gemini,opencode,aider,claude',
      '--context',
      at,
    ])
    expect(code).toBe(0)
    const runs = world.runDirectories()
    expect(runs.map((run) => json(run, 'context.json').executor).sort()).toEqual([...names].sort())
    for (const run of runs) {
      const { executor, run_id, injection_id } = json(run, 'context.json')
      const own = join(world.workspaces, run_id, 'shop')
      expect(world.called(executor)!.cwd).toBe(own)
      expect(promptOf(executor)).toContain(injection_id)
      expect(text(own, 'mine.txt')).toBe(`${executor}\n`)
      expect(text(run, 'diff.patch')).toContain(`+${executor}`)
      const branch = `foreword/${run_id}`
      expect(json(run, 'summary.json')).toMatchObject({ changes: 'uncommitted', workspace: own, branch })
      expect(world.git(repo, 'worktree', 'list')).toMatch(new RegExp(`^${own} .*\\[${branch}\\]$`, 'm'))
    }
    expect(new Set(runs.map((run) => json(run, 'context.json').injection_id)).size).toBe(5)
    expect(existsSync(join(repo, 'mine.txt'))).toBe(false)
    expect(world.git(repo, 'status', '--porcelain')).toBe('')
  })

  it('Z-10 are all that are installed when all are asked for', () => {
    world.agent('codex')
    world.agent('aider')
    const { code, out } = world.dispatch(world.repository(), ['--executor=all', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out).map((report: { agent: string }) => report.agent)).toEqual(['codex', 'aider'])
    expect([world.called('codex'), world.called('claude')]).toEqual([expect.anything(), null])
  })

  it('Z-10 are refused when none is installed', () => {
    expect(world.dispatch(world.repository(), ['--executor=all'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('None of claude, codex, gemini, opencode, aider is on PATH'),
    })
  })

  it('are refused as a whole when one of them is not installed', () => {
    world.agent('claude')
    expect(world.dispatch(world.repository(), ['--executor=claude,codex']).code).toBe(3)
    expect([world.called('claude'), existsSync(world.runs)]).toEqual([null, false])
  })

  it('are refused where no worktree can be made', () => {
    for (const name of ['claude', 'codex']) world.agent(name)
    const { code, err } = world.dispatch(world.project(), ['--executor=claude,codex'])
    expect([code, err]).toEqual([2, expect.stringContaining('git repository with a commit')])
    expect(world.called('claude')).toBeNull()
  })

  it('end with 1 when one of them fails, and the other is on record as a success', () => {
    world.agent('claude')
    world.agent('codex', 'exit 7')
    expect(world.dispatch(world.repository(), ['--executor=claude,codex']).code).toBe(1)
    const ended = world.runDirectories().map((run) => json(run, 'summary.json'))
    expect(ended.map((outcome) => [outcome.executor, outcome.status, outcome.exit_code]).sort()).toEqual([
      ['claude', 'success', 0],
      ['codex', 'failed', 7],
    ])
  })
})

describe('a hostile task', () => {
  const hostile = `'"\\ $(touch marker) \`touch marker\` ; touch marker #\n\n%s %n {repo} $HOME ${'\u202e'}ü😀\t`

  it.each(['claude', 'aider'])('reaches %s unchanged', (name) => {
    const repo = world.project()
    world.agent(name)
    const { code, run } = world.dispatch(repo, [`--executor=${name}`, '--context'], hostile)
    expect(code).toBe(0)
    expect(promptOf(name).endsWith(`\n<task>\n${hostile}\n</task>\n`)).toBe(true)
    expect(text(run, 'task.md')).toBe(hostile)
    expect(readdirSync(repo)).not.toContain('marker')
  })

  it('arrives whole through standard input if it has 300 KB', () => {
    world.agent('claude')
    const task = `${hostile}\n`.repeat(4_000)
    expect(Buffer.byteLength(task)).toBeGreaterThan(300_000)
    const call = { input: task, asProcess: true }
    expect(world.dispatch(world.project(), ['--executor=claude'], '-', call).code).toBe(0)
    expect(promptOf('claude') === task).toBe(true)
  })

  it('that begins with a dash follows two dashes', () => {
    world.agent('claude')
    const repo = world.project()
    expect(world.foreword(['dispatch', repo, '--executor=claude', '--', '--now=never']).code).toBe(0)
    expect(promptOf('claude')).toBe('--now=never')
  })

  it('that is not UTF-8 is refused', () => {
    world.agent('claude')
    const ran = world.program(['dispatch', world.project(), '-', '--executor=claude'], {
      input: Buffer.from([0x66, 0xff, 0xfe]),
    })
    expect(ran).toMatchObject({ code: 3, err: expect.stringContaining('not UTF-8') })
    expect(world.called('claude')).toBeNull()
  })
})
