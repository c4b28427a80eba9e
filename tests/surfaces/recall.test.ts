// The fast path, which reads no source. It needs files that were unchanged for some seconds, so all projects wait together.
import { spawnSync } from 'node:child_process'
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
import { at, type Call, type Files, files, journal, json, secrets, text, World } from './program.ts'

/** Changes of a project between two runs. */
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
  'a directory on the way becomes a link': (root) => {
    renameSync(join(root, 'profiles/default'), `${root}-profile`)
    symlinkSync(`${root}-profile`, join(root, 'profiles/default'))
  },
  'a file appears at the top of a named root': (root) =>
    writeFileSync(join(team(root), 'A.md'), 'The first of the team\n'),
  'an undated journal is committed': (root) => {
    const date = '2025-12-01T10:00:00Z'
    world.git(root, 'add', 'session-journals')
    world.shell(
      `cd '${root}' && GIT_AUTHOR_DATE=${date} GIT_COMMITTER_DATE=${date} git commit -qm 'It happened long ago'`,
    )
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

/** Sources of a project for these changes. */
const dated = 'session-journals/2026-01-02-001-cart.md'
const undated = journal(600).replace(/^Last Session.*\n/, '')
const begins: Record<string, Files> = {
  'a directory that was missing appears': { 'profiles/default/PROFILE.md': null },
  'an undated journal is committed': { [dated]: null, 'session-journals/notes.md': undated },
  'the name of a source is a secret': {
    [dated]: null,
    [`session-journals/2026-01-02-${secrets.github}.md`]: files[dated],
  },
}
/** Sources that no stamp can verify, or that must not be cached. */
const forgotten = ['an undated journal is committed', 'the name of a source is a secret']

/** Reads a named root and has the injection id twice. */
const base = `foreword: 1
name: base
extends: preset:outpost
sections:
  team: { heading: TEAM, sources: ['file:@team/*.md'], missing: skip }
render:
  attributes: { trace: '{injection_id}' }
`

const world = new World()
const roots = new Map<string, string>()
const team = (root: string) => `${root}-team`
const output = (root: string) => join(root, '..', `out-${root.split('/').at(-1)}`)

function assemble(root: string, ...options: string[]): string {
  return assembleBy({}, root, ...options)
}

function assembleBy(call: Call, root: string, ...options: string[]): string {
  const own = ['--var=app_id=shop', `--root=team=${team(root)}`]
  const { code, err } = world.foreword(['assemble', root, 'full', output(root), ...own, ...options], call)
  expect([code, err.replaceAll(/^foreword: warning: .*\n/gm, '')]).toEqual([0, ''])
  return text(output(root), 'context.md').replaceAll(/INJ-[0-9a-z-]+/g, 'ID')
}

beforeAll(async () => {
  const titles = new Set(['nothing happens', 'the day changes', ...Object.keys({ ...changes, ...begins })])
  for (const [i, title] of [...titles].entries()) {
    const root = world.project(begins[title], `p${i}`)
    world.write(join(root, 'base.yaml'), base)
    world.write(join(root, '.foreword/manifest.yaml'), 'foreword: 1\nname: own\nextends: ../base.yaml\n')
    world.write(join(team(root), 'B.md'), 'The second of the team\n')
    roots.set(title, root)
  }
  const repository = roots.get('an undated journal is committed')!
  world.git(repository, 'init', '-q')
  utimesSync(
    join(repository, 'session-journals/notes.md'),
    new Date('2026-01-02T10:00:00Z'),
    new Date('2026-01-02T10:00:00Z'),
  )
  await rest(3300)
  for (const root of roots.values()) assemble(root, at)
})
afterAll(() => world.remove())

const memories = () =>
  readdirSync(join(world.cache, 'compiled')).filter((name) => name.startsWith('rendered-'))

describe('a packet that was compiled before', () => {
  it('Z-116 is remembered for every project that has rested, where nothing speaks against it', () => {
    const kept = memories().map((name) => json(world.cache, 'compiled', name).key)
    const remembered = [...roots].filter(([, root]) =>
      kept.some((entry) => entry.includes(JSON.stringify(root))),
    )
    expect(remembered.map(([title]) => title)).toEqual(
      [...roots.keys()].filter((title) => !forgotten.includes(title)),
    )
  })

  it('Z-81 is not kept at all when the name of a source is a secret', () => {
    expect(assemble(roots.get('the name of a source is a secret')!, at)).toContain('Added the cart')
    expect(world.shell(`grep -rl ${secrets.github} cache`)).toMatchObject({ code: 1, out: '' })
  })

  it('Z-105 Z-106 Z-116 comes again with a new id in wrapper, record and receipt, and a digest of these very bytes', () => {
    const root = roots.get('nothing happens')!
    const before = assemble(root, at)
    const first = json(output(root), 'receipt.json')
    const again = assemble(root, at)
    const second = json(output(root), 'receipt.json')
    expect(again).toBe(before)
    expect(second.injection_id).not.toBe(first.injection_id)
    const named = text(output(root), 'context.md').match(/INJ-[0-9a-z-]+/g)
    expect(named).toEqual([second.injection_id, second.injection_id])
    expect(json(output(root), 'context.json').injection_id).toBe(second.injection_id)
    const digest = world.shell(`sha256sum '${output(root)}/context.md'`).out.slice(0, 64)
    expect(second.packet_digest).toBe(`sha256:${digest}`)
    expect({ ...second, injection_id: '', session_id: '', packet_digest: '' }).toEqual({
      ...first,
      injection_id: '',
      session_id: '',
      packet_digest: '',
    })
    expect(second).toEqual({
      ...json(fresh(root), 'receipt.json'),
      injection_id: second.injection_id,
      session_id: second.session_id,
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

  it('is another one for a project with another name, which takes room in the wrapper', () => {
    const named = (name: string, budget: number) => {
      const root = world.project({}, name)
      world.write(
        join(root, '.foreword/manifest.yaml'),
        `foreword: 1\nname: own\nextends: preset:outpost\nlevels: { full: { budget: ${budget} } }\nrender: { attributes: { repo: '{repo}' } }\n`,
      )
      return [assemble(root, at), text(fresh(root), 'context.md').replaceAll(/INJ-[0-9a-z-]+/g, 'ID')]
    }
    const [whole] = named('n', 1800)
    const { total } = json(output(join(world.dir, 'n')), 'context.json').token_counts
    const [long, longFresh] = named('n'.repeat(200), total)
    const [short, shortFresh] = named('n', total)
    expect([long, short]).toEqual([longFresh, shortFresh])
    expect(short).toBe(whole)
    expect(long!.replace(/n{200}/, 'n')).not.toBe(whole)
  })
})

describe('the place where packets are kept', () => {
  const run = (environment: string) => {
    const root = world.project()
    const line = `unset FOREWORD_CACHE_DIR; export ${environment}; foreword assemble '${root}' full away '${at}'`
    expect(world.shell(line)).toMatchObject({ code: 0, err: '' })
  }

  it.each([
    [
      'below the home directory when XDG_CACHE_HOME is empty',
      'XDG_CACHE_HOME=',
      'home/.cache/foreword/compiled',
    ],
    ['where XDG_CACHE_HOME says', `XDG_CACHE_HOME='${world.dir}/xdg'`, 'xdg/foreword/compiled'],
  ])('is %s', (_, environment, directory) => {
    run(environment)
    expect(readdirSync(join(world.dir, directory)).length).toBeGreaterThan(0)
  })

  it.each(['XDG_CACHE_HOME=relative', 'HOME=relative', 'HOME='])(
    'is never a relative one: %s',
    (environment) => {
      run(`XDG_CACHE_HOME= ${environment}`)
      expect(readdirSync(world.dir)).not.toContain('relative')
      expect(readdirSync(world.dir)).not.toContain('.cache')
    },
  )

  it('is nowhere for a program that runs from source, where every edit has the same name', () => {
    const root = world.project()
    const home = join(import.meta.dirname, '../..')
    const main = join(world.dir, 'main.mjs')
    const call = `import { runCommand } from ${JSON.stringify(join(home, 'bin/command-line.ts'))}
      runCommand(${JSON.stringify(home)})`
    writeFileSync(main, call)
    const cache = join(world.dir, 'source-cache')
    const env = { ...world.env, FOREWORD_CACHE_DIR: cache }
    const ran = spawnSync(process.execPath, [main, 'assemble', root, 'full', 'away', at], {
      cwd: world.dir,
      env,
    })
    expect([ran.status, ran.stderr.toString(), existsSync(cache)]).toEqual([0, '', false])
  })

  it('holds exact counts of each build apart', () => {
    const root = world.project({}, 'counted')
    world.write(
      join(root, '.foreword/manifest.yaml'),
      'foreword: 1\nname: own\nextends: preset:outpost\nmeasure: o200k\n',
    )
    assembleBy({ asProcess: true }, root, at)
    const counts = readdirSync(join(world.cache, 'counts'))
    const builds = new Set(counts.map((name) => json(world.cache, 'counts', name).build))
    expect([...builds]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  })
})

describe('the questions before a packet is taken from the cache', () => {
  it('a manifest that is a FIFO is refused instead of waited for', () => {
    world.shell('mkfifo pipe.yaml')
    const { code, err } = world.foreword(['explain', world.project(), '--manifest=pipe.yaml'])
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('pipe.yaml is not a file')])
  })

  it('Z-107 a directory that exists is <output_dir>, also when a level has its name', () => {
    mkdirSync(join(world.dir, 'minimal'))
    expect(world.foreword(['assemble', world.project(), 'minimal', at]).code).toBe(0)
    expect(json(world.dir, 'minimal/receipt.json').level).toBe('standard')
  })
})

/** Compiles the same without any cache, in a separate directory. */
function fresh(root: string): string {
  const aside = `${output(root)}-fresh`
  const options = ['--var=app_id=shop', `--root=team=${team(root)}`, at, '--no-cache']
  world.foreword(['assemble', root, 'full', aside, ...options])
  return aside
}
