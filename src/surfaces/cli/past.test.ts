import { describe, expect, it } from 'vitest'
import { commands } from '../../app/index.ts'
import type { App, Terminal } from './app.ts'
import { main } from './index.ts'
import { later } from './later.ts'
import { holding, label, row } from './views/answers.fixture.ts'

const project = { name: 'shop', root: '/shop', roots: {}, manifestFile: '/shop/.foreword/manifest.yaml' }

/** Runs a command line against a program that answers as given, and writes down what it was asked. */
async function call(words: readonly string[], answers: Partial<Record<keyof App, unknown>> = {}) {
  const asked: unknown[] = []
  let out = ''
  let err = ''
  const terminal: Terminal = {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    draw: () => undefined,
    ask: () => null,
    style: 'plain',
    progress: false,
  }
  const methods = Object.entries(answers).map(([name, answer]) => [
    name,
    async (...args: unknown[]) => {
      asked.push(...args.filter((one) => typeof one !== 'function'))
      return typeof answer === 'function' ? answer(...args) : answer
    },
  ])
  const app = {
    project: ({ repo }: { repo: string }) => ({ ...project, root: repo }),
    projectAround: () => '.',
    now: () => new Date('2026-11-16T06:20:00.000Z'),
    ...Object.fromEntries(methods),
  } as unknown as App
  const code = await main(words, '0.1.0', () => app, terminal)
  return { code, out, err, asked }
}

describe('a command about the past', () => {
  it('has a handler, each of them', () => {
    const early = ['dispatch', 'assemble', 'explain', 'load', 'hook']
    const names = commands.map((command) => command.name).filter((name) => !early.includes(name))
    expect(Object.keys(later).sort()).toEqual(names.sort())
  })

  it('takes repository and store, and prints the answer as it is under --json', async () => {
    const answer = { project: 'shop', injections: [row()], next: 12 }
    const { out, err, asked } = await call(['log', '--repo=../shop', '--store=here', '--json'], {
      log: answer,
    })
    expect(out).toBe(`${JSON.stringify(answer, null, 2)}\n`)
    expect(err).toBe('')
    expect(asked).toEqual([{ project: { ...project, root: '../shop' }, store: 'here' }, { limit: 20 }])
  })
})

describe('log', () => {
  it('asks for what was asked for, and says how to go on', async () => {
    const answer = { project: 'shop', injections: [row()], next: 12 }
    const words = [
      'log',
      '--since=2h',
      '--outcome=failed',
      '--source',
      'my notes.md',
      '--before=@40',
      '--limit=1',
    ]
    const { asked, err } = await call(words, { log: answer })
    expect(asked[1]).toEqual({
      since: '2026-11-16T04:20:00.000Z',
      outcome: 'failed',
      source: 'my notes.md',
      before: 40,
      limit: 1,
    })
    expect(err).toBe(
      "More: foreword log --since=2h --outcome=failed --source='my notes.md' --limit=1 --before=12\n",
    )
  })

  it.each([
    ['--since=yesterday', '--since must be a day or a time with zone (ISO 8601), or like 2h, 3d, 2w'],
    ['--limit=0', '--limit must be a whole number from 1 to 1000, not "0"'],
    ['--before=x', '--before must be a whole number'],
    [
      '--outcome=good',
      '--outcome must be one of success, failed, timeout, interrupted, running, refused, not "good"',
    ],
  ])('does not guess: %s', async (word, message) => {
    const { code, err } = await call(['log', word], { log: null })
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('context', () => {
  it('is one line, with a warning beside it while receipts wait', async () => {
    const tiers = [{ tier: 'identity', sources: 3, tokens: 487 }]
    const told = { project: 'shop', injection: label, refused: null, measure: 'o200k' }
    const answer = { ...told, tiers, waiting: 2, delivery: null }
    expect(await call(['context'], { context: answer })).toMatchObject({
      code: 0,
      out: 'Identity: 3 sources (487 tokens)\n',
      err: expect.stringContaining('2 receipts wait in the spool'),
    })
  })
})

describe('replay', () => {
  it('prints the bytes and nothing else', async () => {
    const answer = { injection_id: label.injection_id, text: 'a\u001b[2J\r\nb' }
    expect(await call(['replay', 'latest'], { replay: answer })).toMatchObject({ out: answer.text, err: '' })
    const { out } = await call(['replay', 'latest', '--json'], { replay: answer })
    expect(JSON.parse(out)).toEqual(answer)
  })
})

describe('why', () => {
  it('is about the latest injection unless another is named', async () => {
    const answer = { injection: label, asked: 'x', asked_as: 'text', found: [], more: 0, absent: [] }
    expect((await call(['why', 'x'], { why: answer })).asked.slice(1)).toEqual(['x', 'latest'])
    expect((await call(['why', 'x', '@3'], { why: answer })).asked.slice(1)).toEqual(['x', '@3'])
  })
})

describe('verify', () => {
  it('ends with 0 when it holds and with 1 when it does not', async () => {
    expect((await call(['verify'], { verify: holding })).code).toBe(0)
    expect((await call(['verify'], { verify: { ...holding, holds: false } })).code).toBe(1)
  })

  it('says what to do with a checkpoint it wrote', async () => {
    const wrote = { file: 'c', signer: 'ed25519:00' }
    const { err, asked } = await call(['verify', '--write-checkpoint=c'], { verify: { ...holding, wrote } })
    expect(err).toContain('Checkpoint written to c, signed by ed25519:00')
    expect(asked[1]).toEqual({ checkpoint: null, writeCheckpoint: 'c', signer: null, file: null })
  })
})

describe('store', () => {
  it('exports to standard output with nothing else on it', async () => {
    const storeExport = (_: unknown, to: (text: string) => void) => {
      to('{"foreword":"export"}\n')
      return { project: 'shop', entries: 1, blobs: 0 }
    }
    expect(await call(['store', 'export'], { storeExport })).toMatchObject({
      out: '{"foreword":"export"}\n',
      err: 'Wrote 1 entry and 0 texts of shop.\n',
    })
    expect(await call(['store', 'export', '--json'], { storeExport })).toMatchObject({ code: 2, out: '' })
  })

  it('imports from standard input by a dash', async () => {
    const storeImport = { entries: 1, known: 0, blobs: 0 }
    expect((await call(['store', 'import', '-'], { storeImport })).asked[1]).toBeNull()
    expect((await call(['store', 'import', 'f'], { storeImport })).asked[1]).toBe('f')
  })

  it('prunes only what it was told to', async () => {
    const answer = { texts: 0, accounts: 0, bytes: 0, left_bytes: 0 }
    const words = ['store', 'prune', '--older-than=1d', '--max-size=1kB', '--dry-run']
    expect((await call(words, { storePrune: answer })).asked[1]).toEqual({
      before: '2026-11-15T06:20:00.000Z',
      maxBytes: 1000,
      dryRun: true,
    })
    expect(await call(['store', 'prune'], { storePrune: answer })).toMatchObject({ code: 2, asked: [] })
    expect(await call(['store', 'prune', '--max-size=big'], { storePrune: answer })).toMatchObject({
      code: 2,
    })
  })

  it('lists its commands when none is named', async () => {
    const { code, out } = await call(['store'])
    expect(code).toBe(2)
    expect(out).toContain('  store repair  ')
    expect(await call(['store', '--help'])).toMatchObject({ code: 0, out })
    expect(await call(['help', 'store'])).toMatchObject({ code: 0, out })
  })
})
