import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionStart, Sessions } from '../../../ports/index.ts'
import { at } from './ledger.fixture.ts'
import { createOlderStore, insertOlderSession } from './older-store.fixture.ts'
import { repairSqlite } from './repair.ts'
import { openSessions } from './sessions.ts'
import { openTestStore, testStoreOptions } from './test-store.fixture.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'session-rows-'))
  file = join(home, 'store.db')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = { ledger: 'p', session: 's' }

async function withSessions<T>(act: (sessions: Sessions) => T): Promise<T> {
  const sessions = await openSessions({ ...testStoreOptions(file), ledger: key.ledger })
  try {
    return act(sessions)
  } finally {
    sessions.close()
  }
}

const start = (given: Partial<SessionStart> = {}): SessionStart => ({
  agent: 'claude',
  now: at(12),
  source: 'startup',
  part: 1,
  anew: true,
  resumed: false,
  sections: [],
  waiting: [],
  firstPromptInjection: null,
  ...given,
})

function selectAll(table: string): unknown[] {
  const connection = new DatabaseSync(file)
  try {
    return connection.prepare(`SELECT * FROM ${table}`).all()
  } finally {
    connection.close()
  }
}

const sent = [
  { section: 'claims', digest: 'digest-b', form: 'declared', turn: 0, at: at(10) },
  { section: 'plan/a file.md', digest: 'digest-c', form: 'left-out', turn: 0, at: at(10) },
  { section: 'rfc', digest: 'digest-a', form: 'content', turn: 1, at: at(10) },
]
const waiting = [
  { section: 'notes', turn: 1 },
  { section: 'plan/b file.md', turn: 2 },
]

/** Everything that version 3 could store about the session. */
async function expectSameAnswers(): Promise<void> {
  await withSessions((sessions) => {
    expect(sessions.get('s')).toEqual({
      session: 's',
      agent: 'claude',
      startedAt: at(10),
      lastAt: at(10),
      turns: 2,
      refreshedAt: at(10),
      refreshedTurn: 1,
      sent,
      waiting,
    })
    expect(sessions.list(5)).toEqual([sessions.get('s')])
    const prompt = (digest: string) => ({ digest, isId: true })
    expect(sessions.countTurn('s', { agent: null, now: at(11), prompt: prompt('turn:1') })).toBeNull()
    expect(sessions.begin('s', start())).toBe('twin')
    expect(sessions.begin('s', start({ part: 2, source: 'a source with blanks' }))).toBe('twin')
    expect(sessions.begin('other', start({ anew: false, firstPromptInjection: 'INJ-1' }))).toBe('send')
    expect(sessions.begin('other', start({ anew: false, firstPromptInjection: 'INJ-2', part: 2 }))).toBe(
      'given',
    )
    expect(sessions.begin('s', start({ part: 3 }))).toBe('send')
    expect(sessions.countTurn('s', { agent: null, now: at(11), prompt: prompt('turn:2') })?.turns).toBe(3)
  })
}

describe('sessions that an older version has written', () => {
  beforeEach(() => {
    const connection = createOlderStore(file, 3)
    insertOlderSession(connection, { ...key, at: at(10) })
    connection.close()
  })

  it('say the same as before', async () => {
    await expectSameAnswers()
  })

  it('have every kind of row in a table of its own', async () => {
    await withSessions(() => undefined)
    expect(selectAll('session_sections')).toHaveLength(3)
    expect(selectAll('session_counts')).toMatchObject([
      { last_prompt_digest: 'turn:1', last_prompt_at: at(10) },
    ])
    expect(selectAll('session_start_claims')).toMatchObject([
      { ...key, part: 1, source: 'startup', turn: 2, at: at(10) },
      { ...key, part: 2, source: 'a source with blanks', turn: 2, at: at(10) },
    ])
    expect(selectAll('session_given_injections')).toMatchObject([
      { ...key, injection_id: 'INJ-1', at: at(10) },
    ])
    expect(selectAll('session_waiting_sections')).toMatchObject(
      waiting.map((section) => ({ ...key, ...section, at: at(10) })),
    )
  })

  it('are rescued from a damaged file', async () => {
    const connection = new DatabaseSync(file)
    connection.exec('CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END')
    connection.close()
    const repaired = await repairSqlite({ ...testStoreOptions(file), random: () => 'random' })
    expect(repaired.setAside).not.toBeNull()
    await expectSameAnswers()
  })
})

describe('the rows of a session', () => {
  const fill = (sessions: Sessions) => {
    sessions.begin('s', start({ firstPromptInjection: 'INJ-1', anew: false, now: at(1) }))
    sessions.countTurn('s', { agent: null, now: at(2), prompt: { digest: 'turn:1', isId: true } })
    const sections = [{ section: 'rfc', digest: 'a', form: 'content' as const }]
    sessions.recordSent('s', {
      agent: null,
      now: at(3),
      refresh: true,
      since: null,
      sections,
      waiting: ['notes'],
    })
  }
  const tables = [
    'session_counts',
    'session_sections',
    'session_waiting_sections',
    'session_start_claims',
    'session_given_injections',
  ]

  it('are all rescued from a damaged file', async () => {
    await (await openTestStore(file)).close()
    await withSessions(fill)
    const before = tables.map(selectAll)
    expect(before.map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1])
    const connection = new DatabaseSync(file)
    connection.exec('CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END')
    connection.close()
    const repaired = await repairSqlite({ ...testStoreOptions(file), random: () => 'random' })
    expect(repaired.setAside).not.toBeNull()
    expect(tables.map(selectAll)).toEqual(before)
  })

  it('are all forgotten with it', async () => {
    await withSessions((sessions) => {
      fill(sessions)
      expect(sessions.forget(at(9), false)).toBe(1)
    })
    expect(tables.flatMap(selectAll)).toEqual([])
  })

  it('may have any name of a section', async () => {
    const names = ['claim 1 x', 'given INJ-9', 'prompt ', 'waiting b'].toSorted()
    const sections = names.map((section) => ({ section, digest: 'a', form: 'content' as const }))
    await withSessions((sessions) => {
      sessions.recordSent('s', { agent: null, now: at(1), refresh: true, since: null, sections })
      expect(sessions.get('s')?.sent.map(({ section }) => section)).toEqual(names)
      expect(sessions.get('s')?.waiting).toEqual([])
    })
  })
})
