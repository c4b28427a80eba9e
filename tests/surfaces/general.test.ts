import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, binary, json, World } from './program.ts'

let world: World
let repo: string
beforeAll(() => {
  world = new World()
  repo = world.project()
})
afterAll(() => world.remove())

const names = ['dispatch', 'assemble', 'explain', 'scrub', 'init']
const version = json(binary, '../../package.json').version

describe('help', () => {
  it.each(names)('for %s shows usage, options, examples and exit codes', (name) => {
    const { code, out, err } = world.foreword([name, '--help'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Usage: foreword ${name} .*\\[options\\].*\\n`))
    for (const title of ['Options:', 'Examples:', 'Exit codes:']) expect(out).toContain(`\n${title}\n`)
    expect(out).toContain(`\n  foreword ${name} `)
    expect(world.foreword(['help', name]).out).toBe(out)
    expect(world.foreword([name, '-h']).out).toBe(out)
  })

  it('Z-122 for dispatch describes --context', () => {
    const { out } = world.foreword(['dispatch', '--help'])
    expect(out).toContain('--context[=LEVEL]')
    expect(out.replace(/\s+/g, ' ')).toContain('minimal, standard (default), full, a number, off')
  })

  it('lists every command', () => {
    const { code, out } = world.foreword(['--help'])
    expect(code).toBe(0)
    for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'))
    for (const flag of ['help', '-h']) expect(world.foreword([flag]).out).toBe(out)
  })

  it('is shown with exit code 2 when nothing is asked for', () => {
    expect(world.foreword([])).toMatchObject({ code: 2, out: expect.stringContaining('Usage: foreword') })
  })

  it.each(['--version', '-v', 'version'])('%s prints the version and nothing else', (word) => {
    expect(world.foreword([word])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })
})

describe('a word that is not understood', () => {
  it.each([
    ['a command', ['dispach'], 'Unknown command "dispach". Did you mean "dispatch"?'],
    ['a command far from all', ['xyzzy'], 'Unknown command "xyzzy".\nCommands: dispatch, assemble'],
    ['an option', ['explain', '.', '--debgu'], 'unknown option "--debgu"; did you mean --debug?\n'],
    ['an option with a value', ['explain', '.', '--prest=x'], 'did you mean --preset?\n'],
    ['a short option', ['explain', '.', '-j'], 'unknown option "-j"'],
    ['an argument too many', ['explain', '.', 'full', 'x'], 'unexpected argument "x"'],
    ['an argument too few', ['show'], '<injection> is missing: The injection'],
    ['a value for a switch', ['explain', '.', '--json=1'], '--json takes no value'],
    ['a switch for a value', ['explain', '.', '--preset'], '--preset needs a value: --preset=NAME'],
    [
      'a time',
      ['explain', '.', '--now=yesterday'],
      '--now must be a day or a time with a zone (ISO 8601), not "yesterday"',
    ],
    ...[
      '01/02/2026',
      '2026',
      'Jan 3 2026',
      '2026-01-03T18:30',
      '2026-02-30',
      '2026-13-01',
      '2026-01-03T25:00Z',
    ].map((time): [string, string[], string] => [
      `the time ${time}`,
      ['explain', '.', `--now=${time}`],
      `--now must be a day or a time with a zone (ISO 8601), not "${time}"`,
    ]),
    ['a root', ['explain', '.', '--root=zeos'], '--root must look like NAME=VALUE'],
    ['an agent', ['explain', '.', '--executor=nope'], 'unknown agent "nope"; agents: claude, codex'],
    ['two agents', ['explain', '.', '--executor=claude,codex'], 'unknown agent "claude,codex"; agents:'],
    ['an agent of assemble', ['assemble', '.', 'out', '--executor=nope'], 'unknown agent "nope"; agents:'],
  ])('is answered with what was meant: %s', (_, args, message) => {
    const { code, out, err } = world.foreword(args, { cwd: repo })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(err).toContain('--help')
  })
})

describe('a time', () => {
  it.each([
    ['2026-01-03', '2026-01-03T00:00:00Z'],
    ['2026-01-03T18:30Z', '2026-01-03T18:30:00Z'],
    ['2026-01-03T18:30:05.25+02:00', '2026-01-03T16:30:05Z'],
  ])('is a day, or a time with its zone: %s', (time, timestamp) => {
    const { out } = world.foreword(['explain', repo, '--json', `--now=${time}`])
    expect(JSON.parse(out).receipt.timestamp).toBe(timestamp)
  })
})

describe('an escape sequence of a stranger', () => {
  const clearing = '\u001b[2J\u009b\u202e'
  const hostile = () =>
    world.project(
      {
        'session-journals/2026-01-02-001-cart.md': null,
        [`session-journals/2026-01-02-${clearing}\n.md`]: `Status: ${clearing}odd\n\nText\tof ${clearing} it.\n`,
      },
      'hostile/shop',
    )
  const seen = /[^\n\t\P{Cc}]|\p{Cf}/u

  it.each([
    ['explain', ['--debug']],
    ['explain', [`--task=Do ${clearing}`]],
    ['assemble', ['full', 'out-hostile', '--debug']],
    ['explain', [`${clearing}`]],
    ['explain', [`--${clearing}`]],
    ['explain', ['--manifest', `${clearing}.yaml`]],
  ])('does not reach the terminal from %s %j', (command, args) => {
    const { out, err } = world.foreword([command, hostile(), ...args, at])
    expect(out + err).toContain('?')
    expect(out + err).not.toMatch(seen)
  })

  it('T11 is not in the packet, which says so', () => {
    const root = hostile()
    world.foreword(['assemble', root, 'full', 'out-hostile', at])
    const written = readFileSync(join(world.dir, 'out-hostile/context.md'), 'utf8')
    const { packet, receipt } = JSON.parse(world.foreword(['explain', root, 'full', '--json', at]).out)
    // The last escape sequence consumes the next letter.
    expect(written).toContain('Text\tof t.')
    expect(written).not.toMatch(seen)
    expect(packet.length).toBe(written.length)
    const said = receipt.diagnostics.find(({ code }: { code: string }) => code === 'hidden-text')
    expect(said).toMatchObject({ section: 'journal', severity: 'warning' })
  })
})

describe('a manifest with a fault', () => {
  const base = 'foreword: 1\nname: own\nextends: preset:outpost\n'
  it.each([
    ['an unknown key', 'secions:\n  x: 1\n', '4:1: secions: unknown key "secions"; did you mean "sections"?'],
    [
      'an unknown key below',
      'sections:\n  soul:\n    haeding: X\n',
      '6:5: sections.soul.haeding: unknown key',
    ],
    ['a wrong value', 'levels:\n  minimal: { budget: many }\n', '5:22: levels.minimal.budget: '],
    [
      'a wrong name',
      'default_level: fulll\n',
      '4:16: default_level: unknown level "fulll"; did you mean "full"? (known:',
    ],
    [
      'a wrong rule',
      'redact:\n  add: [published-hex-4]\n',
      'unknown redaction rule "published-hex-4"; did you mean "published-hex-40"?',
    ],
    [
      'a wrong scheme',
      'sections:\n  soul:\n    sources: [http://x]\n',
      'has an unknown scheme (schemes: file:',
    ],
    ['broken YAML', 'levels: [\n', 'not valid YAML'],
  ])('is refused with file, line, column, key and fix: %s', (_, fault, message) => {
    const own = world.project({ '.foreword/manifest.yaml': base + fault }, 'faulty')
    const { code, out, err } = world.foreword(['explain', own])
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/^\.foreword\/manifest\.yaml:\d+:\d+: /)
    expect(err).toContain(message)
  })

  it.each([
    ['a preset', ['--preset=nope'], 'Unknown preset: "nope"'],
    ['a file', ['--manifest=nope.yaml'], 'Cannot read the manifest'],
    ['a repository', ['--preset=outpost', '--', 'nowhere'], 'Directory not found: "nowhere"'],
  ])('or %s that is not there is refused with what to do', (_, options, message) => {
    const args = options.includes('--') ? options : [repo, ...options]
    const { code, err } = world.foreword(['explain', ...args])
    expect([code, err.split('\n').length]).toEqual([3, 3])
    expect(err).toContain(message)
  })
})

describe('a pipe that is closed early', () => {
  it.each([
    ['explain', `explain shop full --debug ${at}`],
    ['explain --json', 'explain shop full --json'],
    ['help', 'dispatch --help'],
    ['scrub of a long text', 'scrub big.txt'],
    ['scrub --check', 'scrub --check leaks.txt'],
  ])('does not crash %s', (_, line) => {
    world.write(join(world.dir, 'big.txt'), 'line\n'.repeat(200_000))
    const leak = ['xoxb', '263594206564', '2343594206574', 'FGqddMF8t08v8N7Oq4i57vs1'].join('-')
    world.write(join(world.dir, 'leaks.txt'), `${leak}\n`.repeat(20_000))
    const { code, out, err } = world.shell(`foreword ${line} | head -1`)
    expect([code, err.replace(/^\d+ findings in 1 file \(1 file\)\.\n/, '')]).toEqual([0, ''])
    expect(out.split('\n')).toHaveLength(2)
  })
})

describe('an old Node', () => {
  const old = systemNode()

  it.skipIf(old === null)('is told in one line (skipped where the system has no Node below 24)', () => {
    const line = `"${old}" "${binary}" --version`
    const { code, out, err } = world.shell(line)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^foreword needs Node 24 or newer; this is Node \d+\.\d+\.\d+\.\n$/)
  })

  /** Skips the one in node_modules, which comes first on PATH under npx. */
  function systemNode(): string | null {
    for (const file of ['/usr/bin/node', '/usr/local/bin/node', '/bin/node']) {
      try {
        const major = Number(/^v(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1])
        if (major < 24) return file
      } catch {
        // Not in this directory: try the next.
      }
    }
    return null
  }
})

describe('a directory that is gone', () => {
  it('is told in two lines, and nothing is done', () => {
    const gone = join(world.dir, 'gone')
    const line = `mkdir "${gone}" && cd "${gone}" && rmdir "${gone}" && "${process.execPath}" "${binary}" load --project-dir "${repo}"`
    const err = 'The current directory was deleted.\nChange to an existing directory.\n'
    expect(world.shell(line)).toEqual({ code: 3, out: '', err })
  })
})
