import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PromptIdentity } from '../../../core/session/index.ts'
import type { SentSection, Sessions } from '../../../ports/index.ts'
import { openInsert } from './insert.ts'
import { at, event } from './ledger.fixture.ts'
import { createOlderStore } from './older-store.fixture.ts'
import { schemaVersion } from './schema-version.ts'
import { openSessions } from './sessions.ts'
import { openTestStore, testStoreOptions } from './test-store.fixture.ts'

let home: string
let file: string
let sessions: Sessions
const open = (ledger = '') => openSessions({ ...testStoreOptions(file), ledger })
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sessions-'))
  file = join(home, 'store.db')
  sessions = await open()
})
afterEach(() => {
  sessions.close()
  rmSync(home, { recursive: true, force: true })
})

const rfc = (digest: string, form: SentSection['form'] = 'content') => ({
  section: 'rfc',
  digest,
  form,
})
const turn = (now: string, agent: string | null = null, prompt: PromptIdentity | null = null) => ({
  agent,
  now,
  prompt,
})
const telling = (now: string, ...sections: ReturnType<typeof rfc>[]) => ({
  agent: null,
  now,
  refresh: true,
  since: null as string | null,
  sections,
})

describe('counting', () => {
  it('begins a session at its first turn, and counts every one after it', () => {
    expect(sessions.get('s')).toBeNull()
    expect(sessions.countTurn('s', turn(at(1), 'claude'))).toMatchObject({
      turns: 1,
      startedAt: at(1),
      agent: 'claude',
    })
    expect(sessions.countTurn('s', turn(at(2)))).toMatchObject({
      turns: 2,
      startedAt: at(1),
      lastAt: at(2),
      agent: 'claude',
      refreshedAt: null,
      sent: [],
    })
  })

  it('counts a prompt once by its id, and by its text within a moment', () => {
    const id: PromptIdentity = { digest: 'turn:1', isId: true }
    const text: PromptIdentity = { digest: 'text:1', isId: false }
    const turns = (now: string, prompt: PromptIdentity) =>
      sessions.countTurn('s', turn(now, null, prompt))?.turns
    expect([turns(at(1), id), turns(at(2), id), turns(at(99), id)]).toEqual([1, undefined, undefined])
    expect([turns(at(100), text), turns(at(101), text), turns(at(106), text)]).toEqual([2, undefined, 3])
    expect(sessions.get('s')).toMatchObject({ turns: 3, sent: [] })
  })

  it('keeps the sessions of two projects in one file apart', async () => {
    const other = await open('acme/shop')
    sessions.countTurn('s', turn(at(1)))
    other.countTurn('s', turn(at(2)))
    expect([sessions.get('s')?.turns, other.list(9).length]).toEqual([1, 1])
    expect(other.forget(at(9), false)).toBe(1)
    expect(sessions.get('s')?.turns).toBe(1)
    other.close()
  })

  it('lists those heard of last first', () => {
    for (const [i, name] of ['a', 'b', 'c'].entries()) sessions.countTurn(name, turn(at(i)))
    sessions.countTurn('a', turn(at(7)))
    expect(sessions.list(2).map(({ session }) => session)).toEqual(['a', 'c'])
  })

  it('forgets sessions that were not heard of since, with what they were told', () => {
    sessions.recordSent('old', telling(at(1), rfc('a')))
    sessions.countTurn('new', turn(at(5)))
    expect(sessions.forget(at(5), true)).toBe(1)
    expect(sessions.get('old')).not.toBeNull()
    expect(sessions.forget(at(5), false)).toBe(1)
    expect([sessions.get('old'), sessions.get('new')?.turns]).toEqual([null, 1])
    sessions.countTurn('old', turn(at(6)))
    expect(sessions.get('old')?.sent).toEqual([])
  })
})

describe('telling', () => {
  it('remembers digest, form, turn and time, and begins the cooldown only by a refresh', () => {
    sessions.recordSent('s', { ...telling(at(1), rfc('d', 'declared')), refresh: false })
    expect(sessions.get('s')).toMatchObject({ turns: 0, refreshedAt: null })
    sessions.countTurn('s', turn(at(2)))
    expect(sessions.recordSent('s', telling(at(3), rfc('a')))).toBe(true)
    expect(sessions.get('s')).toMatchObject({
      refreshedAt: at(3),
      refreshedTurn: 1,
      sent: [{ section: 'rfc', digest: 'a', form: 'content', turn: 1, at: at(3) }],
    })
  })

  it('does not count when another process told the session since it was read', () => {
    expect(sessions.recordSent('s', telling(at(1), rfc('a')))).toBe(true)
    expect(sessions.recordSent('s', telling(at(2), rfc('b')))).toBe(false)
    expect(sessions.get('s')?.sent[0]?.digest).toBe('a')
    expect(sessions.recordSent('s', { ...telling(at(2), rfc('b')), since: at(1) })).toBe(true)
  })

  it('does not count when the session has all of it', () => {
    sessions.recordSent('s', telling(at(1), rfc('a')))
    expect(sessions.recordSent('s', { ...telling(at(9), rfc('a')), since: at(1) })).toBe(false)
    expect(sessions.get('s')?.refreshedAt).toBe(at(1))
  })

  it.each(['declared', 'left-out'] as const)('keeps what the session has when it is %s', (form) => {
    sessions.recordSent('s', telling(at(1), rfc('a')))
    sessions.recordSent('s', { ...telling(at(2), rfc('d', form)), refresh: false })
    expect(sessions.get('s')?.sent[0]).toMatchObject({ digest: 'a', form: 'content' })
    sessions.recordSent('s', { ...telling(at(3), rfc('', 'removed')), since: at(1) })
    sessions.recordSent('s', { ...telling(at(4), rfc('d', form)), refresh: false })
    expect(sessions.get('s')?.sent[0]).toMatchObject({ digest: 'd', form })
  })

  it('remembers what had no room and since when, beside what the session has', () => {
    sessions.recordSent('s', { ...telling(at(1), rfc('a')), waiting: ['b', 'c'] })
    sessions.countTurn('s', turn(at(2)))
    const waiting = () => sessions.get('s')?.waiting
    expect(waiting()).toEqual([
      { section: 'b', turn: 0 },
      { section: 'c', turn: 0 },
    ])
    expect(sessions.recordSent('s', { ...telling(at(3), rfc('b')), since: at(1), waiting: ['c', 'd'] })).toBe(
      true,
    )
    expect(waiting()).toEqual([
      { section: 'c', turn: 0 },
      { section: 'd', turn: 1 },
    ])
    expect(sessions.get('s')?.sent.map(({ section }) => section)).toEqual(['rfc'])
    sessions.recordSent('s', { ...telling(at(4), rfc('d', 'declared')), refresh: false })
    expect(sessions.list(1)[0]?.waiting).toHaveLength(2)
    sessions.recordSent('s', { ...telling(at(5)), refresh: false, since: at(3), waiting: [] })
    expect(waiting()).toEqual([])
  })

  it('takes waiting sections only from a sender that knows what the session was told last', () => {
    sessions.recordSent('s', { ...telling(at(1), rfc('a')), waiting: ['b'] })
    expect(sessions.recordSent('s', { ...telling(at(2), rfc('b')), waiting: [] })).toBe(false)
    sessions.recordSent('s', { ...telling(at(2)), refresh: false, waiting: [] })
    expect(sessions.get('s')?.waiting).toEqual([{ section: 'b', turn: 0 }])
  })

  it('M-81 lets exactly one of many processes tell a session at once, and counts all their turns', async () => {
    const script = `
      import { openSessions } from ${JSON.stringify(join(import.meta.dirname, 'sessions.ts'))}
      const sessions = await openSessions({ file: process.argv[1], ledger: '', timeoutMs: 5000, durability: 'normal', clock: () => new Date() })
      process.stdout.write('ready ')
      process.stdin.once('data', () => {
        sessions.countTurn('s', { agent: null, now: '${at(1)}', prompt: null })
        const section = { section: 'rfc', digest: 'a', form: 'content' }
        process.stdout.write(String(sessions.recordSent('s', { agent: null, now: '${at(1)}', refresh: true, since: null, sections: [section] })))
        process.exit()
      })`
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, file]),
    )
    const said = children.map(() => '')
    await new Promise<void>((resolve) => {
      for (const [i, child] of children.entries()) {
        child.stdout.on('data', (some) => {
          said[i] += String(some)
          if (said.every((output) => output.startsWith('ready'))) resolve()
        })
      }
    })
    const ended = children.map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of children) child.stdin.write('go\n')
    await Promise.all(ended)
    expect(said.toSorted()).toEqual([...Array(5).fill('ready false'), 'ready true'])
    expect(sessions.get('s')?.turns).toBe(6)
  })
})

describe('a store from before sessions were counted', () => {
  function older(): string {
    const path = join(home, 'old.db')
    createOlderStore(path, 1).close()
    return path
  }

  it('gets the tables, and keeps its ledger', async () => {
    const path = older()
    const insert = await openInsert(testStoreOptions(path))
    await insert.append({ uid: null, name: 'One' }, [event('a')])
    insert.close()
    const mine = await openSessions({ ...testStoreOptions(path), ledger: '' })
    expect(mine.countTurn('s', turn(at(1)))?.turns).toBe(1)
    mine.close()
    const store = await openTestStore(path)
    expect((await store.ledgers())[0]?.head?.seq).toBe(1)
    await store.close()
    const connection = new DatabaseSync(path)
    expect(connection.prepare('PRAGMA user_version').get()).toEqual({ user_version: schemaVersion })
    connection.close()
  })

  it('can be read as it is where nothing can be written', async () => {
    const path = older()
    const store = await openTestStore(path, { immutable: true })
    expect(await store.ledgers()).toEqual([])
    await store.close()
  })
})
