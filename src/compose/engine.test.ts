import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Manifest } from '../core/manifest/index.ts'
import type { Project } from '../ports/index.ts'
import { openEngine } from './engine.ts'

type Redact = Partial<Pick<Manifest['redact'], 'known' | 'patterns'>>

function outside(
  files: Readonly<Record<string, string | null>>,
  redact: Redact = {},
  env: Record<string, string> = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'outside-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    if (text === null) mkdirSync(join(root, name))
    else writeFileSync(join(root, name), text)
  }
  const project: Project = { root, name: 'shop', roots: {}, manifestFile: join(root, 'm.yaml') }
  const known = { files: ['.env', '.env.*'], variables: [] }
  const asked = {
    sets: ['default' as const],
    add: [],
    marker: '[REDACTED]',
    labels: false,
    known,
    patterns: {},
    ...redact,
  }
  const processInfo = { version: 'test', build: 'test', env, cwd: root, home: root }
  return openEngine(processInfo, { now: null, cache: false }, root).projectRedactionRules(project, asked)
}

const found = (rules: Awaited<ReturnType<typeof outside>>['rules'], text: string) =>
  rules.flatMap(({ id, find }) => find(text).map(({ start, end }) => [id, text.slice(start, end)]))

describe('the set of redaction rules besides the built-in ones', () => {
  it('is nothing where there are no settings and no patterns, but says where it looked', async () => {
    expect(await outside({})).toEqual({
      rules: [],
      trouble: [],
      files: [],
      places: ['.', '.env'],
      elsewhere: false,
    })
  })

  it('is the values of settings, and the files they came from', async () => {
    const { rules, files, places } = await outside({
      '.env': 'DB_PASSWORD=swordfish\n',
      '.env.local': 'A=1\n',
    })
    expect(found(rules, 'It is swordfish.')).toEqual([['known-value', 'swordfish']])
    expect([files, places]).toEqual([
      ['.env', '.env.local'],
      ['.', '.env', '.env.local'],
    ])
  })

  it('is patterns, by their names', async () => {
    const { rules } = await outside({}, { patterns: { ticket: 'TKT-[0-9]+', other: 'x(?<secret>y)' } })
    expect(found(rules, 'TKT-12 and xy')).toEqual([
      ['ticket', 'TKT-12'],
      ['other', 'y'],
    ])
  })

  it('is a named variable, and then what comes of it cannot be looked at again', async () => {
    const known = { files: [], variables: ['SETTING'] }
    const { rules, elsewhere } = await outside({}, { known }, { SETTING: 'swordfish', OTHER: 'abracadabra' })
    expect(found(rules, 'swordfish abracadabra')).toEqual([['known-value', 'swordfish']])
    expect(elsewhere).toBe(true)
    expect((await outside({}, { known })).elsewhere).toBe(true)
  })

  it('says which file could not be read, and not what it lies in', async () => {
    const { trouble } = await outside({ '.env': null })
    expect(trouble).toEqual(['.env: It is not a regular file; it was not read.'])
  })
})
