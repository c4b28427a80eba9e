import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'

let engine: Asking
const ids: string[] = []

/** Five packets in a row. The fourth changes two sections at once. */
beforeAll(() => {
  engine = new Asking(own)
  const steps: Record<string, string>[] = [
    {},
    { 'NOTES.md': 'The cart is done.\n' },
    { 'SOUL.md': 'I am a shop.\nI sell tea.\n' },
    { 'rules/b.md': 'Rule B: force-push at will\n', 'NOTES.md': 'The checkout is done.\n' },
    { 'NOTES.md': 'All is done.\n' },
  ]
  for (const step of steps) {
    engine.write(step)
    ids.push(engine.inject('standard').id)
  }
})
afterAll(() => engine.remove())

const fine = ['sh', '-c', '! grep -q "force-push at will"']

describe('bisect', () => {
  it('names the first injection with which it fails, the section and the file', () => {
    const answer = engine.ask('bisect', '@1', '@5', '--', ...fine)
    expect(answer.first_bad).toMatchObject({ injection_id: ids[3], seq: 4 })
    expect(answer.culprit).toMatchObject({ section: 'rules', change: 'changed' })
    const { before, after } = answer.culprit.sources
    const changed = after.filter(
      (source: { path: string; digest: string }, i: number) => before[i].digest !== source.digest,
    )
    expect(changed.map((source: { path: string }) => source.path)).toEqual(['rules/b.md'])
    expect(answer.note).toBeNull()
    expect(answer.command).toEqual(fine)
  })

  it('shows people each try, and the change as a diff', () => {
    const page = engine.read('bisect', ids[0]!, 'latest', '--', ...fine)
    expect(page).toContain(`The first injection that fails is ${ids[3]} (entry`)
    expect(page).toContain('This change makes the command fail:\nrules: changed, ')
    expect(page).toContain('-Rule B: no force-push\n+Rule B: force-push at will\n')
    expect(page).toMatch(/^✓ +good: .* exit code 0\n! +bad: .* exit code 1\n/)
  })

  it('gives the command the packet on standard input and in a file that only its owner can read', () => {
    const seen = `${engine.world.dir}/seen`
    const script = `cat > '${seen}'; cmp -s '${seen}' "$FOREWORD_PACKET" || exit 9; ls -l "$FOREWORD_PACKET" | cut -c1-10 > '${seen}.mode'; ! grep -q tea '${seen}'`
    const answer = engine.ask('bisect', '@1', '@3', '--', 'sh', '-c', script)
    expect(answer.first_bad.seq).toBe(3)
    expect(answer.tries.every(({ exit_code }: { exit_code: number }) => exit_code <= 1)).toBe(true)
    expect(engine.world.shell(`cat '${seen}.mode'`).out).toBe('-rw-------\n')
  })

  it('says that it takes two changes together', () => {
    const both = 'packet=$(cat); case $packet in *"at will"*"checkout is done"*) exit 1;; esac'
    const { culprit, note, first_bad } = engine.ask('bisect', '@3', '@4', '--', 'sh', '-c', both)
    expect([culprit, first_bad.seq]).toEqual([null, 4])
    expect(note).toBe('Several changes together make it fail: notes alone passes, but fails after rules.')
  })

  it('goes backwards as well', () => {
    const { first_bad, culprit } = engine.ask('bisect', '@5', '@1', '--', 'grep', '-q', 'at will')
    expect([first_bad.seq, culprit.section]).toEqual([3, 'rules'])
  })

  it('tries each packet once', () => {
    const { tries } = engine.ask('bisect', '@1', '@5', '--', ...fine)
    const names = tries.map(({ what }: { what: string }) => what)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeLessThanOrEqual(7)
  })

  it.each([
    ['the good one fails', ['@4', '@5'], fine, 'must pass with the good injection, but it fails with INJ-'],
    ['the bad one passes', ['@1', '@3'], fine, 'must fail with the bad injection, but it passes with INJ-'],
    [
      'there is no such program',
      ['@1', '@5'],
      ['no-such-program'],
      'Program not found on PATH: "no-such-program".',
    ],
    ['the command cannot tell', ['@1', '@5'], ['sh', '-c', 'exit 125'], 'ended with 125'],
    ['both are the same', ['@1', '@1'], fine, 'are the same packet'],
    ['there is no such injection', ['@1', '@99'], fine, 'Entry 99 was not found'],
  ])('refuses where %s', (_, ends, command, message) => {
    const err = engine.run('bisect', ...ends, '--', ...command)
    expect([err.out, err.err.replaceAll('\n', ' ')]).toEqual(['', expect.stringContaining(message)])
    expect([2, 3]).toContain(err.code)
  })

  it('needs a command', () => {
    expect(engine.refused(2, 'bisect', '@1', '@5')).toContain('command')
    expect(engine.refused(2, 'bisect', '@1', '@5', '--')).toContain('command')
  })

  it('finds a section that came, and one that went', () => {
    engine.write({ 'EXTRA.md': 'Be rude\n' })
    engine.inject('standard', '--flag=more')
    const came = engine.ask('bisect', 'latest~1', 'latest', '--', 'sh', '-c', '! grep -q rude')
    expect(came.culprit).toMatchObject({ section: 'extra', change: 'added' })
    engine.inject('standard')
    const went = engine.ask('bisect', 'latest~1', 'latest', '--', 'grep', '-q', 'rude')
    expect(went.culprit).toMatchObject({ section: 'extra', change: 'removed' })
  })

  it('says that only the text around the sections makes it fail', () => {
    engine.write({ '.foreword/manifest.yaml': manifest().replace('render: {', 'render: { tag: other,') })
    engine.inject('standard')
    const { culprit, note } = engine.ask(
      'bisect',
      'latest~1',
      'latest',
      '--',
      'sh',
      '-c',
      '! grep -q "</other>"',
    )
    expect(culprit).toBeNull()
    expect(note).toContain('only the text around the sections')
  })

  it('leaves no file behind, however it ends', () => {
    const { world, repo } = engine
    const temporary = join(world.dir, 'tmp')
    mkdirSync(temporary)
    for (const [command, code] of [
      [fine, 0],
      [['sh', '-c', 'test -d "$(dirname "$FOREWORD_PACKET")" && exit 125'], 2],
      [['sh', '-c', 'kill -9 $$'], 2],
    ] as const) {
      const args = ['bisect', '@1', '@5', '--', ...command]
      expect(world.foreword(args, { cwd: repo, env: { TMPDIR: temporary } }).code).toBe(code)
      expect(readdirSync(temporary)).toEqual([])
    }
  })
})
