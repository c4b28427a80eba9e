import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { now, text } from './program.ts'
import { Keeper, parcelsIn, stateOf, warnings } from './store.ts'

let kept: Keeper
beforeEach(() => {
  kept = new Keeper()
})
afterEach(() => kept.remove())

/** A repository with a second worktree, both with the project's name. */
function worktrees(): string {
  const { world, repo } = kept
  world.git(repo, 'init', '-q', '-b', 'main')
  world.git(repo, 'add', '-A')
  world.git(repo, 'commit', '-qm', 'first')
  const tree = join(world.dir, 'tree/shop')
  world.git(repo, 'worktree', 'add', '-q', tree)
  return tree
}

describe('an injection on record', () => {
  it('M-55 M-56 M-57 M-58 M-77 has its time, its sources, the digest of its content and its session', () => {
    const { id, output } = kept.assemble({}, kept.repo, '--session=the-session', `--now=${now}`)
    const shown = kept.answer(['show', id])
    expect(shown.injection).toMatchObject({
      injection_id: id,
      timestamp: now,
      session_id: 'the-session',
      packet_digest: digestIn(output),
    })
    const [soul] = shown.account.sections
    expect(soul.sources).toMatchObject([
      { path: 'apps/shop/SHOP_SOUL.md', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    ])
    expect(kept.ask(['replay', id]).out).toBe(text(output, 'context.md'))
  })

  const digestIn = (output: string) => JSON.parse(text(output, 'receipt.json')).packet_digest
})

describe('the worktrees of a repository', () => {
  it('have one ledger with the injections of all of them', () => {
    const tree = worktrees()
    const ids = [kept.assemble({}, tree), kept.assemble(), kept.assemble({}, tree)].map(
      (assembled) => assembled.id,
    )
    expect(kept.ids()).toEqual(ids)
    expect(kept.ids({ cwd: tree })).toEqual(ids)
    expect(existsSync(join(tree, '.foreword'))).toBe(false)
  })

  it('keep their own with FOREWORD_STORE=isolate', () => {
    const tree = worktrees()
    const env = { FOREWORD_STORE: 'isolate' }
    const [here, there] = [kept.assemble(env).id, kept.assemble(env, tree).id]
    expect([kept.ids({ env }), kept.ids({ env, cwd: tree })]).toEqual([[here], [there]])
    expect(existsSync(stateOf(tree).file)).toBe(true)
  })

  it('leave the ledger behind when they go', () => {
    const tree = worktrees()
    const { id } = kept.assemble({}, tree)
    kept.world.git(kept.repo, 'worktree', 'remove', tree)
    expect(kept.ids()).toEqual([id])
  })

  it.each(['', 'isolate'])('stay clean for git, with FOREWORD_STORE=%s', (FOREWORD_STORE) => {
    const tree = worktrees()
    for (const repo of [kept.repo, tree]) {
      kept.assemble({ FOREWORD_STORE }, repo)
      expect(kept.world.git(repo, 'status', '--porcelain', '--untracked-files=all')).toBe('')
    }
  })
})

describe('a project that came with a link in place of its state', () => {
  const links: readonly [string, (outside: string) => void][] = [
    ['.foreword', (outside) => link(outside, '.foreword')],
    ['.foreword/state', (outside) => link(outside, '.foreword/state')],
    ['.foreword/state/spool', (outside) => link(outside, '.foreword/state/spool')],
    [
      '.foreword/state/store.db',
      (outside) => link(join(outside, 'state/store.db'), '.foreword/state/store.db'),
    ],
  ]
  function link(target: string, path: string) {
    mkdirSync(join(kept.repo, path, '..'), { recursive: true })
    symlinkSync(target, join(kept.repo, path))
  }

  it.each(links)('at %s is written to at user level, and nothing goes through the link', (_, make) => {
    const outside = join(kept.world.dir, 'outside')
    mkdirSync(join(outside, 'state'), { recursive: true })
    writeFileSync(join(outside, 'state/store.db'), '')
    make(outside)
    const { code, err, id } = kept.assemble()
    expect([code, warnings(err).length]).toEqual([0, 1])
    expect(err).toContain('is a symbolic link')
    expect(kept.ids()).toEqual([id])
    expect(readdirSync(outside)).toEqual(['state'])
    expect([readdirSync(join(outside, 'state')), text(outside, 'state/store.db')]).toEqual([['store.db'], ''])
    expect(readdirSync(join(kept.userState, 'state'))).toHaveLength(1)
  })
})

describe('FOREWORD_STORE', () => {
  it('off keeps nothing, and a command that needs the store says so', () => {
    const env = { FOREWORD_STORE: 'off' }
    const { code, err, id, output } = kept.assemble(env)
    expect([code, err]).toEqual([0, ''])
    expect(text(output, 'context.md')).toContain(id)
    expect([existsSync(join(kept.repo, '.foreword')), existsSync(kept.userState)]).toEqual([false, false])
    const asked = kept.ask(['log'], { env })
    expect([asked.code, asked.out, asked.err]).toEqual([
      3,
      '',
      expect.stringContaining('FOREWORD_STORE is "off"'),
    ])
  })

  it('with a directory serves many projects, each with its own ledger', () => {
    const env = { FOREWORD_STORE: join(kept.world.dir, 'central') }
    const other = kept.world.project({}, 'other/shop')
    const ids = [kept.repo, other].map(
      (repo, i) => kept.assemble({ ...env, FOREWORD_PROJECT: `p${i}` }, repo).id,
    )
    expect(ids.map((_, i) => kept.ids({ env: { ...env, FOREWORD_PROJECT: `p${i}` } }))).toEqual([
      [ids[0]],
      [ids[1]],
    ])
    expect(existsSync(join(kept.repo, '.foreword'))).toBe(false)
  })

  it.each(['bad', 'sqlite', 'mysql://x', 'OFF', 'store.db', 'some/where'])(
    'cannot be "%s": a command is refused, the agent gets its context, and both hear what is allowed',
    (value) => {
      const env = { FOREWORD_STORE: value }
      const [sent, asked] = [kept.assemble(env), kept.ask(['log'], { env })]
      expect([sent.code, asked.code, asked.out]).toEqual([0, 2, ''])
      expect(text(sent.output, 'context.md')).toContain(sent.id)
      for (const form of ['shared', 'isolate', 'off', 'postgres://', 'directory'])
        for (const { err } of [sent, asked]) expect(err).toContain(form)
      expect(existsSync(join(kept.repo, '.foreword'))).toBe(false)
    },
  )

  it.each(['bad', 'postgresx'])('"%s" does not make a refusal of a run that went well', (FOREWORD_STORE) => {
    kept.world.agent('codex')
    const runs = `--runs-dir=${kept.world.runs}`
    const words = ['dispatch', kept.repo, 'Add it', '--executor=codex', '--context', runs]
    const { code, err } = kept.world.foreword(words, { env: { FOREWORD_STORE } })
    expect([code, err]).toEqual([0, expect.stringContaining('no record is kept')])
  })

  it('is not needed: with nothing said, and a place that was never written to, asking makes nothing', () => {
    for (const words of ['log', 'verify', 'store stats', 'context'])
      expect(kept.ask(words.split(' ')).code).toBe(0)
    expect(existsSync(join(kept.repo, '.foreword'))).toBe(false)
    expect(parcelsIn(kept.spools)).toEqual([])
  })
})

describe('the key that signs', () => {
  const sign = (env: Readonly<Record<string, string>>) =>
    kept.ask(['verify', '--write-checkpoint=../point.json'], { env })
  const keyIn = (state: string) => existsSync(join(kept.world.dir, state, 'foreword/keys/checkpoint.pem'))
  const filled = () => {
    kept.fill(1)
    return readdirSync(kept.repo)
  }

  it('is kept in the home directory when XDG_STATE_HOME is relative', () => {
    const names = filled()
    expect(sign({ XDG_STATE_HOME: 'state' })).toMatchObject({ code: 0 })
    expect([keyIn('home/.local/state'), readdirSync(kept.repo)]).toEqual([true, names])
  })

  it('is not made where there is no state directory, and what to do is said', () => {
    const names = filled()
    const { code, err } = sign({ HOME: '', XDG_STATE_HOME: 'state' })
    expect([code, err]).toEqual([3, expect.stringMatching(/key cannot be stored[\s\S]*XDG_STATE_HOME/)])
    expect([existsSync(join(kept.world.dir, 'point.json')), readdirSync(kept.repo)]).toEqual([false, names])
  })
})

describe('a file that is written', () => {
  it.each(['store export', 'verify'])(
    'by %s is not a directory, and nothing is left of the attempt',
    (words) => {
      kept.fill(1)
      mkdirSync(join(kept.world.dir, 'there'))
      const to = words === 'verify' ? ['--write-checkpoint=../there'] : ['../there']
      const { code, out, err } = kept.ask([...words.split(' '), ...to])
      expect([code, out, err]).toEqual([3, '', expect.stringContaining('it is a directory')])
      expect(readdirSync(kept.world.dir).filter((name) => name.includes('there'))).toEqual(['there'])
    },
  )

  it('can be standard output', () => {
    kept.fill(1)
    const { out, err } = kept.world.shell(
      `cd "${kept.repo}" && foreword store export /dev/stdout | head -c 12`,
    )
    expect([out, err]).toEqual([expect.stringMatching(/^\{"foreword"/), expect.anything()])
  })
})
