import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from './program.ts'

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.repository({
    '.foreword/manifest.yaml': manifest,
    'README.md': '# Shop\n\nBooks for everybody.\n',
    'CLAUDE.md': '# Rules\n\nUse pnpm.\n',
    'docs/now.md': '# Now\n\nVouchers.\n',
  })
  expect(world.foreword(['trust', root, '--yes']).code).toBe(0)
})
afterEach(() => world.remove())

const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
tiers:
  work: { budget: 500, refresh: [{ on_change: '*' }] }
refresh: { cooldown_seconds: 0 }
sections:
  project: { sources: ["file:README.md"] }
  rules: { sources: ["file:CLAUDE.md"] }
  now: { tier: work, sources: ["file:docs/now.md"] }
  helper: { sources: ["file:README.md"], when: { trigger: subagent-start } }
`

/** Reads outside the repository, so it needs another approval. */
const wider = `${manifest}  style: { sources: [{ uri: "file:../STYLE.md", allow_external: true }] }\n`

interface Said {
  readonly code: number | null
  readonly context: string | null
  readonly message: string | null
  readonly out: string
  readonly err: string
}

function hook(event: string, agent: string, input: object | string, ...options: string[]): Said {
  const text =
    typeof input === 'string' ? input : JSON.stringify({ cwd: root, session_id: 'ses-1', ...input })
  const ran = world.foreword(['hook', event, `--agent=${agent}`, ...options], { input: text, cwd: root })
  const data = ran.out.startsWith('{') ? JSON.parse(ran.out) : null
  return {
    ...ran,
    context: data?.hookSpecificOutput?.additionalContext ?? null,
    message: data?.systemMessage ?? null,
  }
}
const start = (agent: string, source = 'startup', ...options: string[]) =>
  hook('session-start', agent, { hook_event_name: 'SessionStart', source }, ...options)

describe('foreword hook', () => {
  it('M-02 M-39 M-40 M-76 prints one JSON document with the name that the agent gave', () => {
    const { out, code, err } = start('claude')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.endsWith('}\n')).toBe(true)
    expect(JSON.parse(out).hookSpecificOutput.hookEventName).toBe('SessionStart')
    expect(start('codex').context).toContain('Books for everybody.')
  })

  it('leaves out what the agent loads by itself', () => {
    expect(start('claude').context).not.toContain('Use pnpm.')
    expect(start('codex').context).toContain('Use pnpm.')
  })

  it('has no tags for an agent that turns them into text', () => {
    expect(start('claude').context).toContain('<context>')
    expect(start('gemini').context).not.toMatch(/[<>]/)
  })

  it('T2 M-48 says nothing to the model from a manifest that is not trusted, and tells the person', () => {
    world.write(join(root, '.foreword/manifest.yaml'), wider)
    const { context, message, code } = start('claude')
    expect({ context, code }).toEqual({ context: null, code: 0 })
    expect(message).toContain('has changed since it was trusted')
  })

  it('leaves one receipt of a session that got nothing, which says why', () => {
    world.write(join(root, '.foreword/manifest.yaml'), wider)
    for (const part of ['1/3', '2/3', '3/3'])
      world.foreword(['hook', 'session-start', '--agent=claude', `--part=${part}`], {
        input: JSON.stringify({ cwd: root, session_id: 'ses-inert' }),
      })
    hook('prompt', 'claude', { cwd: root, session_id: 'ses-inert', hook_event_name: 'UserPromptSubmit' })
    const { injections } = JSON.parse(world.foreword(['log', '--repo', root, '--json']).out)
    expect(injections).toMatchObject([{ status: 'error', agent: 'claude' }])
    const shown = world.foreword(['show', 'latest', '--repo', root]).out.replace(/\s+/g, ' ')
    expect(shown).toContain('has changed since it was trusted')
  })

  it('M-84 is of use without any manifest of the project', () => {
    const plain = world.repository({ 'README.md': '# Plain\n\nA plain project.\n' })
    const said = hook('session-start', 'claude', {
      cwd: plain,
      hook_event_name: 'SessionStart',
      source: 'startup',
    })
    expect(said.context).toContain('A plain project.')
  })

  it('sends once to a session: not again when it is resumed, again after compaction', () => {
    expect(start('claude').context).not.toBeNull()
    expect(start('claude', 'resume').out).toBe('')
    expect(start('gemini', 'resume').context).toContain('Books for everybody.')
    expect(start('claude', 'compact').context).toContain('Books for everybody.')
    expect(start('claude', 'clear').context).toContain('Books for everybody.')
  })

  it('M-72 M-81 tells with a prompt what has changed, once', () => {
    start('claude')
    const prompt = (prompt_id: string) =>
      hook('prompt', 'claude', { hook_event_name: 'UserPromptSubmit', prompt: 'go on', prompt_id })
    expect(prompt('p1').out).toBe('')
    world.write(join(root, 'docs/now.md'), '# Now\n\nRefunds.\n')
    expect(prompt('p2').context).toContain('Refunds.')
    expect(prompt('p3').out).toBe('')
  })

  it('brings with the first prompt what a session did not get when it started, once', () => {
    const prompt = () => hook('prompt', 'claude', { hook_event_name: 'UserPromptSubmit', prompt: 'go on' })
    const { context } = prompt()
    expect(context).toMatch(/^Sent now, because the session did not get it when it started:/)
    expect(context).toContain('Books for everybody.')
    expect(prompt().out).toBe('')
  })

  it('leaves out what the files import that the agent loads by itself', () => {
    world.write(join(root, 'CLAUDE.md'), '# Rules\n\n@docs/now.md\n')
    expect(start('claude').context).not.toContain('Vouchers.')
    expect(start('codex').context).toContain('Vouchers.')
  })

  it('tells a subagent that has the name of the session nothing that is meant for the session', () => {
    start('codex')
    world.write(join(root, 'docs/now.md'), '# Now\n\nRefunds.\n')
    const prompt = (more: object) => hook('prompt', 'codex', { hook_event_name: 'UserPromptSubmit', ...more })
    expect(prompt({ agent_id: 'sub-1' }).out).toBe('')
    expect(prompt({}).context).toContain('Refunds.')
    const again = { hook_event_name: 'SessionStart', source: 'compact', agent_id: 'sub-1' }
    const { context } = hook('session-start', 'codex', again)
    expect(context).toContain('## HELPER')
    expect(context).not.toContain('Refunds.')
  })

  it('gives a subagent its slice, and nothing where the manifest has none', () => {
    const said = hook('subagent-start', 'claude', { hook_event_name: 'SubagentStart' })
    expect(said.context).toContain('## HELPER')
    expect(said.context).not.toContain('## NOW')
    const without = manifest.replace(/ {2}helper:.*\n/, '')
    world.write(join(root, '.foreword/manifest.yaml'), without)
    world.foreword(['trust', root, '--yes'])
    expect(hook('subagent-start', 'claude', { hook_event_name: 'SubagentStart' }).out).toBe('')
  })

  it('splits a packet over several values, none of which the agent would cut', () => {
    const sections = Array.from(
      { length: 6 },
      (_, i) => `  s${i}: { sources: ["file:docs/s${i}.md"] }\n`,
    ).join('')
    world.write(join(root, '.foreword/manifest.yaml'), manifest + sections)
    for (let i = 0; i < 6; i++)
      world.write(join(root, `docs/s${i}.md`), `# S${i}\n\n${`line of part ${i} é\n`.repeat(190)}`)
    world.foreword(['trust', root, '--yes'])
    const parts = [1, 2, 3].map((i) => start('claude', 'startup', `--part=${i}/3`).context ?? '')
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(10_000)
    const together = parts.join('')
    for (const i of [0, 1, 2, 3, 4]) expect(together).toContain(`line of part ${i}`)
    const whole = start('codex').context ?? ''
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(10_000)
    expect(whole).toContain('<!-- ')
    expect(JSON.parse(world.foreword(['log', '--repo', root, '--json']).out).injections).toHaveLength(2)
  })

  it.each([
    ['is no JSON', 'garbage'],
    ['is empty', ''],
    ['is a list', '[1]'],
    [
      'names a directory that is not there',
      JSON.stringify({ cwd: '/nowhere/at/all', hook_event_name: 'SessionStart' }),
    ],
  ])('ends with 0 and one line when its input %s', (_, input) => {
    const said = hook('session-start', 'claude', input)
    expect(said.code).toBe(0)
    expect(said.context).toContain('no project context this time')
    expect(said.err.trim().split('\n')).toHaveLength(1)
  })

  it('ends with 0 for an agent or an event that it does not know', () => {
    expect(hook('session-start', 'grok', {})).toMatchObject({ code: 0, out: '' })
    expect(hook('lunch', 'claude', {})).toMatchObject({ code: 0, out: '' })
  })

  it('says why there is no context, and leaves a receipt, when the packet is refused', () => {
    world.write(
      join(root, '.foreword/manifest.yaml'),
      manifest.replace('["file:README.md"] }\n  rules', '["file:GONE.md"], missing: fail }\n  rules'),
    )
    world.foreword(['trust', root, '--yes'])
    const { context, code } = start('claude')
    expect(code).toBe(0)
    expect(context).toContain('PROJECT is required')
    const [row] = JSON.parse(world.foreword(['log', '--repo', root, '--json']).out).injections
    expect(row).toMatchObject({ status: 'error', session_id: 'ses-1', agent: 'claude' })
  })

  it('delivers all the same when nothing can be recorded', () => {
    mkdirSync(join(world.dir, 'elsewhere'), { recursive: true })
    const ran = world.foreword(['hook', 'session-start', '--agent=claude'], {
      input: JSON.stringify({
        cwd: root,
        session_id: 's',
        hook_event_name: 'SessionStart',
        source: 'startup',
      }),
      env: { FOREWORD_STORE: 'postgres://nobody@127.0.0.1:1/none' },
    })
    expect(ran.code).toBe(0)
    expect(ran.out).toContain('Books for everybody.')
  })
})
