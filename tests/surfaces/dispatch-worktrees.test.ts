import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { binary, json, text, visible, World } from './program.ts'

const both = '--executor=claude,codex'
const commit = 'echo work > work.txt; git add -A; git commit -qm work'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.repository()
  for (const name of ['claude', 'codex']) world.agent(name)
})
afterEach(() => world.remove())

const branches = () => world.git(repo, 'branch', '--format=%(refname:short)').split('\n')
const clean = (...options: string[]) => world.foreword(['dispatch', repo, '--clean', ...options])
const cleaned = (...options: string[]) => JSON.parse(clean('--json', ...options).out).worktrees
const reports = (...options: string[]) => JSON.parse(world.dispatch(repo, [both, '--json', ...options]).out)

describe('the worktree of one of several agents', () => {
  it('lies outside of the repository, so that no file above it is the one of the project', () => {
    world.agent('claude', 'echo x > x')
    const [claude] = reports()
    expect(claude.worktree).toBe(join(world.workspaces, claude.run_id, 'shop'))
    expect(world.shell(`stat -c %a '${world.workspaces}'`).out).toBe('700\n')
    expect(visible(world.runs).map((run) => existsSync(join(world.runs, run, 'workspace')))).toEqual([
      false,
      false,
    ])
  })

  it('is where the project is below the top of its repository', () => {
    const pkg = world.project({}, 'shop/pkg/a')
    world.git(repo, 'add', '-A')
    world.git(repo, 'commit', '-qm', 'pkg')
    world.agent('claude', 'echo x > x')
    const [claude] = JSON.parse(world.dispatch(pkg, [both, '--json']).out)
    expect(world.called('claude')!.cwd).toBe(join(claude.worktree, 'pkg/a'))
    expect(text(claude.directory, 'diff.patch')).toContain('b/pkg/a/x')
  })

  it('lets the agent commit under the name that only the repository has', () => {
    world.git(repo, 'config', 'user.name', 'Ada of the shop')
    world.git(repo, 'config', 'user.email', 'ada@example.org')
    const nobody = 'unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL'
    world.agent('claude', `${nobody}; ${commit}`)
    const [claude] = reports()
    expect(claude).toMatchObject({ changes: 'committed', branch: `foreword/${claude.run_id}` })
    expect(world.git(repo, 'log', '-1', '--format=%an', claude.branch)).toBe('Ada of the shop')
  })

  it('is gone with its branch when the agent has changed nothing, whatever came of it', () => {
    world.agent('codex', 'exit 1')
    expect(reports()).toMatchObject([
      { changes: 'none', branch: null, worktree: null },
      { changes: 'none', branch: null, worktree: null },
    ])
    expect([branches(), visible(world.workspaces)]).toEqual([['main'], []])
    expect(world.git(repo, 'worktree', 'list').split('\n')).toHaveLength(1)
  })

  it('stays when its branch has commits, whatever is checked out at the end', () => {
    world.agent('claude', `before=$(git rev-parse HEAD); ${commit}; git checkout -q --detach $before`)
    const [claude] = reports()
    expect(claude).toMatchObject({ changes: 'none', branch: null })
    expect(branches()).toEqual([`foreword/${claude.run_id}`, 'main'])
    expect(existsSync(claude.worktree)).toBe(true)
  })

  it('is named below the table, with the words that show and take what is in it', () => {
    world.agent('claude', commit)
    world.agent('codex', 'echo other > other.txt')
    const { out } = world.dispatch(repo, [both])
    const [claude = '', codex = ''] = world.runDirectories().map((run) => json(run, 'summary.json').run_id)
    expect(out).toContain(`claude: foreword/${claude} in ${join(world.workspaces, claude, 'shop')}\n`)
    for (const line of ['look', 'take'].map((word) => new RegExp(`^  ${word}:  (git .*)$`, 'gm')))
      for (const [, words] of out.matchAll(line)) expect(world.shell(`cd shop && ${words}`).code).toBe(0)
    expect(out).toContain(`git diff HEAD...foreword/${claude}\n`)
    expect([text(repo, 'work.txt'), text(repo, 'other.txt')]).toEqual(['work\n', 'other\n'])
    expect(out).toContain(`foreword/${codex} in`)
    expect(out).toContain(`To remove them: foreword dispatch ${repo} --clean\n`)
  })

  it('is taken whole, also what the agent has not committed', () => {
    world.agent('claude', `${commit}; echo more > more.txt`)
    const { out } = world.dispatch(repo, [both])
    const take = /^ {2}take: {2}(git .*)$/m.exec(out)![1]
    expect(world.shell(`cd shop && ${take}`).code).toBe(0)
    expect([text(repo, 'work.txt'), text(repo, 'more.txt')]).toEqual(['work\n', 'more\n'])
  })

  it('has no words that take what is not there', () => {
    world.agent('claude', 'rm -rf .git')
    world.agent('codex', `before=$(git rev-parse HEAD); ${commit}; git checkout -q --detach $before`)
    // The lock of a worktree names a process, which must have ended before the worktree is cleaned.
    const { out } = world.dispatch(repo, [both], undefined, { asProcess: true })
    expect(out).toContain('git could not determine the changes\n')
    expect(out).not.toContain('take:')
    expect(clean('--force').out.match(/^ {2}removed$/gm)).toHaveLength(2)
    expect([branches(), visible(world.workspaces)]).toEqual([['main'], []])
  })

  it('has what is committed, and a warning where something is not', () => {
    const warning = expect.stringContaining('uncommitted changes')
    expect(reports()[0].warnings).toEqual([])
    world.write(join(repo, 'docs/ANCHORS.md'), 'Decisions:\n- Not committed: yet (2026-01-01)\n')
    const { err, out } = world.dispatch(repo, [both, '--json'])
    expect(err.match(/uncommitted/g)).toHaveLength(1)
    expect(JSON.parse(out).map((result: { warnings: string[] }) => result.warnings)).toEqual([
      [warning],
      [warning],
    ])
    const alone = JSON.parse(world.dispatch(repo, ['--executor=claude', '--json']).out)
    expect(alone[0].warnings).toEqual([])
  })

  it('has no submodules, and a warning says so', () => {
    const module = world.repository({}, 'module')
    world.git(repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'lib')
    world.git(repo, 'commit', '-qm', 'lib')
    const warning = expect.stringContaining('submodules are empty')
    expect(reports().map((report: { warnings: string[] }) => report.warnings)).toEqual([[warning], [warning]])
    expect(world.dispatch(repo, ['--executor=claude']).err).toBe('')
  })
})

describe('a hook that runs in a worktree', () => {
  it('speaks for the project under its own name, and is on record there', () => {
    const call =
      '{"session_id":"ses-one","hook_event_name":"SessionStart","source":"startup","cwd":"\'$PWD\'"}'
    const hook = `'${process.execPath}' '${binary}' hook session-start --agent claude`
    world.agent('claude', `printf '%s' '${call}' | ${hook} > '${world.dir}/said'`)
    expect(reports()).toMatchObject([{ status: 'success', worktree: null }, { status: 'success' }])
    expect(text(world.dir, 'said')).toContain('Sell things')
    const log = JSON.parse(world.foreword(['log', `--repo=${repo}`, '--json']).out).injections
    expect(log).toMatchObject([{ session_id: 'ses-one', agent: 'claude', status: 'success' }])
  })
})

describe('trust in the manifest of a project', () => {
  const manifest = '.foreword/manifest.yaml'
  const own = 'foreword: 1\nname: own\nextends: preset:outpost\n'
  const stateIn = (at: string) => json(world.dir, at).state
  const trusted = () => JSON.parse(world.foreword(['trust', '--list', '--json']).out).projects
  beforeEach(() => {
    world.write(join(repo, manifest), own)
    world.git(repo, 'add', '-A')
    world.git(repo, 'commit', '-qm', 'manifest')
    const look = `"${process.execPath}" "${binary}" trust . --show --json > '${world.dir}`
    world.agent('claude', `${look}/same'; echo '# a word' >> ${manifest}`)
    world.agent('codex', `echo 'plugins: { tracker: {} }' >> ${manifest}; ${look}/other'`)
  })

  it('T2 counts in its worktrees without a record of their own, and for no manifest that reaches further', () => {
    expect(world.foreword(['trust', repo, '--yes']).code).toBe(0)
    reports()
    expect([stateIn('same'), stateIn('other')]).toEqual(['trusted', 'changed'])
    expect(trusted()).toMatchObject([{ root: repo }])
  })

  it('T2 is not given where the user has not given it to the project, and then counts for earlier commits', () => {
    reports()
    expect(stateIn('same')).toBe('never')
    world.write(join(repo, manifest), own.replace('own', 'mine'))
    world.foreword(['trust', repo, '--yes'])
    reports()
    expect(stateIn('same')).toBe('trusted')
    expect(trusted()).toHaveLength(1)
  })
})

describe('dispatch --clean', () => {
  it('says so where there is nothing to remove', () => {
    expect(clean()).toMatchObject({ code: 0, out: 'shop has no worktrees of earlier runs.\n' })
  })

  it('removes what is merged, and leaves what is not committed and commits that are nowhere else', () => {
    world.agent('claude', commit)
    world.agent('codex', 'echo other > other.txt')
    const [claude, codex] = reports()
    const kept = { run_id: codex.run_id, worktree: codex.worktree, branch: codex.branch }
    const stays = { ...kept, removed: false, branch_deleted: false, kept: 'uncommitted' }
    const gone = { run_id: claude.run_id, removed: true, branch_deleted: false, kept: 'unmerged' }
    expect(cleaned('--dry-run')).toMatchObject([gone, stays])
    expect([existsSync(claude.worktree), branches().length]).toEqual([true, 3])
    expect(cleaned()).toMatchObject([gone, stays])
    expect([existsSync(claude.worktree), text(codex.worktree, 'other.txt')]).toEqual([false, 'other\n'])
    expect(branches()).toContain(claude.branch)
    world.git(codex.worktree, 'add', '-A')
    world.git(codex.worktree, 'commit', '-qm', 'by hand')
    world.git(repo, 'merge', '-q', codex.branch)
    expect(cleaned()).toEqual([{ ...kept, removed: true, branch_deleted: true, kept: null }])
    expect([branches(), visible(world.workspaces)]).toEqual([[claude.branch, 'main'], []])
  })

  it('removes all of it with --force', () => {
    world.agent('claude', commit)
    world.agent('codex', 'echo other > other.txt')
    reports()
    const { code, out } = clean('--force')
    expect([code, out.match(/^ {2}removed$/gm)]).toEqual([0, ['  removed', '  removed']])
    expect([branches(), visible(world.workspaces)]).toEqual([['main'], []])
  })

  it('leaves the worktree of an agent that still works, also with --force', () => {
    const out = join(world.dir, 'cleaned')
    world.agent(
      'claude',
      `cd '${repo}'; "${process.execPath}" "${binary}" dispatch . --clean --force --json > '${out}'`,
    )
    world.dispatch(repo, [both, '--jobs=1'])
    const kept = json(out).worktrees.map((worktree: { kept: string }) => worktree.kept)
    expect(kept).toEqual(['busy', 'busy'])
    expect(world.called('codex')).not.toBeNull()
  })

  it.each([
    [['a task', '--clean'], '--clean takes no task'],
    [['--clean', '--executor=claude'], '--clean starts no agent'],
    [['a task', '--executor=claude', '--force'], '--force is only for --clean'],
    [['--executor=claude'], '<task> is missing'],
  ])('refuses %j', (words, message) => {
    const { code, err } = world.foreword(['dispatch', repo, ...words])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})
