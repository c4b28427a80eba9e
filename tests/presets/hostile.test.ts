import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CompileResult, explainPacket } from '../../src/app/engine/index.ts'
import { compose } from '../../src/compose/index.ts'
import { makeRequest } from '../../src/core/plan/index.ts'
import { home } from './cases.ts'

// Cases that a golden folder cannot hold: secrets, special files, links, sizes, version control.

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'foreword-hostile-'))
  file('apps/repo/X_SOUL.md', 'Project: X\nType: venture\nPurpose: To be tested\n\nConstraints:\n- Hold\n')
  file('docs/ANCHORS.md', 'Decisions:\n- Keep it: because (2026-01-01)\n')
  file('profiles/default/PROFILE.md', 'Operator: O\nStyle: brief\n')
  file(
    'session-journals/2026-01-02-001-a.md',
    'Last Session: 2026-01-02\nStatus: complete\n\nNext Action: go on\n',
  )
  file('docs/MASTER_ROADMAP.md', 'Phase: 1\nGoal: ship\n')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function file(path: string, content: string): string {
  const full = join(place, 'repo', path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, content)
  return full
}

function compile(
  level: string | null = null,
  now = '2026-01-03T12:00:00Z',
  cache = '',
): Promise<CompileResult> {
  const env = { FOREWORD_CACHE_DIR: cache, PATH: process.env.PATH, HOME: place, GIT_CONFIG_NOSYSTEM: '1' }
  const app = compose(
    { version: 'test', build: 'test', env, cwd: place, home },
    { now: new Date(now), cache: cache !== '', warn: () => undefined },
  )
  const project = app.project({ repo: 'repo', preset: 'outpost', roots: {} })
  return explainPacket(app.engine, { project, request: makeRequest({ repo: 'repo', level }) })
}

const codesOf = ({ receipt }: CompileResult) => receipt.diagnostics.map((diagnostic) => diagnostic.code)

describe('secrets', () => {
  const body = 'Zm9yZXdvcmQtdGVzdA'.repeat(3)
  const secrets = [
    `ghp_${'a1B2c3D4'.repeat(5)}`,
    `github_pat_${'11AAbb22'.repeat(4)}_x`,
    `AKIA${'Q'.repeat(16)}`,
    `sk-${'abcd1234'.repeat(5)}`,
    `sk-ant-${'api03-xyz'.repeat(4)}`,
    `xoxb-${'123456789-'.repeat(3)}abc`,
    `eyJ${body}.eyJ${body}.${body}`,
    '0123456789abcdef'.repeat(3),
    `-----BEGIN RSA PRIVATE KEY-----\n${body}\n${body}\n-----END RSA PRIVATE KEY-----`,
  ]
  const filler = Array.from({ length: 60 }, (_, i) => `- note ${i}: the harbour was checked again`).join('\n')

  it.each(['600', '601', '700', 'minimal', 'standard', 'full', '2000'])(
    'Z-81 none of nine kinds in any section reaches the packet, the receipt or the cache at level %s',
    async (level) => {
      const leaves = secrets.map((secret, i) => `- token ${i}: ${secret}`).join('\n')
      file('apps/repo/X_SOUL.md', `Project: X\nPurpose: holds ${secrets[0]}\n\nConstraints:\n${leaves}\n`)
      file('docs/ANCHORS.md', `Decisions:\n${leaves}\n`)
      file('profiles/default/PROFILE.md', `Operator: ${secrets[2]}\n\nStandards:\n${leaves}\n`)
      file('docs/MASTER_ROADMAP.md', `Phase: ${secrets[3]}\n\n## Blockers\n\n${leaves}\n`)
      const journal = `## Accomplishments\n\n${filler}\n\n${leaves}\n\n${filler}\n\n## Next Action\n\n${leaves}\n`
      file('session-journals/2026-01-02-001-a.md', journal)
      const cache = join(place, 'cache')
      for (const now of ['2026-01-03T12:00:00Z', '2026-01-07T12:00:00Z', '2026-03-01T12:00:00Z']) {
        const { text, receipt, packet } = await compile(level, now, cache)
        const kept = readdirSync(join(cache, 'compiled')).map((name) =>
          readFileSync(join(cache, 'compiled', name), 'utf8'),
        )
        for (const where of [text, JSON.stringify(receipt), JSON.stringify(packet), ...kept]) {
          for (const secret of secrets) expect(where).not.toContain(secret.slice(0, 30))
          expect(where).not.toContain(body)
        }
        expect(receipt.status).toBe('scrubbed')
        expect(receipt.redaction.count).toBeGreaterThanOrEqual(9)
        expect(receipt.total).toBeLessThanOrEqual(2000)
      }
    },
  )

  it('Z-81 a token cut by a window of a large file is not half shown', async () => {
    const secret = `ghp_${'Z9'.repeat(20)}`
    const line = `${'x'.repeat(40)} ${secret}\n`
    file('session-journals/2026-01-02-001-a.md', line.repeat(20_000))
    const { text } = await compile()
    expect(text).not.toContain('Z9Z9')
  })

  it('Z-76 the end of a key whose beginning was not read is redacted', async () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${`${body}\n`.repeat(12_000)}-----END RSA PRIVATE KEY-----\nafter the key\n`
    file(
      'session-journals/2026-01-02-001-a.md',
      `# Notes\n\n${'- a line of the session\n'.repeat(9000)}\n${key}`,
    )
    const { text } = await compile(null, '2026-03-01T12:00:00Z')
    expect(text).not.toContain(body)
    expect(text).toContain('after the key')
  })
})

describe('headings', () => {
  it('Z-15 in a source are never on the level of the packet', async () => {
    file(
      'apps/repo/X_SOUL.md',
      'Project: X\n\n# Constraints\n\n## JOURNAL\n\n- forged\n\n<div>\n## ANCHORS\n</div>\n',
    )
    file('docs/ANCHORS.md', '<div>\n# SOUL\n## PROFILE\n</div>\n')
    const { text } = await compile('full')
    expect(text.match(/^#{1,2} .*/gm)).toEqual([
      '## SOUL',
      '## ANCHORS',
      '## PROFILE',
      '## JOURNAL',
      '## ROADMAP',
    ])
  })
})

describe('sources', () => {
  it('Z-40 a journal of 50 MB is read in windows, said in a diagnostic, with true line numbers', async () => {
    const path = file(
      'session-journals/2026-01-02-001-a.md',
      '# Session Journal: long\n\n**Status:** active\n\n## Accomplishments\n\n',
    )
    const fd = openSync(path, 'a')
    const block = '- the harbour was checked and recorded once more\n'.repeat(20_000)
    for (let i = 0; i < 52; i++) writeSync(fd, block)
    closeSync(fd)
    appendFileSync(path, '\n## Next Action\n\nClose the harbour\n')
    const lines = 6 + 52 * 20_000 + 4
    const result = await compile(null, '2026-03-01T12:00:00Z')
    expect(codesOf(result)).toContain('source-windowed')
    expect(result.text).toContain('Next Action: Close the harbour')
    const last = result.receipt.map.filter((entry) => entry.section === 'journal').at(-1)
    expect(last?.lines[1]).toBe(lines)
  })

  it('Z-112 a FIFO does not hang and is named', async () => {
    rmSync(join(place, 'repo/session-journals'), { recursive: true })
    mkdirSync(join(place, 'repo/session-journals'))
    execFileSync('mkfifo', [join(place, 'repo/session-journals/2026-01-02-001-a.md')])
    const result = await compile()
    expect(codesOf(result)).toEqual(expect.arrayContaining(['source-not-a-file', 'source-missing']))
    expect(result.receipt.sections.map((section) => section.id)).toEqual(['soul', 'anchors', 'profile'])
  })

  it('a link out of the root is refused, and nothing of its target appears', async () => {
    writeFileSync(join(place, 'outside.md'), 'Decisions:\n- stolen: from outside (2026-01-01)\n')
    rmSync(join(place, 'repo/docs/ANCHORS.md'))
    symlinkSync(join(place, 'outside.md'), join(place, 'repo/docs/ANCHORS.md'))
    const result = await compile()
    expect(codesOf(result)).toContain('source-outside-root')
    expect(JSON.stringify(result)).not.toContain('stolen')
  })

  it('Z-35 a profile id that climbs out of the repository reads nothing', async () => {
    mkdirSync(join(place, 'away'))
    writeFileSync(join(place, 'away/PROFILE.md'), 'Operator: Mallory\n')
    const app = compose(
      { version: 'test', build: 'test', env: { FOREWORD_CACHE_DIR: '' }, cwd: place, home },
      { now: null, cache: false, warn: () => undefined },
    )
    const project = app.project({ repo: 'repo', preset: 'outpost', roots: {} })
    const vars = { profile_id: '../../away' }
    const result = await explainPacket(app.engine, { project, request: makeRequest({ repo: 'repo', vars }) })
    expect(result.text).not.toContain('Mallory')
    expect(codesOf(result)).toContain('source-outside-root')
  })

  it('Z-109 a SOUL that cannot be read is refused with the reason', async () => {
    writeFileSync(join(place, 'repo/apps/repo/X_SOUL.md'), Buffer.from([0x50, 0xff, 0xfe]))
    await expect(compile()).rejects.toMatchObject({
      code: 'source-missing',
      message: expect.stringContaining('not UTF-8 at byte 1'),
    })
  })
})

describe('ages', () => {
  const undated = 'Notes of a session without any date in it.\n\n## Next Action\n\nGo on\n'
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', join(place, 'repo'), ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: place,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 't',
        GIT_AUTHOR_EMAIL: 't@example.org',
        GIT_COMMITTER_NAME: 't',
        GIT_COMMITTER_EMAIL: 't@example.org',
        GIT_AUTHOR_DATE: '2026-01-01T10:00:00Z',
        GIT_COMMITTER_DATE: '2026-01-01T10:00:00Z',
      },
    })
  const journalOf = ({ receipt }: CompileResult) =>
    receipt.sections.find((section) => section.id === 'journal')

  beforeEach(() => rmSync(join(place, 'repo/session-journals'), { recursive: true }))

  it('Z-93 come from the commit when the document does not say, also in a fresh clone', async () => {
    file('session-journals/notes.md', undated)
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'x')
    expect(journalOf(await compile(null, '2026-01-09T12:00:00Z'))).toMatchObject({
      age_days: 8,
      date_basis: 'commit',
      strategy: 'summary',
    })
  })

  it('Z-93 come from the file system when it is not committed, and a touched file is not served from the cache', async () => {
    const path = file('session-journals/notes.md', undated)
    const cache = join(place, 'cache')
    utimesSync(path, new Date('2026-01-02T00:00:00Z'), new Date('2026-01-02T00:00:00Z'))
    const first = await compile(null, '2026-01-09T12:00:00Z', cache)
    expect(journalOf(first)).toMatchObject({ age_days: 7, date_basis: 'mtime', strategy: 'extract' })
    expect((await compile(null, '2026-01-09T12:00:00Z', cache)).cached).toBe(true)
    utimesSync(path, new Date('2026-01-08T00:00:00Z'), new Date('2026-01-08T00:00:00Z'))
    expect(journalOf(await compile(null, '2026-01-09T12:00:00Z', cache))).toMatchObject({
      age_days: 1,
      strategy: 'full',
    })
  })

  it('Z-93 Z-116 come from a new commit even when the cache is warm', async () => {
    file('session-journals/notes.md', undated)
    const cache = join(place, 'cache')
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'x')
    await compile(null, '2026-01-09T12:00:00Z', cache)
    expect((await compile(null, '2026-01-09T12:00:00Z', cache)).cached).toBe(true)
    expect(journalOf(await compile(null, '2026-01-10T12:00:00Z', cache))).toMatchObject({ age_days: 9 })
    git('commit', '-q', '--allow-empty', '-m', 'y')
    expect((await compile(null, '2026-01-09T12:00:00Z', cache)).cached).toBe(false)
  })
})
