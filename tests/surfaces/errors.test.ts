// A failure as a script sees it: the exit code, the document of --json, and standard error with --quiet.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorOutput } from '../../src/surfaces/cli/error-output.ts'
import { at, binary, World } from './program.ts'

let world: World
let repo: string
beforeAll(() => {
  world = new World()
  repo = world.project()
})
afterAll(() => world.remove())

const leak = `xoxb-${'263594206564-2343594206574'}-FGqddMF8t08v8N7Oq4i57vs1\n`

describe('an error with --json', () => {
  it.each([
    ['an unknown command', ['explian', '--json'], 2, 'usage'],
    ['a command that does not exist in its group', ['memory', 'ad', '--json'], 2, 'usage'],
    ['a group without a command', ['memory', '--json'], 2, 'usage'],
    ['an unknown option', ['log', '--json', '--sicne=2d'], 2, 'usage'],
    ['a missing argument', ['show', '--json'], 2, 'usage'],
    ['an unknown agent', ['doctor', 'cluade', '--json'], 2, 'usage'],
    ['an unknown level', ['explain', '.', 'fulll', '--json'], 2, 'unknown-level'],
    ['an unknown preset', ['explain', '.', '--preset=outpots', '--json'], 3, 'manifest-missing'],
    ['a missing directory', ['explain', 'nowhere/at/all', '--json'], 3, 'repo-missing'],
    ['an injection that was never made', ['show', '@12', '--json'], 3, 'not-recorded'],
    ['two forms of output', ['scrub', '--sarif', '--json'], 2, 'usage'],
    ['an option of a command without --json', ['mcp', '--json'], 2, 'usage'],
  ])('is one document on standard output: %s', (_, args, exit, code) => {
    const ran = world.foreword(args, { cwd: repo })
    const { error } = errorOutput(z).parse(JSON.parse(ran.out))
    expect([ran.code, ran.err]).toEqual([exit, ''])
    expect(error).toMatchObject({ code, exit_code: exit, message: expect.stringMatching(/\w/) })
    const plain = world.foreword(
      args.filter((word) => word !== '--json'),
      { cwd: repo },
    )
    if (!['mcp', 'scrub'].includes(args[0]!) && args.length > 2)
      expect(plain).toEqual({ code: exit, out: '', err: `${error.message}\n${error.fix}\n` })
  })

  it('is text where --json belongs to another program', () => {
    const { code, out, err } = world.foreword(['bisect', '@1', '--', 'test', '--json'], { cwd: repo })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('<bad> is missing')
  })

  it('escapes what a stranger wrote', () => {
    const { out } = world.foreword(['\u001b[2J', '--json'])
    expect(out).not.toContain('\u001b')
    expect(JSON.parse(out).error.message).toContain('\u001b[2J')
  })

  it('tells that the current directory was deleted', () => {
    const gone = join(world.dir, 'gone')
    const line = `mkdir "${gone}" && cd "${gone}" && rmdir "${gone}" && "${process.execPath}" "${binary}" log --json`
    const { code, out, err } = world.shell(line)
    expect([code, err]).toEqual([3, ''])
    expect(JSON.parse(out).error).toMatchObject({ code: 'repo-missing', fix: expect.any(String) })
  })
})

describe('--quiet', () => {
  it.each([
    ['a warning', (quiet: string[]) => ['assemble', repo, '2500', 'out-quiet', at, ...quiet], 0],
    ['decisions', (quiet: string[]) => ['assemble', repo, 'full', 'out-quiet', '--debug', at, ...quiet], 0],
    ['a summary', (quiet: string[]) => ['scrub', '--check', 'clean.txt', ...quiet], 0],
  ])('prints no %s, and the same result', (_, args, code) => {
    world.write(join(world.dir, 'clean.txt'), 'nothing\n')
    const loud = world.foreword(args([]))
    const quiet = world.foreword(args(['--quiet']))
    expect(loud.err).not.toBe('')
    expect(quiet).toMatchObject({ code, err: '' })
    expect(quiet.out === '').toBe(loud.out === '')
  })

  it('keeps a refusal', () => {
    const { code, err } = world.foreword(['explain', repo, 'fulll', '--quiet'])
    expect([code, err]).toEqual([2, expect.stringContaining('Unknown level: fulll')])
  })

  it('keeps the file that could not be read, and not the count of findings', () => {
    world.write(join(world.dir, 'leak.txt'), leak)
    const args = ['scrub', '--check', 'leak.txt', 'absent.txt']
    const { code, err } = world.foreword([...args, '--quiet'])
    expect([code, err.split('\n').filter((line) => line.includes('absent.txt')).length]).toEqual([3, 1])
  })

  it('keeps the reason of a failed command', () => {
    const bare = world.repository({ 'README.md': '# Shop\n\nBooks.\n' }, 'unasked')
    const { code, err } = world.foreword(['init', bare, '--quiet'])
    expect([code, err]).toEqual([3, expect.stringContaining('Use --yes to write')])
  })

  it('is in the help of every command', () => {
    for (const name of ['log', 'memory add', 'hook'])
      expect(world.foreword([...name.split(' '), '-h']).out).toMatch(/^ {2}--quiet .*\n.*\n?.*-h, --help/m)
  })
})

describe('a name with a slip', () => {
  it.each([
    ['an agent', ['explain', '.', '--executor=cluade'], 'did you mean "claude"?'],
    ['an agent as an argument', ['doctor', 'codx'], 'did you mean "codex"?'],
    ['an agent of dispatch', ['dispatch', '.', 'x', '--executor=gemni'], 'did you mean "gemini"?'],
    ['an agent of the log', ['log', '--agent=cluade'], 'did you mean "claude"?'],
    ['a subcommand', ['memory', 'ad'], 'Did you mean "memory add"?'],
    ['a subcommand alone', ['export'], 'Did you mean "store export"?'],
    ['an option', ['log', '--sinc=2d'], 'did you mean --since?'],
    ['an option of all commands', ['log', '--quite'], 'did you mean --quiet?'],
    ['a choice', ['log', '--outcome=faild'], 'did you mean "failed"?'],
    ['a level', ['explain', '.', 'fulll'], 'Did you mean "full"?'],
    ['a preset', ['explain', '.', '--preset=outpots'], 'Did you mean "outpost"?'],
    ['a command in a question for help', ['help', 'explian'], 'Did you mean "explain"?'],
  ])('is answered with what was meant: %s', (_, args, message) => {
    const { out, err } = world.foreword(args, { cwd: repo })
    expect(out + err).toContain(message)
  })
})
