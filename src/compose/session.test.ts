import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listTranscriptRoots } from '../adapters/agents/index.ts'
import { hash, ids } from '../adapters/cache/index.ts'
import { openSpool } from '../adapters/store/index.ts'
import { checkPendingDeliveries } from '../adapters/store/sql/pending-deliveries.ts'
import { agents } from '../agents/index.ts'
import { makePacket, makeWholeSection } from '../app/history/past.fixture.ts'
import { makeInjectionParcel, makeParcel } from '../app/record/parcel.ts'
import type { EngineServices, Project } from '../ports/index.ts'
import { locateStore, openProjectStore } from './project-store.ts'
import { noteDeliveryWith } from './session.ts'
import { openStore } from './store.ts'

const claude = agents.find(({ id }) => id === 'claude')!
const sentAt = '2026-01-03T18:30:00.000Z'
const later = '2026-01-03T18:30:05.000Z'

let home: string
let env: NodeJS.ProcessEnv
let project: Project
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'delivery-'))
  env = { HOME: home, XDG_STATE_HOME: join(home, 'state') }
  const root = join(home, 'repo')
  mkdirSync(root)
  project = { root, name: 'repo', roots: {}, manifestFile: join(root, 'm.yaml') }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const engine = { ids, hash, systemTime: () => Date.parse(sentAt) } as unknown as EngineServices

const lines = Array.from({ length: 30 }, (_, i) => `line ${i}, number ${(i * 7919) % 1000}`).join('\n')

async function inject() {
  const sent = makePacket([makeWholeSection('task', 'Do it.'), makeWholeSection('roadmap', lines)], {
    session_id: 's1',
    agent: 'claude',
  })
  await openProjectStore(env, project).recorder.record([makeInjectionParcel(engine, sent)])
  return { id: sent.receipt.injection_id, text: sent.text! }
}

/** Writes the transcript as Claude Code would. */
function transcript(text: string): string {
  const path = join(home, '.claude/projects/-repo/s1.jsonl')
  mkdirSync(dirname(path), { recursive: true })
  const attachment = { type: 'hook_additional_context', content: [text], hookEvent: 'SessionStart' }
  const entries = [
    { type: 'attachment', attachment, timestamp: later },
    { type: 'assistant', message: { model: 'claude-opus-5-5' }, timestamp: later },
  ]
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return path
}

async function note(transcriptPath: string, way: 'quick' | 'whole' = 'whole') {
  const { recorder, ledger } = openProjectStore(env, project)
  const quick = way === 'quick' ? await ledger() : null
  return noteDeliveryWith(
    { env, engine, recorder, quick },
    { project, agent: claude, session: 's1', transcriptPath },
  )
}

async function left(): Promise<string | null> {
  const quick = await openProjectStore(env, project).ledger()
  return quick === null ? null : checkPendingDeliveries(quick, 's1')
}

describe('a delivery', () => {
  it.each(['quick', 'whole'] as const)(
    'goes from the transcript of the agent into the ledger, and is found there, the %s way',
    async (way) => {
      const { id, text } = await inject()
      const path = transcript(`${text.slice(0, 400)}\n...\n</persisted-output>`)
      expect(await note(path, way)).toMatchObject({
        judged: [{ injection_id: id }],
        lost: [{ section: 'roadmap', state: 'truncated' }],
        model: 'claude-opus-5-5',
        troubles: [],
      })
      expect(await note(path, way)).toMatchObject({ judged: [], lost: [{ section: 'roadmap' }] })
      expect(await left()).toBe('lost')
    },
  )

  it('leaves nothing to ask when everything that was sent has arrived', async () => {
    expect(await left()).toBeNull()
    const { text } = await inject()
    expect(await left()).toBe('open')
    expect(await note(transcript(text), 'quick')).toMatchObject({ lost: [], pending: 0 })
    expect(await left()).toBe('nothing')
    await inject()
    expect(await left()).toBe('open')
  })

  it('that was lost goes before one of which nothing is known yet', async () => {
    const { text } = await inject()
    await note(transcript(`${text.slice(0, 400)}\n...\n</persisted-output>`), 'quick')
    await inject()
    expect(await left()).toBe('lost')
  })

  it('says nothing where nothing was recorded, or is not to be', async () => {
    const path = transcript('x')
    const silent = { judged: [], lost: [], pending: 0 }
    expect(await note(path)).toMatchObject({ ...silent, why: null })
    env = { ...env, FOREWORD_STORE: 'off' }
    expect(await note(path)).toMatchObject({ ...silent, why: 'nothing is kept' })
  })

  it('comes by the spool where the store cannot have it at once, as no other event does', async () => {
    const { id } = await inject()
    const place = locateStore(env, { project, store: undefined })
    if (place.kind === 'off') throw new Error('there is no place')
    const spool = openSpool(place.spools[0]!)
    const body = {
      name: 'delivery',
      injection_id: id,
      session_id: 's1',
      agent: 'claude',
      model: null,
      sections: [{ id: 'task', state: 'delivered' }],
      why: null,
    } as const
    spool.put(makeParcel(engine, 'event', body))
    spool.put(makeParcel(engine, 'event', { name: 'repaired', lost: [[1, 1]], lost_blobs: [] }))
    const told: string[] = []
    const opened = await openStore(
      { env, warn: ({ detail }) => void told.push(detail) },
      { project, store: undefined },
    )
    const events = await opened.store.entries(opened.ledger!.uid, 0, 9, 'event')
    await opened.store.close()
    expect(events.map(({ entry }) => JSON.parse(entry.body).name)).toEqual(['delivery'])
    expect(told.join()).toContain('the spool does not accept events')
  })
})

describe('transcripts', () => {
  it.each([
    ['CLAUDE_CONFIG_DIR', '/srv/claude', '/srv/claude/projects'],
    ['CODEX_HOME', '/srv/codex', '/srv/codex/sessions'],
    ['GEMINI_CLI_HOME', '/srv/gemini', '/srv/gemini/.gemini/tmp'],
  ])('are read below the home, and where %s leads', (variable, moved, place) => {
    expect(listTranscriptRoots({ HOME: home })).toContain(home)
    expect(listTranscriptRoots({ HOME: home, [variable]: moved })).toContain(place)
    const others = listTranscriptRoots({ HOME: home, [variable]: 'relative' })
    expect(others.filter((other) => !other.startsWith(home))).toEqual([])
  })
})
