import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { samples } from '../../src/core/session/outcome/samples.fixture.ts'
import { binary, json, secrets, text, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.repository()
})
afterEach(() => world.remove())

/** A fake agent that prints the recorded output of a real one. */
function agent(name: string, title: string, body = ''): void {
  const { printed } = samples.find((sample) => sample.title === title)!
  const file = (kind: string, content = '') => {
    const path = join(world.dir, `${name}-${kind}`)
    world.write(path, content)
    return path
  }
  const [out, errors] = [file('out', printed.out), file('errors', printed.errors)]
  world.agent(name, `${body}\ncat '${out}'; cat '${errors}' >&2`)
}

describe('the final message of an agent', () => {
  it.each([
    ['claude', 'claude that is done', 'bb1ffd54', 'claude-opus-5-5'],
    ['codex', 'codex that is done, with a notice', '01a1e4fb', null],
    ['gemini', 'gemini that is done, with another model before the one that answers', 'a41c115f', 'pro'],
    ['opencode', 'opencode that is done', 'ses_e1b0', null],
  ])('is read from the output of %s, which stays as it is', (name, title, session, model) => {
    agent(name, title)
    const { code, run, out } = world.dispatch(repo, [`--executor=${name}`, '--context', '--json'])
    expect(code).toBe(0)
    const message = 'All done.\n\nNext steps:\n- Add tests'
    expect(JSON.parse(out)[0]).toMatchObject({
      status: 'success',
      session_id: session,
      model,
      message,
      error: null,
    })
    expect(JSON.parse(out)[0].usage.output).toBeGreaterThan(0)
    expect(text(run, 'result.md')).toBe(`${message}\n`)
    expect(json(run, 'result.json')).toMatchObject({ verdict: 'done', session, model })
    expect(json(run, 'summary.json')).toMatchObject({ session_id: session, model })
    expect(text(run, 'output.log')).toBe(text(world.dir, `${name}-out`))
    const { outcome } = JSON.parse(world.foreword(['show', 'latest', '--json'], { cwd: repo }).out)
    expect(outcome).toMatchObject({ run_id: json(run, 'summary.json').run_id, session_id: session, model })
  })

  it('is how the log finds a run, beside what hooks gave in that session', () => {
    agent('claude', 'claude that is done')
    const { run } = world.dispatch(repo, ['--executor=claude', '--context'])
    world.dispatch(repo, ['--executor=claude', '--context=minimal'])
    const output = join(world.dir, 'by-hook')
    expect(world.foreword(['assemble', repo, 'full', output, '--session=bb1ffd54']).code).toBe(0)
    agent('codex', 'codex that is done, with a notice')
    world.dispatch(repo, ['--executor=codex', '--context'])
    const levels = (...options: string[]) =>
      JSON.parse(world.foreword(['log', '--json', ...options], { cwd: repo }).out).injections.map(
        ({ level }: { level: string }) => level,
      )
    expect(levels('--session=bb1ffd54')).toEqual(['full', 'minimal', 'standard'])
    expect(levels('--session=bb1ffd54', '--limit=1')).toEqual(['full'])
    expect(levels(`--session=${json(run, 'summary.json').run_id}`)).toEqual(['standard'])
    expect(levels('--session=01a1e4fb')).toEqual(['standard'])
    expect(levels('--session=bb1ffd5')).toEqual([])
  })

  it.each([
    ['claude', 'claude whose prompt a hook blocked', true],
    ['codex', 'codex whose prompt a hook blocked', true],
    ['gemini', 'gemini whose prompt a hook blocked', true],
    ['claude', 'claude that the API refused', false],
    ['opencode', 'opencode that the API refused', false],
  ])('makes a failure of exit code 0: %s, %s', (name, title, blocked) => {
    agent(name, title)
    const { code, run, out } = world.dispatch(repo, [`--executor=${name}`, '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)[0]).toMatchObject({
      status: 'failed',
      exit_code: 0,
      blocked,
      error: expect.any(String),
    })
    expect(json(run, 'summary.json')).toMatchObject({ status: 'failed', exit_code: 0 })
    const report = JSON.parse(world.foreword(['report', '--json'], { cwd: repo }).out)
    expect(JSON.stringify(report)).toContain('"successes":0')
  })

  it('names the tools that it was not allowed to use', () => {
    agent('claude', 'claude that was not allowed to write')
    const { code, out } = world.dispatch(repo, ['--executor=claude'])
    expect([code, out]).toEqual([0, expect.stringContaining('not allowed: Write, Bash')])
  })

  it('is explained by its exit code, or by its last complaint', () => {
    world.agent('gemini', 'exit 55')
    expect(world.dispatch(repo, ['--executor=gemini']).out).toContain('the folder is not trusted')
    world.agent('claude', 'echo one >&2; echo "no such flag" >&2; exit 1')
    expect(world.dispatch(repo, ['--executor=claude']).out).toContain('no such flag')
  })

  it('holds no secret, and no escape sequence reaches the terminal', () => {
    world.agent('aider', `printf 'It is ${secrets.github} \\033[2J'`)
    const { run, out } = world.dispatch(repo, ['--executor=aider', '--json'])
    for (const said of [out, text(run, 'result.md'), text(run, 'result.json')]) {
      expect(said).toContain('It is [REDACTED]')
      expect(said).not.toContain(secrets.github)
    }
    expect(out).not.toContain('\u001b')
  })

  it('is what codex wrote to its own file where its events cannot be read', () => {
    world.agent(
      'codex',
      'for one in "$@"; do before=$last; last=$one; done; echo "The last words" > "$before"; echo junk',
    )
    const { run } = world.dispatch(repo, ['--executor=codex'])
    expect(text(run, 'result.md')).toContain('The last words')
    expect(text(run, 'output.log')).toBe('junk\n')
  })
})

describe('the command line of an agent', () => {
  it('is trust in the copy for gemini, unless the person says otherwise', () => {
    world.agent('gemini', `echo "$GEMINI_CLI_TRUST_WORKSPACE" >> '${world.dir}/trust'`)
    world.dispatch(repo, ['--executor=gemini'])
    world.foreword(['dispatch', repo, 'Add it', '--executor=gemini'], {
      env: { GEMINI_CLI_TRUST_WORKSPACE: 'false' },
    })
    expect(text(world.dir, 'trust')).toBe('true\nfalse\n')
  })
})

describe('a program of your own', () => {
  it('that prints text has its last words in the table, not its first', () => {
    world.agent('mine', 'echo "I begin"; echo; echo "I am done"')
    agent('claude', 'claude that is done')
    const { out } = world.dispatch(repo, ['--executor=generic,claude', '--command=mine'])
    expect(out).toMatch(/\ngeneric +success .* I am done\n/)
  })

  it('that fails says why with the last line that it has printed', () => {
    world.agent('mine', 'echo "I begin"; echo; echo "no such model" >&2; exit 4')
    const { out, run } = world.dispatch(repo, ['--executor=generic', '--command=mine'])
    expect(out).toMatch(/generic: failed, exit code 4, .*\n {5}no such model\n/)
    expect(json(run, 'result.json').error).toBe('no such model')
  })

  it('gets the prompt on its standard input, and its words without a shell', () => {
    world.agent('mine', 'echo done')
    const { code, run } = world.dispatch(repo, [
      '--executor=generic',
      '--context',
      `--command=mine 'a  b' "c\\"d" $HOME ;x`,
    ])
    expect(code).toBe(0)
    expect(world.called('mine')).toMatchObject({
      argv: ['a  b', 'c"d', '$HOME', ';x'],
      stdin: text(run, 'prompt.md'),
      cwd: repo,
    })
    expect(json(run, 'summary.json')).toMatchObject({ executor: 'generic', status: 'success' })
    expect(text(run, 'result.md')).toBe('done\n')
  })

  it('gets the prompt as a file where its words name it', () => {
    world.agent('mine')
    const ran = world.foreword([
      ...['dispatch', repo, 'Add it', '--executor=generic', `--runs-dir=${world.runs}`],
      ...['--', 'mine', '--json', '--file={prompt_file}'],
    ])
    expect(ran.code).toBe(0)
    const [run] = world.runDirectories()
    expect(world.called('mine')).toMatchObject({
      argv: ['--json', `--file=${join(run!, 'prompt.md')}`],
      stdin: '',
    })
  })

  it('works beside the others', () => {
    world.agent('mine')
    agent('claude', 'claude that is done')
    const { out } = world.dispatch(repo, ['--executor=claude,generic', '--command=mine', '--json'])
    expect(JSON.parse(out).map((result: { agent: string }) => result.agent)).toEqual(['claude', 'generic'])
  })

  it.each([
    ['without words', ['--executor=generic'], 2, 'needs --command'],
    ['with a quote that is open', ['--executor=generic', "--command=mine 'x"], 2, 'unclosed quote'],
    ['that is not there', ['--executor=generic', '--command=gone x'], 3, 'program "gone"'],
    ['for another agent', ['--executor=claude', '--command=mine'], 2, 'needs --executor=generic'],
  ])('is refused %s', (_, options, exit, message) => {
    world.agent('claude')
    world.agent('mine')
    const { code, err } = world.dispatch(repo, options)
    expect([code, err]).toEqual([exit, expect.stringContaining(message)])
    expect(world.runDirectories()).toEqual([])
  })
})

describe('several agents', () => {
  it('are compared in one table', () => {
    agent('claude', 'claude that is done', 'printf "a\\nb\\n" > new.txt')
    agent('codex', 'codex whose prompt a hook blocked')
    const { code, out } = world.dispatch(repo, ['--executor=claude,codex'])
    expect(code).toBe(1)
    expect(out).toMatch(/\nagent +status +seconds +changes +tokens +message\n/)
    expect(out).toMatch(/\nclaude +success +\d+\.\d +1 file \+2 −0 +264 +All done\. Next steps/)
    expect(out).toMatch(/\ncodex +failed +\d+\.\d +none +0 +The model was not asked/)
  })

  it('work one after the other where only one job is allowed, and at the same time with two', () => {
    const meet = `echo $$ >> '${world.dir}/in'; for i in 1 2 3 4 5 6 7 8; do [ $(wc -l < '${world.dir}/in') = 2 ] && echo met >> '${world.dir}/met'; sleep 0.1; done; sed -i '/^'$$'$/d' '${world.dir}/in'`
    for (const name of ['claude', 'codex']) world.agent(name, meet)
    world.write(join(world.dir, 'met'), '')
    world.dispatch(repo, ['--executor=claude,codex', '--jobs=1'])
    expect(text(world.dir, 'met')).toBe('')
    world.dispatch(repo, ['--executor=claude,codex', '--jobs=2'])
    expect(text(world.dir, 'met')).toContain('met')
  })

  it('that wait are not started when the program is told to end', async () => {
    for (const name of ['claude', 'codex']) world.agent(name, `echo > '${world.dir}/began'; sleep 60`)
    const args = [
      'dispatch',
      repo,
      'Add it',
      '--executor=claude,codex',
      '--jobs=1',
      `--runs-dir=${world.runs}`,
    ]
    const { child, ended } = world.start(args)
    while (!existsSync(join(world.dir, 'began'))) await pause(20)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(1)
    expect(world.called('codex')).toBeNull()
    for (const run of world.runDirectories()) expect(json(run, 'summary.json').status).toBe('interrupted')
  })

  it('show one line each on a terminal, and nothing is left of them', () => {
    for (const name of ['claude', 'codex'])
      agent(name, `${name} that is done${name === 'codex' ? ', with a notice' : ''}`)
    const command = `"${process.execPath}" "${binary}" dispatch "${repo}" "Add it" --executor=claude,codex --jobs=1 --runs-dir="${world.runs}"`
    const { out } = world.shell(`TERM=xterm script -qec '${command}' /dev/null`)
    expect(out).toContain('claude     waiting\r\ncodex      waiting')
    expect(out).toContain('claude     running 0:00\r\ncodex      waiting')
    expect(out).toMatch(/claude {5}finished 0:\d\d\r\ncodex {6}running/)
    const after = out.slice(out.lastIndexOf('\u001b'))
    expect(after).toContain('agent')
    expect(after).not.toMatch(/running|waiting/)
  })
})
