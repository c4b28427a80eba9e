import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { made } from '../../src/core/redact/marked.fixture.ts'
import { Asking, manifest } from './past-asking.ts'
import { World } from './program.ts'

let world: World
let project: Asking
let count = 0
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())
const own = (rest = '', files: Record<string, string> = {}) => {
  const text = manifest({ sections: "  first: { sources: ['file:FIRST.md'] }\n", rest })
  return new Asking(
    { '.foreword/manifest.yaml': text, 'FIRST.md': 'First\n', ...files },
    `p${++count}`,
    world,
  )
}
beforeEach(() => {
  project = own()
})

const at = (time: string) => `--now=${time}`
const noon = at('2026-02-24T12:00:00Z')
const add = (text: string, ...options: string[]) => project.ask('memory add', text, noon, ...options).record
const stored = () => {
  const file = join(project.repo, '.foreword/state/store.db')
  return ['', '-wal']
    .filter((end) => existsSync(file + end))
    .map((end) => readFileSync(file + end, 'latin1'))
    .join('')
}

describe('C-14 tactical memory', () => {
  it('refuses to list or search a class that there is not, and names those there are', () => {
    add('A risk', '--class=risk_note')
    for (const said of [
      project.refused(2, 'memory list', '--class=risk_notes'),
      project.refused(2, 'memory search', 'risk', '--class=risk_notes'),
    ]) {
      expect(said).toContain('Unknown content class "risk_notes"; did you mean "risk_note"?')
      expect(said).toContain('There are: ')
    }
    expect(project.ask('memory list', '--class=risk_note', noon).total).toBe(1)
    expect(project.ask('memory list', '--class=task_state', noon).total).toBe(0)
  })

  it('keeps a note with class, tags, sources and expiry, and gives it back', () => {
    const record = add(
      'The importer fails above 5000 rows',
      ...['--class=risk_note', '--tag=Importer', '--tag=db', '--source-ref=src/import.ts', '--by=nightly'],
      ...['--retention=short'],
    )
    expect(record).toMatchObject({
      record_id: expect.stringMatching(/^tmr_20260224t120000z_[a-z0-9]{8}$/),
      captured_at: '2026-02-24T12:00:00.000Z',
      source: { source_kind: 'manual_capture', source_ref: 'src/import.ts', captured_by: 'nightly' },
      content: { content_class: 'risk_note', tags: ['db', 'importer'] },
      policy: { ttl_expires_at: '2026-03-03T12:00:00.000Z', retention_class: 'short' },
      sanitization: { status: 'clean', redaction_actions: [] },
      authoritative: false,
      state: 'active',
    })
    expect(project.ask('memory list', noon)).toEqual({
      project: expect.any(String),
      authoritative: false,
      total: 1,
      records: [record],
    })
  })

  it('names the commit that was checked out', () => {
    world.git(project.repo, 'init', '-q', '-b', 'main')
    world.git(project.repo, 'add', '-A')
    world.git(project.repo, 'commit', '-qm', 'first')
    expect(add('A note').provenance.git_head).toBe(world.git(project.repo, 'rev-parse', 'HEAD'))
  })

  it('C-69 says wherever it is shown that it is never authoritative', () => {
    expect(project.read('memory add', 'A note about rows', noon)).toMatch(/never\s+authoritative/)
    expect(project.read('memory list', noon)).toMatch(/never authoritative/)
    expect(project.read('memory search', 'rows', noon)).toMatch(/never authoritative/)
    expect(project.run('memory add', '--help').out).toMatch(/never\s+authoritative/)
  })

  it('says where there is nothing, and makes no store to say so', () => {
    expect(project.read('memory list')).toMatch(/^No notes of p\d+\. Add one with "foreword memory add"\./)
    expect(project.read('memory search', 'rows')).toMatch(/^No note of p\d+ contains any of: row\./)
    expect(project.read('memory prune', '--expired')).toBe('Nothing to delete; 0 notes left.\n')
    expect(project.refused(3, 'memory promote', 'tmr_20260224t120000z_abcdefgh')).toContain(
      'Unknown record: ',
    )
    expect(existsSync(join(project.repo, '.foreword/state'))).toBe(false)
  })

  it('takes a text from standard input, byte for byte', () => {
    const text = 'Two lines,\n\tthe second with a tab, größer 😀\n'
    const { code, out } = world.program(['memory', 'add', '-', '--json'], { cwd: project.repo, input: text })
    expect(code).toBe(0)
    expect(JSON.parse(out).record.content.text).toBe(text)
  })

  it('does not wait for the end of a standard input that has none', () => {
    const { code, err } = world.shell(`cd '${project.repo}' && foreword memory add - < /dev/zero`)
    expect([code, err]).toEqual([2, 'standard input is larger than 256 MB.\n'])
  })

  it('leaves the repository as it was', () => {
    world.git(project.repo, 'init', '-q', '-b', 'main')
    world.git(project.repo, 'add', '-A')
    world.git(project.repo, 'commit', '-qm', 'first')
    add('A note')
    expect(world.git(project.repo, 'status', '--porcelain')).toBe('')
  })
})

describe('C-40 prohibited content', () => {
  const token = `ghp_${made('{alnum:36}')}`

  it('never lies in the store: neither in the text nor in what comes with it', () => {
    const record = add(
      `password=hunter2hunter2, ${token}, ask jane@acme.io`,
      ...['--source-ref=https://jane:hunt3r2pass@db.acme.io/x', '--by=joe@acme.io'],
    )
    expect(record.content.text).toBe(
      'password=[REDACTED_CREDENTIAL], [REDACTED_SECRET], ask [REDACTED_EMAIL]',
    )
    expect(record.sanitization.status).toBe('redacted')
    expect(stored()).toContain('[REDACTED_CREDENTIAL]')
    expect(stored()).not.toMatch(/hunter2|hunt3r2|ghp_|jane|joe/)
    expect(
      world.shell(`grep -rlE 'hunter2|hunt3r2|${token}|jane@' '${project.repo}' home cache || true`).out,
    ).toBe('')
  })

  it('knows the values of .env files', () => {
    project.write({ '.env': 'DEPLOY_PASS=correct-horse-battery\n' })
    expect(add('use correct-horse-battery there').content.text).toBe('use [REDACTED_SECRET] there')
  })

  it.each([
    ['a private key', `key: ${'-'.repeat(5)}BEGIN RSA PRIVATE KEY${'-'.repeat(5)}\nMIIB`, 'private_keys'],
    ['a restricted marking', 'TLP:RED the plan of wombat', 'restricted'],
  ])('C-42 C-43 refuses %s with a message, and leaves nothing', (_, text, name) => {
    const message = project.refused(3, 'memory add', text)
    expect(message).toContain(`The text was not kept: it holds what is prohibited: ${name}.`)
    expect(message).not.toMatch(/wombat|MIIB/)
    expect(existsSync(join(project.repo, '.foreword/state'))).toBe(false)
    expect(world.shell(`grep -rlE 'wombat|MIIB' '${project.repo}' home cache || true`).out).toBe('')
  })

  it('C-51 refuses what hidden text carries', () => {
    const hidden = [...'password=hunter2'].map((character) =>
      String.fromCodePoint(0xe0000 + character.charCodeAt(0)),
    )
    expect(project.refused(3, 'memory add', `A note${hidden.join('')}`)).toContain('in invisible text')
  })

  it('is what the manifest says, with patterns and words of its own', () => {
    project = own(`prohibited:
  tickets: { patterns: { ticket: 'TKT-[0-9]{4}' }, marker: '[REDACTED_TICKET]' }
  restricted: { words: [ACME INTERNAL], action: drop }
`)
    expect(add('See TKT-1234, CONFIDENTIAL').content.text).toBe('See [REDACTED_TICKET], CONFIDENTIAL')
    expect(project.refused(3, 'memory add', 'ACME INTERNAL')).toContain('restricted')
  })

  it.each([
    [
      "tickets: { patterns: { bad: '(a' } }",
      'prohibited.tickets.patterns.bad: is not a valid regular expression',
    ],
    [
      'tickets: { rules: [ibam] }',
      'prohibited.tickets.rules.0: unknown redaction rule "ibam"; did you mean "iban"?',
    ],
    ['tickets: { action: drop }', 'prohibited.tickets: the class has no rules, so it finds nothing'],
  ])('is refused where the manifest is wrong: %s', (said, message) => {
    project = own(`prohibited: { ${said} }\n`)
    expect(project.refused(3, 'memory add', 'x')).toContain(message)
  })
})

describe('an invalid record', () => {
  it.each([
    ['an empty text', ['  '], 2, 'The text is empty.'],
    ['a huge text', ['x '.repeat(10_000)], 2, 'has 20000 bytes; the limit is 16384.'],
    ['an unknown class', ['x', '--class=risk_notes'], 2, 'did you mean "risk_note"?'],
    ['an unknown retention', ['x', '--retention=shrt'], 2, 'did you mean "short"?'],
    ['a bad tag', ['x', '--tag=a b'], 2, 'A tag is one word'],
    ['an expiry that is over', ['x', '--expires=2026-01-01', noon], 2, 'that is in the past'],
    ['an expiry that is too late', ['x', '--expires=31d', noon], 2, 'expire after 30 days'],
    ['an expiry that is none', ['x', '--expires=soon'], 2, '--expires must be like 2h, 3d, 2w'],
    ['two texts', ['x', 'y'], 2, 'unexpected argument "y"'],
    ['no text', [], 2, '<text> is missing'],
  ])('%s is refused', (_, args, code, message) => {
    expect(project.refused(code, 'memory add', ...args)).toContain(message)
    expect(existsSync(join(project.repo, '.foreword/state'))).toBe(false)
  })

  it.each([
    ['NUL bytes', Buffer.from('a\0b'), 2, 'The text contains NUL bytes'],
    ['no UTF-8', Buffer.from([0x61, 0xff, 0xfe]), 3, 'it is not UTF-8 text'],
    ['nothing', Buffer.from(''), 2, 'The text is empty.'],
    ['megabytes', Buffer.alloc(3_000_000, 'a '), 2, 'the limit is 16384'],
  ])('%s on standard input is refused', (_, input, code, message) => {
    const ran = world.program(['memory', 'add', '-'], { cwd: project.repo, input })
    expect([ran.code, ran.out]).toEqual([code, ''])
    expect(ran.err).toContain(message)
    expect(existsSync(join(project.repo, '.foreword/state'))).toBe(false)
  })
})

describe('the result of a search', () => {
  it('C-25 has the same order every time: score, then the newest, then the id', () => {
    const ids = [
      ['The importer is slow', '2026-02-20'],
      ['Importer and rows', '2026-02-21'],
      ['Rows of the importer', '2026-02-22'],
      ['Something else', '2026-02-23'],
    ].map(([text, day]) => project.ask('memory add', text!, at(day!)).record.record_id)
    const search = () => project.run('memory search', 'importer', 'rows', '--json', noon).out
    const first = JSON.parse(search())
    expect(first.terms).toEqual(['importer', 'row'])
    expect(first.records.map((record: { record_id: string }) => record.record_id)).toEqual([
      ids[2],
      ids[1],
      ids[0],
    ])
    expect(first.records[0]).toMatchObject({ score: 0.3333, why: ['text: importer, row'] })
    expect(search()).toBe(JSON.stringify(first, null, 2).concat('\n'))
    expect(project.read('memory search', 'importer', noon)).toContain('score 0.3333: text: importer')
  })

  it('is narrowed by class, tag, expiry and number', () => {
    const old = add('An old note', '--class=task_state', '--expires=1h')
    const tagged = add('A tagged note', '--tag=api')
    add('Another note')
    const later = at('2026-02-24T14:00:00Z')
    const ids = (...options: string[]) =>
      project
        .ask('memory list', later, ...options)
        .records.map((record: { record_id: string }) => record.record_id)
    expect(ids()).toHaveLength(2)
    expect(ids('--expired')).toHaveLength(3)
    expect(ids('--expired', '--class=task_state')).toEqual([old.record_id])
    expect(ids('--tag=API')).toEqual([tagged.record_id])
    expect(project.ask('memory list', later, '--limit=1')).toMatchObject({ total: 2, records: [{}] })
    expect(project.read('memory list', later, '--limit=1')).toContain('1 more note: use --limit.')
    expect(project.ask('memory search', 'note', later, '--expired', '--class=task_state')).toMatchObject({
      total: 1,
      records: [{ state: 'expired' }],
    })
  })

  it('is nothing for what holds no word', () => {
    expect(project.refused(2, 'memory search', '!?')).toContain('The query has no word to search for.')
  })
})

describe('a record that is pruned', () => {
  it('is gone from the store, and stays in the ledger as having been there', () => {
    const soon = add('A short wombat note', '--expires=1h')
    const stays = add('A longer note')
    const later = at('2026-02-24T14:00:00Z')
    expect(project.ask('memory prune', '--expired', '--dry-run', later)).toMatchObject({
      dry_run: true,
      records: [soon.record_id],
      left: 1,
      overwritten: null,
    })
    expect(project.ask('memory list', '--expired', later).total).toBe(2)
    expect(project.ask('memory prune', '--expired', later)).toMatchObject({
      records: [soon.record_id],
      left: 1,
    })
    expect(project.ask('memory list', '--expired', later).records).toMatchObject([
      { record_id: stays.record_id },
    ])
    expect(stored()).not.toContain('wombat')
    expect(project.ask('memory prune', '--before=1d', at('2026-03-24')).records).toEqual([stays.record_id])
    expect(project.read('verify')).toContain('is intact')
    expect(project.ask('store stats').ledgers[0].entries.event).toBe(4)
  })

  it('has to be named', () => {
    expect(project.refused(2, 'memory prune')).toContain('give --expired, --before=90d, or both')
  })
})
