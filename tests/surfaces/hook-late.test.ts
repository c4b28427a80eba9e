import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Hooks, lines, manifest, startup } from './hook-calls.ts'
import { binary } from './program.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

/** So that a test need not wait as long as an agent would. */
const soon = '--timeout=2'
const late = 'it took longer than 1.4 s'
/** Longer than any test: what hangs is ended with it, or the test does not end. */
const forever = 'exec sleep 600'

const start = (session: string, ...options: string[]) =>
  hooks.call('session-start', { input: { ...startup, session_id: session }, options })

/** Puts a program first on PATH. */
function program(name: string, script: string): void {
  const file = join(hooks.world.bin, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

describe('a hook whose git hangs', () => {
  const dated = manifest.replace('work: {', 'work: { staleness_days: 30,')
  beforeEach(() => {
    hooks = new Hooks({ '.foreword/manifest.yaml': dated })
  })

  it('sends the packet that was good last, and says so', () => {
    expect(start('ses-one').context).toContain('Vouchers.')
    program('git', forever)
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    const { code, context, err } = start('ses-two', soon)
    expect(code).toBe(0)
    expect(context).toMatch(/^\[the packet of \d{4}-[^\]]+Z: it took longer than 1.4 s this time\]\n/)
    expect(context).toContain('Vouchers.')
    expect(context).not.toContain('Refunds.')
    expect(lines(err)).toEqual([expect.stringMatching(/^foreword: sent the packet of .*"foreword explain"/)])
    rmSync(join(hooks.world.bin, 'git'))
    const [row] = hooks.log()
    expect(row).toMatchObject({ session_id: 'ses-two', status: 'success' })
    expect(JSON.stringify(hooks.receipt(row.injection_id))).toContain(`${late}; this is the packet of`)
  })

  it('leaves a resumed session with the packet that it has, and gives it the changes at the next resume', () => {
    const resume = (...options: string[]) =>
      hooks.call('session-start', { input: { ...startup, session_id: 'ses-one', source: 'resume' }, options })
    start('ses-one')
    // Another session makes the last good packet one that the session does not have.
    hooks.write('README.md', '# Shop\n\nBooks and maps.\n')
    start('ses-two')
    program('git', forever)
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    const { code, out, err } = resume(soon)
    expect([code, out]).toEqual([0, ''])
    expect(lines(err)).toEqual([expect.stringContaining('The session keeps the packet that it has.')])
    rmSync(join(hooks.world.bin, 'git'))
    const { context } = resume()
    expect(context).toContain('Refunds.')
    expect(context).toContain('Books and maps.')
  })

  it('says in one line that there is none, and leaves a receipt', () => {
    program('git', forever)
    const { code, context, err } = start('ses-one', soon)
    expect(code).toBe(0)
    expect(context).toBe(
      `foreword: no project context this time: ${late}. Run "foreword explain" in the project to see what takes so long.`,
    )
    expect(lines(err)).toEqual([context])
    rmSync(join(hooks.world.bin, 'git'))
    expect(hooks.log()).toMatchObject([{ status: 'error', session_id: 'ses-one', agent: 'claude' }])
    expect(JSON.stringify(hooks.receipt(hooks.log()[0].injection_id))).toContain(late)
  })

  it('T2 sends no old packet when the manifest has changed, or what is secret', () => {
    start('ses-one')
    program('git', forever)
    hooks.write('.env', 'TOKEN=a-word-that-nobody-knows\n')
    expect(start('ses-two', soon).context).toContain('no project context this time')
    rmSync(join(hooks.root, '.env'))
    expect(start('ses-three', soon).context).toContain('Vouchers.')
    hooks.write('.foreword/manifest.yaml', `${dated}about: Books\n`)
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    expect(start('ses-four', soon).context).toContain('no project context this time')
    hooks.write('.foreword/manifest.yaml', `${dated}plugins: { tickets: {} }\n`)
    expect(start('ses-five', soon)).toMatchObject({ context: null, code: 0 })
  })
})

describe('a hook whose plugin hangs', () => {
  beforeEach(() => {
    const plugins = `  tickets: { sources: ["foreword://tickets/"], tier: work, missing: skip }
plugins:
  tickets:
    provides: [issues]
    max_tokens: 100
    salience_triggers: [{ commit_msg_pattern: '^SHOP' }]
`
    hooks = new Hooks({ '.foreword/manifest.yaml': manifest + plugins })
    program('tickets', `if [ -f '${flag()}' ]; then ${forever}; fi; echo '- SHOP-1 is open'`)
    const directory = join(hooks.world.env.HOME!, '.config/foreword')
    mkdirSync(directory, { recursive: true })
    const command = join(hooks.world.bin, 'tickets')
    const enabled = `plugins: { tickets: { command: ['${command}'], timeout_seconds: 60 } }\n`
    writeFileSync(join(directory, 'plugins.yaml'), enabled, { mode: 0o600 })
    hooks.trust()
    hooks.world.git(hooks.root, 'commit', '-q', '--allow-empty', '-m', 'SHOP-12 Vouchers')
  })
  const flag = () => join(hooks.world.dir, 'hang')

  it('answers with the packet that was good last, and leaves nothing running', () => {
    expect(start('ses-one').context).toContain('SHOP-1 is open')
    writeFileSync(flag(), '')
    const { code, context } = start('ses-two', soon)
    expect(code).toBe(0)
    expect(context).toContain(late)
    expect(context).toContain('SHOP-1 is open')
    const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    expect(lines(running).filter((line) => line.includes(hooks.world.dir))).toEqual([])
  })
})

describe('a hook with a standard input of another kind', () => {
  beforeEach(() => {
    hooks = new Hooks()
  })

  const wait = 'sleep 0.5'
  const first = `printf '%.20s' "$INPUT"`
  const rest = `printf '%s' "$INPUT" | tail -c +21`
  it.each([
    ['a pipe', `printf '%s' "$INPUT" | "$@"`],
    ['a pipe that is empty at first', `(${wait}; printf '%s' "$INPUT") | "$@"`],
    ['a pipe that fills slowly', `(${first}; ${wait}; ${wait}; ${rest}) | "$@"`],
    ['a pipe that stays open', `(printf '%s' "$INPUT"; sleep 1) | "$@"`],
    ['a file', `printf '%s' "$INPUT" >input.json; "$@" <input.json`],
    ['a large file', `printf '%s%70000s' "$INPUT" '' >input.json; "$@" <input.json`],
    ['a file that was read in part', `(printf 'x%s' "$INPUT" >input.json; (head -c 1 >x; "$@") <input.json)`],
  ])('reads what comes by %s', (_, script) => {
    const INPUT = hooks.text(startup).toString()
    const words = [process.execPath, binary, ...hooks.words('session-start', { options: ['--timeout=600'] })]
    const env = { ...hooks.world.env, INPUT }
    const out = execFileSync('/bin/sh', ['-c', script, 'sh', ...words], {
      cwd: hooks.world.dir,
      env,
      encoding: 'utf8',
    })
    expect(JSON.parse(out).hookSpecificOutput.additionalContext).toContain('Books for everybody.')
  })
})

describe('a hook whose standard input stays open', () => {
  beforeEach(() => {
    hooks = new Hooks()
  })

  it('answers as soon as the document is whole', async () => {
    const { child, ended } = hooks.open('session-start', { input: startup, options: ['--timeout=600'] })
    const { code, out } = await ended
    child.stdin?.end()
    expect(code).toBe(0)
    expect(out).toContain('Books for everybody.')
  })

  it.each([
    ['nothing', ''],
    ['half a document', '{"session_id":"ses-one",'],
  ])('says why there is no context when %s comes', async (_, input) => {
    const { child, ended } = hooks.open('session-start', { input, options: [soon], cwd: hooks.root })
    const { code, out, err } = await ended
    child.stdin?.end()
    expect(code).toBe(0)
    const why = `Claude Code must send one JSON object on standard input, and ${late}`
    expect(JSON.parse(out).hookSpecificOutput.additionalContext).toContain(why)
    expect(lines(err)).toHaveLength(1)
    expect(hooks.log()).toMatchObject([{ status: 'error', agent: 'claude' }])
  })
})

describe('a pipe in the place of a file', () => {
  const fifo = (path: string) => {
    rmSync(path, { force: true })
    execFileSync('mkfifo', [path])
  }
  const transcript = () => join(hooks.world.env.HOME!, 't.jsonl')
  beforeEach(() => {
    hooks = new Hooks()
  })

  it.each([
    ['a source', 'README.md', 'Vouchers.'],
    ['a memory file of the agent', 'CLAUDE.md', 'Vouchers.'],
    ['a file of known values', '.env', 'Vouchers.'],
  ])('does not keep a hook waiting: %s', (_, path, expected) => {
    fifo(join(hooks.root, path))
    expect(start('ses-one')).toMatchObject({ code: 0, context: expect.stringContaining(expected) })
  })

  it('does not keep a hook waiting: the manifest', () => {
    fifo(join(hooks.root, '.foreword/manifest.yaml'))
    const { code, context, message } = start('ses-one')
    expect(code).toBe(0)
    expect(`${context}${message}`).toMatch(/manifest/)
  })

  it('does not keep a hook waiting: the transcript', () => {
    start('ses-one')
    fifo(transcript())
    const input = { hook_event_name: 'UserPromptSubmit', prompt: 'x', transcript_path: transcript() }
    expect(hooks.call('prompt', { input })).toMatchObject({ code: 0, out: '' })
    expect(hooks.call('session-end', { input })).toMatchObject({ code: 0, out: '' })
    expect(existsSync(transcript())).toBe(true)
  })
})

describe('a server that never answers', () => {
  let server: Server
  let connections: number
  beforeEach(async () => {
    hooks = new Hooks()
    connections = 0
    server = createServer(() => {
      connections++
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => server.close())

  it('does not keep a prompt waiting, and is let alone after the first time', async () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const env = { FOREWORD_STORE: `postgres://nobody@127.0.0.1:${port}/none` }
    const transcript_path = join(hooks.world.env.HOME!, 't.jsonl')
    writeFileSync(transcript_path, '')
    const [first] = await hooks.together('session-start', [{ input: startup, env }])
    expect(first?.context).toContain('Books')
    const input = { hook_event_name: 'UserPromptSubmit', prompt: 'x', transcript_path }
    for (let i = 0; i < 2; i++) {
      const [said] = await hooks.together('prompt', [{ input, env }])
      expect(said).toMatchObject({ code: 0, out: '', err: '' })
    }
    expect(connections).toBe(1)
  })
})
