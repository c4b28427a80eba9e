// The repository is given as a path, with --repo, or not at all: then it is the project around the current directory.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, World } from './program.ts'

let world: World
let repo: string
let below: string
beforeAll(() => {
  world = new World()
  repo = world.repository({ 'docs/ANCHORS.md': '# Anchors\n\nBooks.\n' }, 'shop')
  below = join(repo, 'src/deep')
  mkdirSync(below, { recursive: true })
  world.agent('claude', 'cat > /dev/null; echo done')
  expect(world.foreword(['assemble', repo, 'standard', join(world.dir, 'first'), at]).code).toBe(0)
})
afterAll(() => world.remove())

const plain = (text: string) => text.replace(/INJ-[\w-]+/g, 'ID').replace(/sha256:\w+/g, 'DIGEST')

describe('the repository', () => {
  it.each([
    ['explain', [at]],
    ['plugins', []],
    ['load', ['--task=books', '--quiet']],
    ['log', []],
    ['context', []],
    ['report', []],
    ['verify', []],
    ['sessions', []],
    ['memory list', []],
    ['memory prune', ['--expired']],
    ['store stats', []],
    ['store prune', ['--older-than=90d', '--dry-run']],
    ['trust', ['--show']],
    ['init', ['--dry-run']],
    ['knowledge build', ['--dry-run']],
  ])('is a path, --repo, or the one around for %s', (name, more) => {
    const words = name.split(' ')
    const elsewhere = { cwd: join(world.dir, 'home') }
    const run = (args: string[], call: { cwd: string }) => {
      const { code, out, err } = world.foreword([...words, ...args, ...more], call)
      return { code, out: plain(out), err }
    }
    const around = run([], { cwd: below })
    expect([around.code, around.err]).toEqual([0, ''])
    expect(run([repo], elsewhere)).toEqual(around)
    expect(run([`--repo=${repo}`], elsewhere)).toEqual(around)
    expect(run(['--repo', '../..'], { cwd: below })).toEqual(around)
  })

  it.each([
    ['explain a level', ['explain', 'full', at], 'Level full'],
    ['explain a number', ['explain', '1300', at], 'Level 1300'],
    ['explain a level by --repo', ['explain', '--repo=../..', 'full', at], 'Level full'],
    ['explain a path and a level', ['explain', '../..', 'full', at], 'Level full'],
    ['explain a path', ['explain', '../..', at], 'Level standard'],
    ['load by its older option', ['load', '--project-dir', '../..', '--task=books', '--explain'], 'Task:'],
  ])('may be left out: %s', (_, args, text) => {
    const { code, out, err } = world.foreword(args, { cwd: below })
    expect([code, err]).toEqual([0, expect.any(String)])
    expect(out).toContain(text)
  })

  it.each([
    ['a level and a directory', ['minimal', 'one']],
    ['a directory', ['two']],
    ['a directory that assemble has made', ['two']],
    ['--repo and a directory that exists', ['--repo=../..', '.']],
    ['--repo, a level and a directory', ['full', 'three', '--repo=../..']],
  ])('may be left out of assemble before %s', (_, words) => {
    const { code, err } = world.foreword(['assemble', ...words, at], { cwd: below })
    expect([code, err]).toEqual([0, ''])
    const output = words.filter((word) => !word.startsWith('--')).at(-1)!
    expect(existsSync(join(below, output, 'context.md'))).toBe(true)
  })

  it.each([
    [['explain', 'fulll'], 2, 'Did you mean "full"?'],
    [['explain', 'nowhere-at-all'], 3, 'Directory not found: "nowhere-at-all"'],
    [['log', '../..', '--repo=.'], 2, 'unexpected argument "../.."'],
    [['log', '--repo', ''], 2, '--repo needs a value'],
    [['load', '--repo=.', '--project-dir=.'], 2, '--repo and --project-dir exclude each other'],
    [['assemble', '../..'], 2, '"../.." is read as the repository'],
    [['assemble', 'full'], 2, '"full" is read as the level'],
    [['context', 'shwo'], 2, 'Did you mean "context show"?'],
    [['dispatch', '../..', '--executor=claude'], 2, '<task> is missing: "../.." is read as the repository'],
    [['dispatch', '--executor=claude'], 2, '<task> is missing'],
    [['dispatch', 'A task', '--clean'], 3, 'Directory not found'],
    [['dispatch', 'A task', '--clean', '--repo=.'], 2, '--clean takes no task'],
  ])('is not guessed: %j', (args, code, message) => {
    const ran = world.foreword(args, { cwd: below })
    expect([ran.code, ran.out]).toEqual([code, ''])
    expect(ran.err).toContain(message)
  })

  it.each([
    ['nothing', ['Sell more books'], 'Sell more books', null],
    ['--repo', ['--repo=../..', 'sell'], 'sell', null],
    ['nothing, and a level follows', ['Sell more books', '--context', 'full'], 'Sell more books', 'full'],
    ['--repo, and a level follows', ['--repo=../..', 'sell', '--context', 'full'], 'sell', 'full'],
    ['a path, and the task follows --context', ['../..', '--context', 'sell'], 'sell', 'standard'],
  ])('is given to dispatch by %s', (_, words, task, level) => {
    const { code, out } = world.foreword(
      ['dispatch', ...words, '--executor=claude', `--runs-dir=${world.runs}`],
      { cwd: below },
    )
    expect(code).toBe(0)
    expect(world.called('claude')!.stdin).toContain(task)
    expect(/level: (\w+)/.exec(out)?.[1] ?? null).toBe(level)
  })
})
