import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, json, text, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.repository()
})
afterEach(() => world.remove())

function run(body: string, ...options: string[]) {
  world.agent('claude', body)
  const ran = world.dispatch(repo, ['--executor=claude', '--context', ...options])
  const of = (file: string) => json(ran.run, file)
  return { ...ran, context: of('context.json'), receipt: of('receipt.json'), summary: of('summary.json') }
}

describe('the recorded change of an agent', () => {
  const cases = [
    ['none', 'true', ''],
    ['uncommitted', 'echo new > new.txt; echo more >> docs/ANCHORS.md', '+more'],
    ['uncommitted', 'rm docs/ANCHORS.md', 'deleted file mode'],
    ['uncommitted', 'echo new > new.txt; git add new.txt', '+new'],
    ['committed', 'echo new > new.txt; git add new.txt; git commit -qm work', '+new'],
    ['committed', 'echo a > a; git add a; git commit -qm work; echo later > b', '+later'],
  ] as const

  it.each(cases)('Z-99 is written back as %s after: %s', (changes, body, patch) => {
    const { code, run: directory, context, receipt, summary } = run(body)
    expect(code).toBe(0)
    expect(context.outcome).toMatchObject({ status: 'success', error: null, run_status: 'success', changes })
    expect(receipt.outcome).toMatchObject({ status: 'success', changes })
    expect(summary).toMatchObject({ status: 'success', changes, exit_code: 0 })
    expect(summary.before_sha).toMatch(/^[0-9a-f]{40}$/)
    expect(summary.after_sha).toBe(world.git(repo, 'rev-parse', 'HEAD'))
    expect(summary.after_sha !== summary.before_sha).toBe(changes === 'committed')
    expect(existsSync(join(directory, 'diff.patch'))).toBe(changes !== 'none')
    if (changes !== 'none') expect(text(directory, 'diff.patch')).toContain(patch)
  })

  it('Z-99 is not what was changed before the run', () => {
    world.write(join(repo, 'docs/ANCHORS.md'), 'Decisions:\n- My own work: not committed yet (2026-01-01)\n')
    const { run: directory, context } = run('true')
    expect(context.outcome.changes).toBe('none')
    expect(existsSync(join(directory, 'diff.patch'))).toBe(false)
    const further = run('echo more >> docs/ANCHORS.md')
    expect(further.context.outcome.changes).toBe('uncommitted')
    expect(text(further.run, 'diff.patch')).toContain('+more\n')
    expect(text(further.run, 'diff.patch')).not.toContain('+- My own work')
  })

  it('Z-99 is unknown where there is no repository', () => {
    repo = world.project({}, 'plain/shop')
    expect(run('echo x > x').context.outcome).toMatchObject({ run_status: 'success', changes: 'unknown' })
  })

  it('is a patch that git applies to the project as it was', () => {
    const { run: directory } = run('echo new > "new file.txt"; echo more >> docs/ANCHORS.md')
    const before = world.git(repo, 'rev-parse', 'HEAD')
    world.git(world.dir, 'clone', '-q', repo, 'again')
    const again = join(world.dir, 'again')
    world.git(again, 'reset', '-q', '--hard', before)
    world.git(again, 'apply', join(directory, 'diff.patch'))
    expect(text(again, 'new file.txt')).toBe('new\n')
    expect(text(again, 'docs/ANCHORS.md')).toBe(text(repo, 'docs/ANCHORS.md'))
  })
})

describe('how the agent ended', () => {
  it('Z-99 is a success with its duration', () => {
    const { context, summary, receipt } = run('true')
    expect(context.outcome.duration_sec).toBeGreaterThan(0)
    expect(summary.duration_sec).toBe(context.outcome.duration_sec)
    expect(receipt.outcome.seconds).toBe(context.outcome.duration_sec)
    expect(Date.parse(summary.completed)).toBeGreaterThanOrEqual(Date.parse(summary.started))
  })

  it('Z-99 is a failure with its exit code, and the command ends with 1', () => {
    const { code, out, context, summary } = run('echo work > work.txt; exit 9')
    expect(code).toBe(1)
    expect(summary).toMatchObject({ status: 'failed', exit_code: 9, changes: 'uncommitted' })
    expect(context.outcome).toMatchObject({ status: 'success', run_status: 'failed', changes: 'uncommitted' })
    expect(out).toContain('claude: failed, exit code 9, changes: uncommitted')
  })

  it('is a failure without an exit code when it was killed', () => {
    const { code, summary } = run('kill -9 $$')
    expect([code, summary.status, summary.exit_code]).toEqual([1, 'failed', null])
  })

  it('Z-99 is a timeout: the agent and its children are gone, its work is on record', () => {
    const {
      code,
      out,
      context,
      summary,
      run: directory,
    } = run(
      `sleep 300 & echo $! > '${world.dir}/child'; echo $$ > '${world.dir}/parent'; echo half > half.txt; wait`,
      '--timeout=1',
    )
    expect(code).toBe(1)
    expect(context.outcome).toMatchObject({ run_status: 'timeout', changes: 'uncommitted' })
    expect(summary).toMatchObject({ status: 'timeout', changes: 'uncommitted' })
    expect(text(directory, 'diff.patch')).toContain('+half')
    expect(out).toContain('claude: timeout')
    for (const who of ['child', 'parent']) expect(isAlive(Number(text(world.dir, who)))).toBe(false)
  })

  it.each(['INT', 'TERM', 'HUP'])(
    'Z-99 is an interruption on record when the program itself gets SIG%s, and in no rate',
    (signal) => {
      world.agent(
        'claude',
        `echo half > half.txt; echo $$ > '${world.dir}/parent'; kill -${signal} $PPID; sleep 300`,
      )
      const {
        code,
        out,
        run: directory,
      } = world.dispatch(repo, ['--executor=claude', '--context'], undefined, {
        asProcess: true,
      })
      const said = '1 run was interrupted and is not counted.'
      expect(code).toBe(1)
      expect(out).toContain('It was interrupted.')
      expect(json(directory, 'context.json').outcome).toMatchObject({
        run_status: 'interrupted',
        changes: 'uncommitted',
      })
      expect(json(directory, 'summary.json').status).toBe('interrupted')
      const ask = (...words: string[]) =>
        JSON.parse(world.foreword([...words, `--repo=${repo}`, '--json']).out)
      expect(ask('report')).toMatchObject({ runs: 0, interrupted: 1, notes: [said, expect.anything()] })
      expect(ask('log', '--outcome=interrupted').injections).toMatchObject([{ outcome: 'interrupted' }])
      expect(isAlive(Number(text(world.dir, 'parent')))).toBe(false)
    },
  )

  it('is said as one JSON document under --json, and nothing else', () => {
    const { code, out, err, run: directory } = run('exit 3', '--json', at)
    const [report, ...more] = JSON.parse(out)
    expect([code, err, more]).toEqual([1, '', []])
    const { injection_id, token_counts } = json(directory, 'context.json')
    expect(report).toEqual({
      run_id: directory.split('/').at(-1),
      agent: 'claude',
      directory,
      injection_id,
      level: 'standard',
      tokens: token_counts.total,
      status: 'failed',
      changes: 'none',
      duration_sec: json(directory, 'summary.json').duration_sec,
      exit_code: 3,
      check: null,
      files: 0,
      added: 0,
      removed: 0,
      session_id: null,
      model: null,
      usage: null,
      blocked: false,
      denied: [],
      error: null,
      message: '',
      notes: ['it printed no result'],
      warnings: [],
      branch: null,
      worktree: null,
    })
  })

  it('is said under --json with null for a context that was not asked for', () => {
    world.agent('claude')
    const [report] = JSON.parse(world.dispatch(repo, ['--executor=claude', '--json']).out)
    expect(report).toMatchObject({ injection_id: null, level: null, tokens: null, warnings: [] })
  })

  it('Z-08 Z-115 is said under --json with its warnings, and with each decision under --debug', () => {
    world.agent('claude')
    const options = ['--executor=claude', '--json', '--debug', '--context=2500']
    const [report] = JSON.parse(world.dispatch(repo, options).out)
    expect(report.warnings).toEqual([expect.stringContaining('2500 became 2000')])
    expect(report.decisions[0]).toMatchObject({ stage: 'plan' })
  })

  it('is a failure on record when its output cannot be kept', () => {
    world.agent('claude')
    // foreword reads the repository last before it starts the agent.
    world.write(
      join(world.bin, 'git'),
      `#!/bin/sh\nfor run in '${world.runs}'/2*; do rm -f "$run/output.log"; mkdir -p "$run/output.log"; done\nexec /usr/bin/git "$@"\n`,
    )
    chmodSync(join(world.bin, 'git'), 0o755)
    const { code, err, run: directory } = world.dispatch(repo, ['--executor=claude', '--context'])
    expect([code, err]).toEqual([3, expect.stringContaining('output.log')])
    expect(world.called('claude')).toBeNull()
    expect(json(directory, 'summary.json')).toMatchObject({ status: 'failed', exit_code: null })
    expect(json(directory, 'receipt.json').outcome).toMatchObject({ status: 'failed', changes: 'none' })
    expect(json(directory, 'context.json').outcome.run_status).toBe('failed')
  })

  it('is on record as running until it has ended', () => {
    const copied = join(world.dir, 'copied')
    const { run: directory } = run(`mkdir '${copied}'; cp '${world.runs}'/2*/*.json '${copied}'`)
    expect(json(copied, 'summary.json')).toMatchObject({
      status: 'running',
      completed: null,
      exit_code: null,
    })
    expect(json(copied, 'context.json').outcome).toMatchObject({
      status: 'success',
      run_status: 'running',
      changes: null,
      duration_sec: null,
    })
    expect(json(directory, 'summary.json').status).toBe('success')
  })
})

describe('the run directory', () => {
  it('is invisible to git inside of the project, and no change of the agent', () => {
    world.agent('claude')
    const ran = world.foreword(['dispatch', '.', 'Add it', '--executor=claude', '--context'], { cwd: repo })
    expect(ran.code).toBe(0)
    expect(existsSync(join(repo, 'runs'))).toBe(true)
    expect(world.git(repo, 'status', '--porcelain', '--untracked-files=all')).toBe('')
    expect(ran.out).toContain('changes: none')
  })

  it('Z-99 does not count as a change of the agent in an existing runs directory', () => {
    world.agent('claude')
    world.write(join(repo, 'runs/README.md'), 'Runs go here.\n')
    world.git(repo, 'add', '-A')
    world.git(repo, 'commit', '-qm', 'runs')
    const { out } = world.foreword(['dispatch', '.', 'Add it', '--executor=claude'], { cwd: repo })
    expect(out).toContain('changes: none')
    expect(world.git(repo, 'status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  it('Z-86 has the name of the run, which begins with the time and names the agent', () => {
    const { run: directory, summary } = run('true', at)
    expect(summary.run_id).toMatch(/^20260103-183000-claude-[a-z0-9]{6}$/)
    expect(directory.endsWith(`/${summary.run_id}`)).toBe(true)
  })

  it('is private to the person', () => {
    const { run: directory } = run('true')
    expect(world.shell(`stat -c %a '${directory}' '${directory}/prompt.md'`).out).toBe('700\n600\n')
  })

  it('that cannot be made is refused, and nothing is started', () => {
    world.agent('claude')
    world.write(world.runs, 'a file')
    const { code, err } = world.dispatch(repo, ['--executor=claude'])
    expect([code, err]).toEqual([3, expect.stringContaining(world.runs)])
    expect(world.called('claude')).toBeNull()
  })
})

describe('runs with and without context', () => {
  it('Z-125 are told apart by level, tokens and outcome, joined by the run id', () => {
    world.agent('claude', 'echo work >> work.txt')
    world.agent('codex', 'exit 1')
    world.dispatch(repo, ['--executor=claude', '--context=full', at])
    world.dispatch(repo, ['--executor=codex', '--context=minimal', at])
    world.dispatch(repo, ['--executor=claude', at])
    const rows = world.runDirectories().map((directory) => {
      const summary = json(directory, 'summary.json')
      const log = existsSync(join(directory, 'context.json')) ? json(directory, 'context.json') : null
      if (log !== null) {
        expect(log.run_id).toBe(summary.run_id)
        expect(log.injection_id).toBe(summary.context_injection_id)
        expect(log.outcome.run_status).toBe(summary.status)
        expect(log.token_counts.total).toBeGreaterThan(0)
      }
      return [summary.executor, log?.level ?? 'off', summary.status, summary.changes]
    })
    expect(rows.sort()).toEqual([
      ['claude', 'full', 'success', 'uncommitted'],
      ['claude', 'off', 'success', 'uncommitted'],
      ['codex', 'minimal', 'failed', 'none'],
    ])
  })
})

/** A zombie has ended, but its parent has not read its exit code. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
