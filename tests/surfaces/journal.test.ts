import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeJournal } from '../../src/app/session/write-journal.ts'
import { openEngine } from '../../src/compose/engine.ts'
import { journalTools } from '../../src/compose/session.ts'
import { at, now, secrets, text, visible, World } from './program.ts'

const home = join(import.meta.dirname, '../..')
const manifest = (journal: string) =>
  `foreword: 1\nname: own\nextends: preset:outpost\n${journal === '' ? '' : `journal: ${journal}\n`}`

let world: World
let repo: string
let started: string
beforeEach(() => {
  world = new World()
})
afterEach(() => world.remove())

function begin(journal = '{ when: session-end }', files: Record<string, string | null> = {}): void {
  repo = world.repository({
    '.foreword/manifest.yaml': manifest(journal),
    'session-journals/2026-01-02-001-cart.md': null,
    'docs/plan.md': '# Plan\n\n- [x] Old\n- [ ] The checkout\n- [ ] The receipt\n',
    ...files,
  })
  started = world.git(repo, 'rev-parse', 'HEAD')
}

function work(message = 'Add the checkout'): void {
  world.write(join(repo, 'src/checkout.ts'), 'export {}\n')
  world.write(join(repo, 'docs/plan.md'), '# Plan\n\n- [x] Old\n- [x] The checkout\n- [ ] The receipt\n')
  world.git(repo, 'add', '-A')
  world.git(repo, 'commit', '-qm', message)
}

const quiet = { agent: 'claude', model: null, todos: [], failures: [], message: null }
const last = {
  ...quiet,
  failures: [{ what: 'npm test', why: 'exit code 1' }],
  message: 'Done.\n\nNext steps:\n- Print the receipt',
}

async function write(
  facts: Parameters<typeof writeJournal>[1]['facts'] = last,
  commit: string | null = started,
) {
  const around = { build: 'x', version: '0', env: world.env, cwd: world.dir, home }
  const settings = { now: new Date(now), cache: false, warn: () => undefined }
  const engine = openEngine(around, settings, join(home, 'presets'))
  const project = { name: 'shop', root: repo, roots: {}, manifestFile: join(repo, '.foreword/manifest.yaml') }
  const begin = commit === null ? null : { commit, at: '2026-01-03T00:00:00.000Z' }
  return writeJournal(await journalTools(around, engine), { project, session: 's-1', begin, facts })
}

describe('the journal of a session', () => {
  it('is read back by the journal section of the preset, field by field', async () => {
    begin()
    work()
    const path = 'session-journals/2026-01-03-001-add-the-checkout.md'
    expect(await write()).toEqual({ kind: 'written', path })
    const commit = world.git(repo, 'rev-parse', 'HEAD').slice(0, 10)
    expect(text(repo, path)).toBe(
      [
        'Last Session: 2026-01-03\nSession: s-1\nAgent: claude\nStatus: In Progress\n',
        `Accomplishments:\n- Add the checkout (${commit})\n- The checkout\n`,
        'Changed Files:\n- docs/plan.md\n- src/checkout.ts\n',
        'Open Tasks:\n- The receipt\n',
        'Failures:\n- npm test: exit code 1\n',
        'Next Action: Print the receipt\n',
      ].join('\n'),
    )
    const { out } = world.foreword(['explain', repo, 'full', at, '--json'])
    const { packet, receipt } = JSON.parse(out)
    const section = packet.slice(packet.indexOf('## JOURNAL'), packet.indexOf('## ROADMAP'))
    expect(section).toContain('Last Session: 2026-01-03\nStatus: in-progress\n')
    expect(section).toContain(`Accomplishments:\n- Add the checkout (${commit})\n- The checkout\n`)
    expect(section).toContain('Next Action: Print the receipt')
    expect(receipt.diagnostics).toEqual([])
  })

  it('has the next number of its day, and overwrites nothing', async () => {
    begin('{ when: session-end }', { 'session-journals/2026-01-03-004-other.md': 'Status: Complete\n' })
    work()
    await write()
    const again = await write({ ...last, message: 'Next: another' })
    expect(again).toMatchObject({
      kind: 'written',
      path: 'session-journals/2026-01-03-006-add-the-checkout.md',
    })
    expect(visible(join(repo, 'session-journals'))).toHaveLength(3)
    expect(text(repo, 'session-journals/2026-01-03-004-other.md')).toBe('Status: Complete\n')
  })

  it('is not written again where nothing has changed since', async () => {
    begin()
    work()
    const first = await write()
    expect(await write()).toEqual({ ...first, kind: 'kept' })
    expect(visible(join(repo, 'session-journals'))).toHaveLength(1)
  })

  it('is not written again on another day where nothing has changed since', async () => {
    begin()
    work()
    const path = 'session-journals/2026-01-02-001-add-the-checkout.md'
    const { path: first } = (await write()) as { path: string }
    world.write(join(repo, path), text(repo, first).replace('2026-01-03', '2026-01-02'))
    rmSync(join(repo, first))
    expect(await write()).toEqual({ kind: 'kept', path })
    expect(await write({ ...last, message: 'Next: another' })).toMatchObject({ kind: 'written', path: first })
  })

  it('is kept as it is where its name has no number', async () => {
    begin('{ when: session-end, file: "journals/{date}.md" }')
    work()
    expect(await write()).toMatchObject({ kind: 'written', path: 'journals/2026-01-03.md' })
    const before = text(repo, 'journals/2026-01-03.md')
    expect(await write({ ...last, message: 'Next: another' })).toMatchObject({ kind: 'kept' })
    expect(text(repo, 'journals/2026-01-03.md')).toBe(before)
  })

  it('has the form that the manifest gives it', async () => {
    begin('{ when: session-end, template: "# {date}\\n\\n{commits}\\n\\nThen: {next}\\n" }')
    work()
    const answer = await write()
    const commit = world.git(repo, 'rev-parse', 'HEAD').slice(0, 10)
    expect(text(repo, (answer as { path: string }).path)).toBe(
      `# 2026-01-03\n\n- Add the checkout (${commit})\n\nThen: Print the receipt\n`,
    )
  })

  it('holds no secret, neither in its text nor in its name', async () => {
    begin('{ when: session-end }', { '.env': 'PASSPHRASE=correct-horse-battery\n' })
    work(`Use ${secrets.github}`)
    const answer = await write({
      ...last,
      failures: [{ what: 'login correct-horse-battery', why: 'no' }],
      message: `Next: rotate ${secrets.aws}`,
    })
    const { path } = answer as { path: string }
    expect(path).toBe('session-journals/2026-01-03-001-use-redacted.md')
    const written = text(repo, path)
    expect(written.match(/\[REDACTED\]/g)).toHaveLength(3)
    for (const secret of [secrets.github, secrets.aws, 'correct-horse']) expect(written).not.toContain(secret)
  })

  it('is not written unless the manifest asks, nor where nothing happened', async () => {
    begin('')
    work()
    expect(await write()).toEqual({ kind: 'off' })
    world.write(join(repo, '.foreword/manifest.yaml'), manifest('{ when: session-end }'))
    world.git(repo, 'commit', '-qam', 'Ask for it')
    expect(await write(quiet, world.git(repo, 'rev-parse', 'HEAD'))).toEqual({ kind: 'nothing' })
    expect(existsSync(join(repo, 'session-journals'))).toBe(false)
  })

  it('does not leave the project through a link', async () => {
    begin()
    work()
    mkdirSync(join(world.dir, 'outside'))
    symlinkSync(join(world.dir, 'outside'), join(repo, 'session-journals'))
    await expect(write()).rejects.toMatchObject({ code: 'not-writable' })
    expect(visible(join(world.dir, 'outside'))).toEqual([])
  })

  it('names only uncommitted changes if the start of the session is unknown', async () => {
    begin()
    work()
    world.write(join(repo, 'loose.txt'), 'x')
    for (const commit of [null, '0'.repeat(40), '--output=x']) {
      const answer = await write(quiet, commit)
      const written = text(repo, (answer as { path: string }).path)
      expect(written).toContain('- Nothing was committed')
      expect(written).toContain('Changed Files:\n- loose.txt (not committed)\n')
    }
  })

  it.each([
    ['../{date}.md', 'path in the project'],
    ['/tmp/{date}.md', 'path in the project'],
    ['.git/hooks/x.md', 'starts with a dot'],
    ['notes/.claude/x.md', 'starts with a dot'],
    ['x/{date}.sh', 'ends with .md'],
    ['x/{user}.md', 'only these placeholders'],
  ])('cannot be asked for at %s', async (file, message) => {
    begin(`{ when: session-end, file: "${file}" }`)
    await expect(write()).rejects.toThrow(message)
  })
})
