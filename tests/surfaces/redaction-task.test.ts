import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, text, World } from './program.ts'
import { drawn } from './redaction-samples.ts'

let world: World
let repo: string
beforeAll(() => {
  world = new World()
  repo = world.project()
})
beforeEach(() => world.agent('claude'))
afterAll(() => world.remove())

const token = `ghp_${drawn(61, 36)}`
const password = drawn(62)

/** The result of a task: files of the run, the agent's prompt, and all output. */
function dispatched(task: string, options: readonly string[] = [], from = repo) {
  const { run, ...ran } = world.dispatch(from, ['--executor=claude', at, ...options], task)
  expect(ran.code, ran.err).toBe(0)
  const { stdin, argv } = world.called('claude')!
  return { ...ran, run, stdin, argv, task: text(run, 'task.md'), prompt: text(run, 'prompt.md') }
}

describe('a secret in a task', () => {
  it.each([
    ['a token', `Deploy with ${token} now\n`, 'Deploy with [REDACTED] now\n', 'github-personal-token'],
    ['a password', `Log in, password: "${password}"!`, 'Log in, password: "[REDACTED]"!', 'assigned-secret'],
  ])('T17 is replaced, and the warning names the rule: %s', (_, task, clean, rule) => {
    const sent = dispatched(task)
    expect([sent.task, sent.prompt, sent.stdin]).toEqual([clean, clean, clean])
    expect(sent.err).toContain(
      `foreword: warning: the task contained a secret (${rule}), which was replaced; --keep-secrets sends it unchanged\n`,
    )
    expect(world.shell(`grep -rlE '${token}|${password}' . `).out).toBe('')
  })

  it('T17 is replaced before the context comes in front of it', () => {
    const sent = dispatched(`Deploy with ${token} now`, ['--context'])
    expect(sent.stdin).toMatch(/<task>\nDeploy with \[REDACTED\] now\n<\/task>\n$/)
    expect(sent.stdin).toBe(sent.prompt)
    expect(sent.task).toBe('Deploy with [REDACTED] now')
  })

  it('T17 is replaced when it comes by standard input', () => {
    const call = { input: `Deploy with ${token}\n`, asProcess: true }
    const { err } = world.dispatch(repo, ['--executor=claude'], '-', call)
    expect(world.called('claude')!.stdin).toBe('Deploy with [REDACTED]\n')
    expect(err).toContain('the task contained a secret')
  })

  it('T17 is replaced when it is a value of the project’s settings', () => {
    const engine = world.project({ '.env': 'DB_PASSWORD=correct-horse-staple\n' }, 'with-settings')
    const sent = dispatched('Log in with correct-horse-staple', [], engine)
    expect(sent.stdin).toBe('Log in with [REDACTED]')
    expect(sent.err).toContain('the task contained a secret (known-value)')
  })

  it('T17 is replaced by the patterns and sets of the manifest too', () => {
    const engine = world.project({}, 'with-patterns')
    const manifest = `foreword: 1\nname: own\nextends: preset:outpost\nredact: { patterns: { ticket: 'TKT-[0-9]{4}' } }\n`
    world.write(join(engine, '.foreword/manifest.yaml'), manifest)
    const sent = dispatched('Look at TKT-1234', ['--context', '--var=app_id=shop'], engine)
    expect(sent.stdin).toContain('Look at [REDACTED]')
    expect(sent.err).toContain('the task contained a secret (ticket)')
  })

  it('T17 is shown by explain as it would be sent', () => {
    const { out, code } = world.foreword(['explain', repo, `--task=Deploy with ${token} now`])
    expect(code).toBe(0)
    expect(out).toContain('Deploy with [REDACTED] now')
    expect(out).not.toContain(token)
  })

  it('is said as a warning beside JSON', () => {
    const { out, err } = dispatched(`Deploy with ${token}`, ['--json'])
    expect(JSON.parse(out)).toBeTruthy()
    expect(err).toContain('the task contained a secret')
  })

  it('is sent byte for byte with --keep-secrets', () => {
    const task = `\tDeploy with ${token}\r\n\u200bnow  \n`
    const sent = dispatched(task, ['--keep-secrets'])
    expect([sent.task, sent.prompt, sent.stdin]).toEqual([task, task, task])
    expect(sent.err).toBe('')
    expect(dispatched(`Use ${token}`, ['--keep-secrets', '--context']).stdin).toContain(`\nUse ${token}\n`)
    expect(world.shell(`grep -rl '${token}' cache '${join(repo, '.foreword')}'`).out).toBe('')
  })
})

describe('a task that is sent with its secret', () => {
  it.each([
    ['a token', token],
    ['a value of the project’s settings', 'correct-horse-staple'],
  ])('T18 leaves no digest of it in the record: %s', (_, task) => {
    const engine = world.project({ '.env': 'DB_PASSWORD=correct-horse-staple\n' }, 'with-digests')
    dispatched(task, ['--keep-secrets'], engine)
    const { out } = world.foreword(['store', 'export', `--repo=${engine}`])
    expect(out).toContain('"task_digest')
    expect(out).not.toContain(createHash('sha256').update(task).digest('hex'))
  })
})

describe('a task without a secret', () => {
  it.each([
    ['odd spaces and line ends', '\ufeff  Fix\tit\r\n\r\n "now"  \n\n'],
    ['emoji and Persian', 'Fix 👨‍👩‍👧 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿 می‌خواهم'],
    ['hidden characters', 'Fix\u200b it \u202enow'],
    ['the id of a commit', `Revert ${'0123456789abcdef'.repeat(3).slice(0, 40)}`],
    ['role marks', 'Explain what <|im_start|> and <system> do'],
    ['a marker', 'Why does it say [REDACTED]?'],
  ])('Z-01 is sent byte for byte with %s', (_, task) => {
    const sent = dispatched(task)
    expect([sent.task, sent.prompt, sent.stdin, sent.err]).toEqual([task, task, task, ''])
  })

  it('Z-01 keeps its line ends and spaces around a secret that is replaced', () => {
    const sent = dispatched(`  Fix\tit\r\n with ${token}  \r\n`)
    expect(sent.stdin).toBe('  Fix\tit\r\n with [REDACTED]  \r\n')
  })
})
