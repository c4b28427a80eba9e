// The fast way, which reads nothing: it needs files that have not been touched for some seconds, so all projects rest together.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, json, text, World } from './program.ts'

/** What may happen to a project between two runs. */
const changes: Record<string, (root: string) => void> = {
  'a source is edited': (root) =>
    writeFileSync(join(root, 'docs/ANCHORS.md'), 'Decisions:\n- Postgres: we grew (2026-01-03)\n'),
  'a source is edited to the same size with its old times put back': (root) => {
    const file = join(root, 'docs/ANCHORS.md')
    const before = text(file)
    writeFileSync(file, before.replace('SQLite', 'sqlite'))
    utimesSync(file, 1_700_000_000, 1_700_000_000)
  },
  'a source is removed': (root) => rmSync(join(root, 'docs/ANCHORS.md')),
  'a source is replaced by renaming': (root) => {
    writeFileSync(join(root, 'new.md'), 'Decisions:\n- Renamed: into place (2026-01-03)\n')
    renameSync(join(root, 'new.md'), join(root, 'docs/ANCHORS.md'))
  },
  'a newer journal appears': (root) =>
    writeFileSync(
      join(root, 'session-journals/2026-01-03-001-new.md'),
      `Status: active\n\nNext Action: the newer one\n${'- more\n'.repeat(30)}`,
    ),
  'a source that comes before another appears': (root) => {
    mkdirSync(join(root, 'apps/shop'), { recursive: true })
    writeFileSync(join(root, 'apps/shop/A_SOUL.md'), 'Project: Another\nPurpose: To come first\n')
  },
  'a directory that was missing appears': (root) => {
    mkdirSync(join(root, 'profiles/default'), { recursive: true })
    writeFileSync(join(root, 'profiles/default/PROFILE.md'), 'Operator: New\n')
  },
  'a source becomes a link': (root) => {
    const file = join(root, 'docs/ANCHORS.md')
    renameSync(file, join(root, 'real.md'))
    writeFileSync(join(root, 'real.md'), 'Decisions:\n- Linked: from elsewhere (2026-01-03)\n')
    symlinkSync('../real.md', file)
  },
  'the manifest is edited': (root) =>
    writeFileSync(
      join(root, '.foreword/manifest.yaml'),
      'foreword: 1\nname: own\nextends: ../base.yaml\nsections:\n  soul: { heading: EDITED }\n',
    ),
  'a manifest that it extends is edited': (root) =>
    writeFileSync(
      join(root, 'base.yaml'),
      'foreword: 1\nname: base\nextends: preset:outpost\nsections:\n  soul: { heading: BASE }\n',
    ),
}

const world = new World()
const roots = new Map<string, string>()
const output = (root: string) => join(root, '..', `out-${root.split('/').at(-1)}`)

function assemble(root: string, ...options: string[]): string {
  const { code, err } = world.foreword([
    'assemble',
    root,
    'full',
    output(root),
    '--var=app_id=shop',
    ...options,
  ])
  expect([code, err.replaceAll(/^foreword: warning: .*\n/gm, '')]).toEqual([0, ''])
  return text(output(root), 'context.md').replaceAll(/INJ-[0-9a-z-]+/g, 'ID')
}

beforeAll(async () => {
  for (const [i, title] of ['nothing happens', 'the day changes', ...Object.keys(changes)].entries()) {
    const profile = title.includes('missing appears') ? null : 'Operator: Ada\n'
    const root = world.project({ 'profiles/default/PROFILE.md': profile }, `p${i}`)
    world.write(join(root, 'base.yaml'), 'foreword: 1\nname: base\nextends: preset:outpost\n')
    world.write(join(root, '.foreword/manifest.yaml'), 'foreword: 1\nname: own\nextends: ../base.yaml\n')
    if (profile === null) rmSync(join(root, 'profiles'), { recursive: true, force: true })
    roots.set(title, root)
  }
  await rest(3300)
  for (const root of roots.values()) assemble(root, at)
})
afterAll(() => world.remove())

const memories = () => readdirSync(join(world.cache, 'compiled')).filter((name) => name.startsWith('recall-'))

describe('a packet that was compiled before', () => {
  it('Z-116 is remembered for every project that has rested', () => {
    expect(memories()).toHaveLength(roots.size)
  })

  it('Z-105 Z-106 Z-116 comes again with a new id in wrapper, record and receipt, and a digest of these very bytes', () => {
    const root = roots.get('nothing happens')!
    const before = assemble(root, at)
    const first = json(output(root), 'receipt.json')
    const again = assemble(root, at)
    const second = json(output(root), 'receipt.json')
    expect(again).toBe(before)
    expect(second.injection_id).not.toBe(first.injection_id)
    expect(text(output(root), 'context.md')).toContain(`injection_id="${second.injection_id}"`)
    expect(json(output(root), 'context.json').injection_id).toBe(second.injection_id)
    const digest = world.shell(`sha256sum '${output(root)}/context.md'`).out.slice(0, 64)
    expect(second.packet_digest).toBe(`sha256:${digest}`)
    expect({ ...second, injection_id: '', packet_digest: '' }).toEqual({
      ...first,
      injection_id: '',
      packet_digest: '',
    })
    expect(second).toEqual({
      ...json(fresh(root), 'receipt.json'),
      injection_id: second.injection_id,
      packet_digest: second.packet_digest,
    })
  })

  it.each(Object.keys(changes))('Z-116 is not sent when %s', (title) => {
    const root = roots.get(title)!
    const before = assemble(root, at)
    changes[title]!(root)
    const after = assemble(root, at)
    expect(after).not.toBe(before)
    expect(after).toBe(text(fresh(root), 'context.md').replaceAll(/INJ-[0-9a-z-]+/g, 'ID'))
  })

  it('Z-46 Z-116 is not sent when the journal has grown older over night', () => {
    const root = roots.get('the day changes')!
    const ages = ['2026-01-05', '2026-01-06'].map((day) => {
      assemble(root, `--now=${day}T08:00:00Z`)
      return json(output(root), 'context.json').journal_age_days
    })
    expect(ages).toEqual([3, 4])
  })

  it('Z-88 is another one for another agent, and the receipt names the right one', () => {
    const root = roots.get('nothing happens')!
    assemble(root, at, '--executor=codex')
    expect(json(output(root), 'context.json').executor).toBe('codex')
    assemble(root, at)
    expect(json(output(root), 'context.json').executor).toBeNull()
  })

  it('Z-82 is dispatched like a new one', () => {
    world.agent('claude')
    const root = roots.get('nothing happens')!
    const args = ['--executor=claude', '--context=full', '--var=app_id=shop', at]
    world.dispatch(root, args)
    const { run, out } = world.dispatch(root, args)
    const record = json(run, 'context.json')
    expect(out).toContain(`Injection ID: ${record.injection_id}\n   Tokens: ~${record.token_counts.total}`)
    expect(world.called('claude')!.stdin).toContain(`injection_id="${record.injection_id}"`)
    expect(record).toMatchObject({
      run_id: run.split('/').at(-1),
      executor: 'claude',
      outcome: { run_status: 'success' },
    })
  })

  it('is not remembered when a source has only just been written', () => {
    const root = world.project({}, 'restless')
    const before = memories().length
    assemble(root, at)
    expect(memories()).toHaveLength(before)
    expect(existsSync(join(output(root), 'context.md'))).toBe(true)
  })
})

/** The same, compiled without any cache, in a directory of its own. */
function fresh(root: string): string {
  const aside = `${output(root)}-fresh`
  world.foreword(['assemble', root, 'full', aside, '--var=app_id=shop', at, '--no-cache'])
  return aside
}
