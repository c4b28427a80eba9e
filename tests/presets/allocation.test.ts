import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainPacket } from '../../src/app/engine/index.ts'
import { compose } from '../../src/compose/index.ts'
import { unwrapPacket } from '../../src/core/packet/index.ts'
import { makeRequest } from '../../src/core/plan/index.ts'
import { home } from './cases.ts'

// Sources far larger than any allocation, so that every cap is reached.
const place = mkdtempSync(join(tmpdir(), 'foreword-allocation-'))
const items = (n: number, what: string) =>
  Array.from({ length: n }, (_, i) => `- ${what} ${i} is kept as it was written`).join('\n')

beforeAll(() => {
  const files = {
    'apps/repo/R_SOUL.md': `Project: R\nType: venture\nPurpose: To fill\n\nConstraints:\n${items(80, 'constraint')}\n`,
    'docs/ANCHORS.md': `Decisions:\n${items(8, 'decision')}\n`,
    'profiles/default/PROFILE.md': `Operator: O\n\nStandards:\n${items(80, 'standard')}\n`,
    'session-journals/2026-01-02-001-a.md': `Status: active\n\n## Accomplishments\n\n${items(400, 'step')}\n\n## Next Action\n\nGo on\n`,
    'docs/MASTER_ROADMAP.md': `Phase: 1\nGoal: all of it\n\n## Blockers\n\n${items(80, 'blocker')}\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(place, 'repo', dirname(path)), { recursive: true })
    writeFileSync(join(place, 'repo', path), text)
  }
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

async function compile(level: string) {
  const app = compose(
    { version: 'test', build: 'test', env: { FOREWORD_CACHE_DIR: '' }, cwd: place, home },
    { now: new Date('2026-01-03T12:00:00Z'), cache: false, warn: () => undefined },
  )
  const project = app.project({ repo: 'repo', preset: 'outpost', roots: {} })
  return explainPacket(app.engine, { project, request: makeRequest({ repo: 'repo', level }) })
}

describe('the allocation of outpost', () => {
  it.each([
    ['minimal', { soul: 200, journal: 400 }, 600],
    ['standard', { soul: 200, anchors: 150, profile: 150, journal: 500 }, 1200],
    ['full', { soul: 200, anchors: 150, profile: 150, journal: 600, roadmap: 200 }, 1800],
  ])('Z-23 Z-31 Z-36 Z-41 Z-52 Z-54 Z-55 Z-56 Z-124 at %s', async (level, caps, budget) => {
    const { receipt } = await compile(level)
    const asked = receipt.sections.map(({ id, cap }) => [id, cap])
    const gone = receipt.left_out.filter((leftOut) => leftOut.reason === 'over-budget').map(({ id }) => id)
    expect([...asked.map(([id]) => id), ...gone].sort()).toEqual(Object.keys(caps).sort())
    for (const [id, cap] of asked) expect(cap).toBe(caps[id as keyof typeof caps])
    for (const section of receipt.sections) expect(section.size).toBeLessThanOrEqual(section.cap!)
    expect(receipt.total).toBeLessThanOrEqual(budget)
  })

  it('Z-41 a journal longer than its share fills it but for one line', async () => {
    const { receipt } = await compile('full')
    const journal = receipt.sections.find((section) => section.id === 'journal')!
    expect(journal.size).toBeGreaterThan(600 - 15)
  })

  it('Z-29 Z-32 Z-51 Z-53 names docs/ANCHORS.md and docs/MASTER_ROADMAP.md as the sources', async () => {
    const { receipt } = await compile('full')
    const sources = Object.fromEntries(receipt.sections.map(({ id, source }) => [id, source]))
    expect(sources).toMatchObject({ anchors: 'docs/ANCHORS.md', roadmap: 'docs/MASTER_ROADMAP.md' })
  })

  it('Z-58 counts a quarter of the characters, rounded up, for every section and for the whole', async () => {
    const { receipt, text, packet } = await compile('full')
    const quarter = (given: string) => Math.ceil([...given].length / 4)
    expect(receipt.total).toBe(quarter(text))
    for (const section of packet.sections) {
      expect(section.size).toBe(quarter(section.lines.map((line) => line.text).join('\n')))
    }
  })

  it('Z-118 can be read back, also by a reader that does not know the version', async () => {
    const { text, receipt } = await compile('minimal')
    const later = text.replace('version="1.0"', 'version="7.3"')
    for (const [given, version] of [
      [text, '1.0'],
      [later, '7.3'],
    ] as const) {
      const read = unwrapPacket(`noise\n${given}\n<task>\nx\n</task>\n`, 'zeos_context')
      expect(read?.attributes).toEqual({ version, injection_id: receipt.injection_id })
      expect(read?.body).toMatch(/^## SOUL\n\nProject: R\n/)
    }
    expect(unwrapPacket('no packet here', 'zeos_context')).toBeNull()
  })
})
