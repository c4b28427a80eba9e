// The manifest language can express the other published designs: sketches of them with generic keys only.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainPacket } from '../../src/app/engine/index.ts'
import { compose } from '../../src/compose/index.ts'
import { makeRequest, type Request } from '../../src/core/plan/index.ts'
import { home } from './cases.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'foreword-carries-'))
  mkdirSync(join(place, 'repo'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(place, 'repo', dirname(path)), { recursive: true })
    writeFileSync(join(place, 'repo', path), text)
  }
}

async function compile(given: Partial<Request> = {}) {
  const around = { version: 'test', build: 'test', env: { FOREWORD_CACHE_DIR: '' }, cwd: place, home }
  const app = compose(around, { now: new Date('2026-01-03T12:00:00Z'), cache: false, warn: () => undefined })
  const project = app.project({ repo: 'repo', roots: {} })
  return explainPacket(app.engine, { project, request: makeRequest({ repo: 'repo', ...given }) })
}

describe('a worker that boots in a fixed order, by role', () => {
  beforeEach(() => {
    write({
      '.foreword/manifest.yaml': `
foreword: 1
name: worker
levels: { boot: { budget: 38000 }, background: { budget: 120, over_budget: refuse } }
default_level: boot
ceiling: 150000
sections:
  lifecycle: { sources: [file:gov/lifecycle.md], missing: fail, protected: true }
  commits: { sources: [file:gov/commits.md], when: { level: boot } }
  agent: { sources: ["file:agents/{role}.agent.md"], missing: fail, protected: true }
  chunks: { sources: ["file:chunks/{role}/*.yaml"], select: all }
  rework: { sources: [file:rejection.md], when: { rework: true } }
  memory:
    sources: [file:memory.md]
    decay: { by: transitions, steps: [{ upto: 0, use: full }, { upto: 1, use: "headings(Decisions)" }, { upto: 2, use: one-line }] }
render: { format: markdown }
`,
      'gov/lifecycle.md': 'Nine states.\n',
      'gov/commits.md': 'One commit per ticket.\n',
      'agents/Backend.agent.md': '---\nname: Backend\n---\n\nYou build the back end.\n',
      'agents/QA.agent.md': 'You test.\n',
      'chunks/Backend/chunk-01.yaml': 'First protocol.\n',
      'chunks/Backend/chunk-02.yaml': 'Second protocol.\n',
      'rejection.md': 'The index was missing.\n',
      'memory.md': 'Raw notes.\n\n## Decisions\n\nUse a queue.\n',
    })
  })

  it('gets exactly its own files in the declared order', async () => {
    const { text } = await compile({ role: 'Backend', rework: true })
    expect(text.match(/^## .*/gm)).toEqual([
      '## LIFECYCLE',
      '## COMMITS',
      '## AGENT',
      '## CHUNKS',
      '## REWORK',
      '## MEMORY',
    ])
    expect(text).toContain('First protocol.\n\nSecond protocol.')
    expect(text).not.toContain('You test.')
  })

  it.each([
    [0, 'Raw notes.\n\n### Decisions\n\nUse a queue.'],
    [1, '### Decisions\n\nUse a queue.'],
    [2, 'Raw notes.'],
  ])('has memory that fades with state transitions: %i ago', async (transitions, expected) => {
    const { text } = await compile({ role: 'Backend', ages: { transitions } })
    expect(text.slice(text.indexOf('## MEMORY'))).toContain(`## MEMORY\n\n${expected}\n`)
  })

  it('drops memory at the third transition', async () => {
    const { receipt } = await compile({ role: 'Backend', ages: { transitions: 3 } })
    expect(receipt.left_out.find((leftOut) => leftOut.id === 'memory')?.reason).toBe('aged')
  })

  it('is refused when a background worker is too heavy, and when its role has no file', async () => {
    write({ 'agents/Backend.agent.md': 'You build. '.repeat(200) })
    await expect(compile({ role: 'Backend', level: 'background' })).rejects.toMatchObject({
      code: 'over-ceiling',
    })
    await expect(compile({ role: 'Nobody' })).rejects.toMatchObject({ code: 'source-missing' })
  })
})

describe('three tiers: pushed, declared, pulled', () => {
  const adr = (n: number) =>
    `# ADR ${String(n).padStart(4, '0')}: Decision ${n}\n\n| | |\n|---|---|\n| **Status** | Accepted |\n\nWe decided number ${n} for good reasons.\n`
  beforeEach(() => {
    write({
      '.foreword/manifest.yaml': `
foreword: 1
name: tiers
measure: o200k
levels: { session: { budget: 6500 } }
default_level: session
ceiling: 6500
tiers:
  identity: { budget: 60, delivery: push, authority: rule }
  workflow: { budget: 2000, delivery: declare }
  reference: { budget: 4000, delivery: pull }
sections:
  adrs: { tier: identity, sources: [file:docs/adrs/*.md], select: all, shape: titles }
  rfc: { tier: workflow, about: Active RFC, sources: ["file:docs/rfcs/{active}.md"] }
  dialogues: { tier: reference, sources: [file:docs/dialogues/*.md], select: all }
`,
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`docs/adrs/000${n}-x.md`, adr(n)])),
      'docs/rfcs/0016.md': '# RFC 0016\n\nA long document.\n',
      'docs/dialogues/a.md': 'never in the packet\n',
    })
  })

  it('keeps the identity tier within its budget, cut by whole documents, and names the rest', async () => {
    const { text, receipt } = await compile({ vars: { active: '0016' } })
    const adrs = receipt.sections.find((section) => section.id === 'adrs')!
    expect(adrs.size).toBeLessThanOrEqual(60)
    expect(adrs.authority).toBe('rule')
    expect(text).toMatch(
      /- ADR 0001: Decision 1: We decided number 1 for good reasons\.\n- ADR 0002: [^\n]*\n\.\.\.\[cut\]\.\.\./,
    )
    const named = receipt.map.filter((entry) => entry.section === 'adrs')
    expect(named.map((entry) => [entry.source, entry.lines])).toEqual([
      ['docs/adrs/0001-x.md', [1, 1]],
      ['docs/adrs/0002-x.md', [1, 1]],
    ])
    expect(text).toMatch(/- Active RFC: section:rfc \(\d+ tokens\)/)
    expect(text).not.toContain('A long document')
    expect(text).not.toContain('never in the packet')
    expect(receipt.left_out).toContainEqual(
      expect.objectContaining({ id: 'dialogues', why: 'read on demand' }),
    )
  })

  it('leaves out a source whose placeholder has no value, and says so', async () => {
    const { receipt } = await compile()
    expect(receipt.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(
      expect.arrayContaining(['placeholder-empty', 'source-missing']),
    )
  })
})

describe('a loader with partitions, intents and opt-in slices', () => {
  beforeEach(() => {
    write({
      '.foreword/manifest.yaml': `
foreword: 1
name: loader
measure: chars
levels: { small: { budget: 5000 } }
default_level: small
ceiling: 5000
intents: { design: [design, ui], governance: [governance, policy], spec: [spec, schema] }
tiers:
  control_plane: { budget: 1000, authority: rule }
  task: { budget: 400 }
  tactical: { budget: 200, authority: signal }
sections:
  manifest: { tier: control_plane, sources: [file:.ctl/manifest.json], protected: true }
  design: { tier: task, sources: [file:art/design_*.md], select: all, when: { intent: design } }
  policies: { tier: task, sources: [file:pol/*.md], select: all, when: { intent: governance } }
  specs: { tier: task, sources: [file:specs/*.md], select: all, when: { intent: [spec, default] } }
  tactical: { tier: tactical, sources: [file:tactical.md], when: { flag: tactical } }
render: { format: json }
`,
      '.ctl/manifest.json': '{"version": "v0"}\n',
      'art/design_a.md': 'A design.\n',
      'pol/p.md': 'A policy.\n',
      'specs/s.md': `${'A spec. '.repeat(100)}\n`,
      'tactical.md': 'A hint.\n',
    })
  })
  const sectionsOf = async (given: Partial<Request>) => {
    const { text } = await compile(given)
    return JSON.parse(text).sections.map((section: { id: string }) => section.id)
  }

  it.each([
    ['improve the UI of the shop', ['manifest', 'design']],
    ['build a quick guide', ['manifest', 'specs']],
    ['check the policy', ['manifest', 'policies']],
    ['anything', ['manifest', 'specs']],
  ])('chooses by whole words of the task: %s', async (task, expected) => {
    expect(await sectionsOf({ task })).toEqual(expected)
  })

  it('adds an opt-in slice only when asked, within its own partition', async () => {
    expect(await sectionsOf({ task: 'x', flags: ['tactical'] })).toEqual(['manifest', 'specs', 'tactical'])
  })

  it('keeps a partition to its size and gives one JSON document', async () => {
    const { text, receipt } = await compile({ task: 'x' })
    expect(receipt.sections.find((section) => section.id === 'specs')!.size).toBeLessThanOrEqual(400)
    expect(text.endsWith('}\n')).toBe(true)
    expect(JSON.parse(text).omitted).toEqual([
      { id: 'specs', source: 'specs/s.md', what: 'shortened', why: 'tier' },
    ])
  })
})
