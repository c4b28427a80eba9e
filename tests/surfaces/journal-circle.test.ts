import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { binary, end, type Ran, secrets, text, visible, World } from './program.ts'

const samples = join(import.meta.dirname, '../../src/adapters/agents/transcripts/samples')
const manifest = `foreword: 1
name: shop
extends: preset:outpost
journal: { when: session-end }
`
const today = () => new Date().toISOString().slice(0, 10)

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.project({
    '.foreword/manifest.yaml': manifest,
    'session-journals/2026-01-02-001-cart.md': null,
  })
  expect(world.foreword(['trust', root, '--yes']).code).toBe(0)
})
afterEach(() => world.remove())

function initialise(): void {
  world.git(root, 'init', '-q', '-b', 'main')
}
function commit(message: string): void {
  world.git(root, 'add', '-A')
  world.git(root, 'commit', '-qm', message)
}

const inputOf = (session: string, more: object = {}) =>
  JSON.stringify({ cwd: root, session_id: session, hook_event_name: 'SessionStart', ...more })
const start = (session: string, agent = 'claude'): Ran =>
  world.foreword(['hook', 'session-start', `--agent=${agent}`], {
    input: inputOf(session, { source: 'startup' }),
  })
function stop(session: string, agent = 'claude', transcript: string | null = null): Ran {
  const more = { hook_event_name: 'SessionEnd', transcript_path: transcript }
  return world.foreword(['hook', 'session-end', `--agent=${agent}`], { input: inputOf(session, more) })
}

/** Transcripts of the agent in the home. */
function kept(name: string): string {
  const file = join(world.env.HOME!, `${name}.jsonl`)
  copyFileSync(join(samples, `${name}.jsonl`), file)
  return file
}
function said(message: string, model = 'm1'): string {
  const file = join(world.env.HOME!, 'said.jsonl')
  const content = [{ type: 'text', text: message }]
  world.write(file, `${JSON.stringify({ type: 'assistant', message: { model, content } })}\n`)
  return file
}
const journals = () => visible(join(root, 'session-journals'))
const only = () => {
  expect(journals()).toHaveLength(1)
  return text(root, 'session-journals', journals()[0]!)
}
const quiet = { code: 0, out: '', err: '' }

describe('the journal that a hook writes', () => {
  it('is the one that the guide shows', () => {
    const guide = text(import.meta.dirname, '../../docs/guides/journals.md')
    const [, name, shown] = /`session-journals\/([^`]+)`[\s\S]*?```\n([\s\S]*?)```/.exec(guide)!
    const plan = (mark: string) => `# Plan\n\n- [${mark}] The checkout\n- [ ] The receipt\n`
    world.write(join(root, 'docs/plan.md'), plan(' '))
    initialise()
    commit('first')
    const session = /^Session: (.*)$/m.exec(shown!)![1]!
    start(session)
    world.write(join(root, 'src/checkout.ts'), 'export {}\n')
    world.write(join(root, 'docs/plan.md'), plan('x'))
    commit('Add the checkout')
    world.write(join(root, 'src/receipt.ts'), 'export {}\n')
    const words = said('Done.\n\nNext steps:\n- Print the receipt', 'claude-opus-5-5')
    expect(stop(session, 'claude', words)).toEqual(quiet)
    const id = /\(([0-9a-f]{10})\)/
    const written = only().replace(id.exec(only())![1]!, id.exec(shown!)![1]!)
    expect(written.replaceAll(today(), '2026-01-03')).toBe(shown)
    expect(journals()[0]!.replace(today(), '2026-01-03')).toBe(name)
  })

  it('has what git tells where the agent keeps no transcript', () => {
    initialise()
    commit('first')
    start('ses_1', 'opencode')
    world.write(join(root, 'src/cart.ts'), 'export {}\n')
    commit('Add the cart')
    expect(stop('ses_1', 'opencode')).toEqual(quiet)
    expect(only()).toMatch(/\nAgent: opencode\nStatus: Complete\n\nAccomplishments:\n- Add the cart \(/)
  })

  it.each(['claude', 'codex', 'gemini'])('reaches the next session: %s', (agent) => {
    initialise()
    commit('first')
    expect(start('ses-1', agent).out).not.toContain('Print the receipt')
    world.write(join(root, 'src/cart.ts'), 'export {}\n')
    commit('Add the cart')
    expect(stop('ses-1', agent, kept(`${agent}-tools`))).toEqual(quiet)
    const journal = only()
    expect(journals()).toEqual([`${today()}-001-add-the-cart.md`])
    expect(journal).toContain('Session: ses-1\n')
    expect(journal).toMatch(/\nModel: (claude-opus-5-5|gpt-5\.5|gemini-2\.5-pro)\n/)
    expect(journal).toContain('Accomplishments:\n- Add the cart (')
    expect(journal).toContain('Changed Files:\n- src/cart.ts\n')
    expect(journal).toContain('- echo looking; echo wrong >&2; exit 3: exit code 3\n')
    expect(journal).toContain('Next Action: Print the receipt\n')
    const { out } = start('ses-2', agent)
    expect(out).toContain('Next Action: Print the receipt')
    expect(out).toContain('Add the cart (')
  })

  it('has what the agent keeps as open', () => {
    stop('ses-1', 'claude', kept('claude-tools'))
    expect(only()).toContain('Open Tasks:\n- Take vouchers\n')
  })

  it('holds no secret of a transcript', () => {
    stop('ses-1', 'claude', said(`Next: use ${secrets.github}`))
    expect(only()).toContain('Next Action: use [REDACTED]')
    expect(only()).not.toContain(secrets.github)
  })

  it('is not written for a session in which only something was said', () => {
    initialise()
    commit('first')
    start('ses-1')
    expect(stop('ses-1', 'claude', said('hi there'))).toEqual(quiet)
    expect(visible(root)).not.toContain('session-journals')
  })

  it('does not mention a change that was uncommitted before the session, until an agent touches it', async () => {
    initialise()
    commit('first')
    world.write(join(root, 'src/cart.ts'), 'export {}\n')
    world.write(join(root, 'docs/plan.md'), '- [x] The cart\n- [ ] The receipt\n')
    rmSync(join(root, 'docs/ANCHORS.md'))
    // The start of a session has a resolution of one second, so wait until these changes are older.
    await pause(1100)
    start('ses-1')
    expect(stop('ses-1', 'claude', said('hi there'))).toEqual(quiet)
    expect(visible(root)).not.toContain('session-journals')
    world.write(join(root, 'src/cart.ts'), 'export const cart = []\n')
    expect(stop('ses-1', 'claude', said('hi there'))).toEqual(quiet)
    const files = ['docs/ANCHORS.md', 'docs/plan.md', 'src/cart.ts'].map(
      (file) => `- ${file} (not committed)\n`,
    )
    expect(only()).toContain(`- Nothing was committed\n\nChanged Files:\n${files.join('')}`)
    expect(only()).toContain('Open Tasks:\n- The receipt\n')
  })

  it('is written once where a session is resumed and nothing happens', () => {
    for (let i = 0; i < 2; i += 1) {
      start('ses-1')
      stop('ses-1', 'claude', said('Next: go on'))
    }
    expect(journals()).toHaveLength(1)
  })

  it('is written for each of the sessions that end at the same time', async () => {
    initialise()
    commit('first')
    const sessions = ['a', 'b', 'c', 'd']
    for (const session of sessions) start(session)
    world.write(join(root, 'src/cart.ts'), 'export {}\n')
    commit('Add the cart')
    const ends = sessions.map((session) => {
      const child = spawn(process.execPath, [binary, 'hook', 'session-end', '--agent=claude'], {
        cwd: world.dir,
        env: world.env,
      })
      child.stdin.end(inputOf(session))
      return end(child)
    })
    for (const ran of await Promise.all(ends)) expect(ran).toEqual(quiet)
    const written = journals().map((name) => text(root, 'session-journals', name))
    expect(written.map((journal) => /^Session: (.*)$/m.exec(journal)?.[1]).sort()).toEqual(sessions)
    const numbers = journals().map((name) => name.slice(0, 14))
    expect(new Set(numbers).size).toBe(4)
  })

  it('begins with the first commit where there was none before', () => {
    initialise()
    start('ses-1')
    commit('Begin')
    expect(stop('ses-1')).toEqual(quiet)
    expect(only()).toContain('Accomplishments:\n- Begin (')
    expect(only()).toContain('- docs/ANCHORS.md\n')
  })

  it('names files of a repository that has no commit yet', () => {
    initialise()
    start('ses-1')
    world.write(join(root, 'src/cart.ts'), 'export {}\n')
    expect(stop('ses-1')).toEqual(quiet)
    expect(only()).toContain('- src/cart.ts (not committed)\n')
    expect(only()).toContain('- Nothing was committed\n')
  })

  it('has what the transcript tells where there is no repository', () => {
    start('ses-1')
    expect(stop('ses-1', 'claude', kept('claude-tools'))).toEqual(quiet)
    expect(only()).toContain('Next Action: Print the receipt\n')
    expect(only()).not.toContain('Changed Files')
  })

  it('says that it could not be written, and nothing else', () => {
    const words = (why: RegExp) => expect.stringMatching(why)
    world.write(join(root, 'session-journals'), 'a file\n')
    expect(stop('ses-1', 'claude', said('Next: go on'))).toEqual({
      ...quiet,
      err: words(/^foreword: no journal was written: Cannot write session-journals\/.*\.md \(\w+\)\.\n$/),
    })
    expect(text(root, 'session-journals')).toBe('a file\n')
  })

  it('does not follow a link out of the project, and says so', () => {
    mkdirSync(join(world.dir, 'outside'))
    symlinkSync(join(world.dir, 'outside'), join(root, 'session-journals'))
    const { code, out, err } = stop('ses-1', 'claude', said('Next: go on'))
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toMatch(/^foreword: no journal was written: .* would be written outside of the project\.\n$/)
    expect(visible(join(world.dir, 'outside'))).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)('says that it may not write', () => {
    mkdirSync(join(root, 'session-journals'))
    chmodSync(join(root, 'session-journals'), 0o500)
    expect(stop('ses-1', 'claude', said('Next: go on')).err).toMatch(/no journal was written: .*\(EACCES\)/)
    expect(journals()).toEqual([])
  })

  it('is not written where the manifest is not trusted', () => {
    world.write(join(root, '.foreword/manifest.yaml'), `${manifest}description: Changed\n`)
    stop('ses-1', 'claude', said('Next: go on'))
    expect(visible(root)).not.toContain('session-journals')
  })
})
