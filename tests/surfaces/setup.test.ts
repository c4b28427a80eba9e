// `foreword setup`: manifest, trust, hooks and proof in one step.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeClaude, fakeCodex } from './doctor-agents.ts'
import { documentOf, keepsToTheScreen } from './past-asking.ts'
import { binary, type Ran, secrets, text, World } from './program.ts'

const own = '.foreword/manifest.yaml'
const example = join(import.meta.dirname, '../../examples/kestrel')

let world: World
let repo: string
let home: string
beforeEach(() => {
  world = new World()
  home = world.env.HOME!
  repo = join(world.dir, 'kestrel')
  cpSync(example, repo, { recursive: true })
  world.git(repo, 'init', '-q', '-b', 'main')
})
afterEach(() => world.remove())

const setup = (...args: string[]) => world.foreword(['setup', ...args], { cwd: repo })
const flat = (page: string) => page.replace(/\s+/g, ' ')
const document = ({ out }: Ran) => documentOf('setup', out)

/** Every file below a directory with its content. The cache may change at any time. */
function snapshot(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true }).map(String).sort()
  const files = names.filter((name) => statSync(join(directory, name)).isFile())
  return Object.fromEntries(
    files
      .filter((name) => !/^\.(cache|git)\//.test(name))
      .map((name) => [name, readFileSync(join(directory, name), 'latin1')]),
  )
}

describe('a first run', () => {
  it('writes and trusts the manifest, adds hooks to the agents found, and shows what the model got', () => {
    fakeClaude(world, 'arrives')
    const { code, out, err } = setup('--yes')
    keepsToTheScreen(out, 'setup')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(flat(out)).toMatch(/Claude Code would be told, in \d+ of \d+ tokens \(o200k\): │/)
    expect(out).toContain(`✓ wrote ${own}\n`)
    expect(out).toContain(`✓ trusted ${own}\n`)
    expect(flat(out)).toContain(`✓ added hooks to Claude Code: ${join(home, '.claude/settings.json')}`)
    expect(flat(out)).toMatch(
      /it was run once with a fake model .* ✓ run Claude Code sent the model \d+ sections? \(\d+ bytes, system role/,
    )
    const got = out.slice(
      out.indexOf('The model of Claude Code got, first lines:'),
      out.indexOf('The setup is complete.'),
    )
    expect(got).toContain('│ Kestrel runs jobs on a schedule on one machine.')
    expect(out.slice(out.indexOf('\nNext:\n')).match(/^ {2}foreword \w+/gm)).toEqual([
      '  foreword explain',
      '  foreword why',
      '  foreword doctor',
    ])
    expect(flat(out)).toContain('Undo: "foreword uninstall --all" removes the hooks')
    expect(world.foreword(['trust', '--show', repo]).out).toContain('kestrel: trusted since')
  })

  it('leaves hooks that give an agent the packet that was shown', () => {
    fakeClaude(world, 'arrives')
    const { packet } = document(setup('--yes', '--json'))
    const input = JSON.stringify({ session_id: 's1', cwd: repo, source: 'startup' })
    const { out } = world.foreword(['hook', 'session-start', '--agent=claude'], { cwd: repo, input })
    const sent: string = JSON.parse(out).hookSpecificOutput.additionalContext
    expect(sent.trim().split('\n').slice(1)).toEqual(packet.text.trim().split('\n').slice(1))
  })

  it('gives the document of its schema, with the proof', () => {
    fakeClaude(world, 'arrives')
    const { outcome, manifest, trust, install, doctor, done, next } = document(setup('--yes', '--json'))
    expect({ outcome, trust, refused: install.dry_run }).toEqual({
      outcome: 'done',
      trust: 'trusted',
      refused: false,
    })
    expect(manifest).toEqual({ path: own, state: 'written', text: text(repo, own) })
    expect(done.map(({ step }: { step: string }) => step)).toEqual(['manifest', 'trust', 'hooks'])
    expect(doctor.agents[0].proof).toMatchObject({ arrived: true })
    expect(doctor.agents[0].proof.beginning.length).toBeGreaterThan(3)
    expect(next).toHaveLength(3)
  })

  it('finds the repository around the current directory, and takes a path', () => {
    fakeClaude(world, 'arrives')
    const inside = world.foreword(['setup', '--dry-run', '--json'], { cwd: join(repo, 'src') })
    expect(document(inside).root).toBe(repo)
    const named = document(world.foreword(['setup', 'kestrel', '--dry-run', '--json']))
    expect([named.root, named.next[0].command]).toEqual([repo, `foreword explain ${repo}`])
    expect(named.next[2].command).toBe(`foreword doctor --repo=${repo}`)
  })

  it('runs only the hook of an agent that cannot be run, and says so', () => {
    fakeClaude(world, 'fails')
    const { code, out } = setup('--yes')
    expect(code).toBe(1)
    expect(flat(out)).toMatch(/✓ session-start \d+ UTF-16 units .* ✗ run nothing reached the model/)
    expect(flat(out)).toContain('The hook for Claude Code printed, first lines: │ <context')
    expect(out).toContain('Something is left to do: see the lines with ✗.')
  })

  it('says what is left to do where an agent asks its user for trust', () => {
    fakeCodex(world, 'untrusted')
    const { code, out } = setup('--yes')
    expect(code).toBe(1)
    expect(flat(out)).toMatch(/✗ Codex CLI does not trust \d of \d entries yet\. .*\/hooks/)
    expect(existsSync(join(home, '.codex/hooks.json'))).toBe(true)
  })
})

describe('a second run', () => {
  it('changes nothing, says so, and proves it again', () => {
    fakeClaude(world, 'arrives')
    setup('--yes')
    const before = [snapshot(home), snapshot(repo)]
    const { code, out, err } = setup()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Nothing to change: the manifest is trusted and the hooks are in place.\n')
    expect(flat(out)).toContain(`Manifest: ${own}, already there, trusted. It is not changed.`)
    expect(flat(out)).toMatch(/Agents are told \d+ of \d+ tokens \(o200k\): /)
    expect(flat(out)).toContain('✓ run Claude Code sent the model')
    expect(out).not.toContain('Undo:')
    expect([snapshot(home), snapshot(repo)]).toEqual(before)
    expect(document(setup('--json')).outcome).toBe('unchanged')
  })

  it('adds an agent that was installed meanwhile', () => {
    fakeClaude(world, 'arrives')
    setup('--yes')
    fakeCodex(world, 'trusted')
    const { done, install } = document(setup('--yes', '--json'))
    expect(done).toEqual([
      { step: 'hooks', what: expect.stringContaining(`to Codex CLI: ${join(home, '.codex/hooks.json')}`) },
    ])
    expect(install.agents.map(({ state }: { state: string }) => state)).toEqual(['unchanged', 'installed'])
  })

  it('is undone byte for byte', () => {
    fakeClaude(world, 'arrives')
    world.write(join(home, '.claude/settings.json'), '// mine\r\n{ "model": "opus", }')
    const before = [snapshot(home), snapshot(repo)]
    setup('--yes')
    expect(text(home, '.claude/settings.json')).toContain('hook session-start')
    world.foreword(['uninstall', '--all'], { cwd: repo })
    world.foreword(['trust', '--revoke', repo])
    rmSync(join(repo, '.foreword'), { recursive: true })
    expect([snapshot(home), snapshot(repo)]).toEqual(before)
  })
})

describe('a manifest that is there', () => {
  const text1 =
    'foreword: 1\nname: kestrel\nlevels: { all: { budget: 900 } }\ndefault_level: all\nceiling: 900\nsections:\n  soul: { sources: ["file:README.md"] }\n'

  it('stays, and is shown before it is trusted', () => {
    fakeClaude(world, 'arrives')
    world.write(join(repo, own), text1)
    const unasked = setup()
    expect(unasked.code).toBe(3)
    expect(unasked.out).toContain('kestrel: not trusted\n')
    expect(unasked.out).toMatch(/reads outside the repository +none/)
    expect(world.foreword(['trust', '--show', repo]).out).toContain('kestrel: not trusted')
    const { done, manifest } = document(setup('--yes', '--json'))
    expect(done.map(({ what }: { what: string }) => what)).toEqual([
      `trusted ${own}`,
      expect.stringContaining('added hooks'),
    ])
    expect(manifest).toEqual({ path: own, state: 'kept', text: null })
    expect(text(repo, own)).toBe(text1)
  })

  it('that is faulty is refused before anything is changed', () => {
    fakeClaude(world, 'arrives')
    world.write(join(repo, own), 'nonsense: 1\n')
    expect(setup('--yes')).toMatchObject({ code: 3, err: expect.stringContaining('manifest.yaml:1:1') })
    expect(snapshot(home)).toEqual({})
  })
})

describe('nothing is changed', () => {
  it.each([['--dry-run'], ['--dry-run', '--json'], []])('with the options %j', (...options) => {
    fakeClaude(world, 'arrives')
    const before = [snapshot(home), snapshot(repo)]
    const { code, out, err } = setup(...options)
    expect(code).toBe(options.length === 0 ? 3 : 0)
    expect(err).toBe(
      options.length === 0
        ? 'Nothing was changed: foreword has no terminal to ask on. Use --yes to do what is shown.\n'
        : '',
    )
    expect(out).toContain('Kestrel runs jobs on a schedule')
    expect([snapshot(home), snapshot(repo)]).toEqual(before)
  })

  it('without a terminal, as a document', () => {
    const ran = setup('--json')
    expect([ran.code, document(ran).outcome]).toEqual([3, 'unasked'])
  })

  it.each([
    ['--yes --dry-run', 2, '--yes and --dry-run exclude each other'],
    [
      '--agent=cluade --yes',
      2,
      'unknown agent "cluade"; agents: claude, codex, gemini, opencode, aider, generic; did you mean "claude"?',
    ],
    ['--agent=aider --yes', 2, 'Aider has no hooks: nothing can be installed. Nothing was changed.'],
    [
      '--agent=codex --yes',
      3,
      'Codex CLI is not on this machine: "codex" is not on PATH. Nothing was changed.',
    ],
    ['nowhere --yes', 3, 'Directory not found: "nowhere".'],
  ])('by "setup %s"', (words, code, message) => {
    world.agent('aider')
    const ran = setup(...words.split(' '))
    expect([ran.code, flat(ran.err)]).toEqual([code, expect.stringContaining(message)])
    expect([snapshot(home), existsSync(join(repo, '.foreword'))]).toEqual([{}, false])
  })

  it('in an empty directory, which has nothing to tell', () => {
    mkdirSync(join(world.dir, 'empty'))
    const { code, err } = world.foreword(['setup', 'empty', '--yes'])
    expect([code, flat(err)]).toEqual([
      3,
      expect.stringMatching(
        /^empty has nothing to tell an agent yet\. Nothing was written\. Write a document first/,
      ),
    ])
    expect(readdirSync(join(world.dir, 'empty'))).toEqual([])
  })

  it('in the home directory, which is not one project', () => {
    world.write(join(home, 'README.md'), '# Home\n\nMine.\n')
    for (const place of [home, '/']) {
      const { code, err } = world.foreword(['setup', place, '--yes'])
      expect([code, err]).toEqual([2, expect.stringContaining('contains your home directory')])
    }
    expect(existsSync(join(home, '.foreword'))).toBe(false)
  })
})

describe('a machine or a directory with less', () => {
  it('without an agent gets a manifest, and a word about agents', () => {
    const { code, out } = setup('--yes')
    keepsToTheScreen(out, 'setup')
    expect(code).toBe(0)
    expect(out).toContain('No coding agent with hooks is on PATH, so no hooks are added.\n')
    expect(out).toMatch(/Next:\n {2}foreword explain \.\n[\s\S]* {2}foreword setup\n/)
    expect(existsSync(join(repo, own))).toBe(true)
    expect(snapshot(home)).toEqual({ [Object.keys(snapshot(home))[0]!]: expect.stringContaining('kestrel') })
  })

  it('without git is a project, too', () => {
    rmSync(join(repo, '.git'), { recursive: true })
    const { code, out } = setup('--dry-run')
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Not in a git repository: the directory itself is the project.'),
    ])
  })

  it('installs only into the agents that are named', () => {
    fakeClaude(world, 'arrives')
    fakeCodex(world, 'trusted')
    setup('--yes', '--agent=claude')
    expect([existsSync(join(home, '.claude')), existsSync(join(home, '.codex'))]).toEqual([true, false])
  })
})

describe('a refusal in the middle', () => {
  it('says what was done and how to undo it: trust that cannot be stored', () => {
    fakeClaude(world, 'arrives')
    world.write(join(home, '.config/foreword'), 'a file where a directory should be')
    const { code, out } = setup('--yes')
    expect(code).toBe(3)
    expect(out).toContain(`✓ wrote ${own}\n`)
    expect(flat(out)).toMatch(/Stopped: .* Undo: delete \.foreword\/manifest\.yaml to remove the manifest\./)
    expect(existsSync(join(home, '.claude'))).toBe(false)
    rmSync(join(home, '.config'), { recursive: true })
    expect(setup('--yes').code).toBe(0)
  })

  it('does not keep other agents from being installed: settings that cannot be read', () => {
    fakeClaude(world, 'arrives')
    fakeCodex(world, 'trusted')
    world.write(join(home, '.codex/hooks.json'), '{ broken')
    const ran = setup('--yes', '--json')
    const { outcome, install, doctor } = document(ran)
    expect([ran.code, outcome]).toEqual([1, 'incomplete'])
    expect(install.agents.map(({ state }: { state: string }) => state)).toEqual(['installed', 'refused'])
    expect(doctor.agents.map(({ agent }: { agent: string }) => agent)).toEqual(['claude'])
    expect(text(home, '.codex/hooks.json')).toBe('{ broken')
    expect(flat(setup('--yes').out)).toContain('✗ Codex CLI: ')
  })

  it('does not write through a link', () => {
    mkdirSync(join(world.dir, 'outside'))
    symlinkSync(join(world.dir, 'outside'), join(repo, '.foreword'))
    expect(setup('--yes').code).toBe(3)
    expect([readdirSync(join(world.dir, 'outside')), snapshot(home)]).toEqual([[], {}])
  })

  it('keeps secrets out of what is shown', () => {
    world.write(join(repo, 'README.md'), `# kestrel\n\nThe token is ${secrets.github} for now.\n`)
    const { out } = setup('--yes')
    expect(out).toContain('The token is')
    expect(out).not.toContain(secrets.github)
  })
})

const terminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

describe.skipIf(!terminals)('a person at a terminal (with script of util-linux)', () => {
  const typing = (words: string) => {
    const command = `"${process.execPath}" "${binary}" setup "${repo}"`
    const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
      input: words,
      env: { ...world.env, TERM: 'xterm', NO_COLOR: '1', SHELL: '/bin/sh' },
      encoding: 'utf8',
    })
    return { code: ran.status, out: ran.stdout.replaceAll('\r', '') }
  }

  it.each([
    ['y\n', true],
    ['\n', true],
    ['n\n', false],
    ['what\n', false],
    ['\u0004', false],
  ])('who types %j decides once about everything', (words, written) => {
    fakeClaude(world, 'arrives')
    const { code, out } = typing(words)
    expect([code, existsSync(join(repo, own)), existsSync(join(home, '.claude'))]).toEqual([
      written ? 0 : 1,
      written,
      written,
    ])
    expect(out.split(`Write and trust ${own}, add hooks to Claude Code? [Y/n] `)).toHaveLength(2)
    if (written) expect(out).toContain('running Claude Code with a model of our own')
    else expect(out).toContain('Nothing was changed.')
  })

  it('does not trust a manifest of others with an empty line', () => {
    world.write(
      join(repo, own),
      'foreword: 1\nname: a\nlevels: { all: { budget: 900 } }\ndefault_level: all\nceiling: 900\nsections:\n  soul: { sources: ["file:README.md"] }\n',
    )
    expect(typing('\n')).toMatchObject({ code: 1, out: expect.stringContaining(`Trust ${own}? [y/N] `) })
    expect(typing('y\n').code).toBe(0)
    fakeClaude(world, 'arrives')
    expect(typing('\n')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Add hooks to Claude Code? [Y/n] '),
    })
  })
})
