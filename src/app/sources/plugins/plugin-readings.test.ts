import { describe, expect, it } from 'vitest'
import type { PluginRule } from '../../../core/manifest/index.ts'
import type { SalienceFacts } from '../../../core/relevance/index.ts'
import type { Observation } from '../../../core/values/index.ts'
import type { PluginDeps } from '../../../ports/index.ts'
import { askTriggeredPlugins, gatherSalienceFacts, makePluginReader } from './plugin-readings.ts'

const rule = (words: string[], more: Partial<PluginRule> = {}): PluginRule => ({
  provides: ['issues'],
  salience_triggers: words.map((keyword_match) => ({ keyword_match })),
  ...more,
})
const found = (plugin: string): Observation => ({
  state: 'found',
  uri: `foreword://${plugin}/`,
  path: `foreword://${plugin}/`,
  text: plugin,
  digest: 'd',
  bytes: 1,
  modifiedAt: '2026-01-01T00:00:00Z',
})

/** Dependencies that record which plugins were started. Plugins in `off` are not enabled. */
function makeDeps(off: readonly string[] = []) {
  const started: string[] = []
  const deps: PluginDeps = {
    configuration: { file: 'plugins.yaml', plugins: new Map(), fault: null },
    plugins: {
      state: (name) =>
        off.includes(name)
          ? { state: 'not-enabled', why: 'no', fix: 'do' }
          : { state: 'enabled', how: 'command' },
      async read({ plugin, path }) {
        const uri = `foreword://${plugin}/${path}`
        if (off.includes(plugin))
          return { state: 'unavailable', uri, path: uri, reason: 'plugin-not-enabled', detail: 'no' }
        started.push(`${plugin}/${path}`)
        return found(plugin)
      },
      async close() {},
    },
    salience: { commitMessages: () => [], changedFiles: () => [] },
    search: () => false,
  }
  return { deps, started }
}

const task = 'Close the ticket about the cart, see the wiki'
const facts: SalienceFacts = { commits: [], files: [], task }

async function ask(
  plugins: Record<string, PluginRule>,
  { trusted = true, left = 1000, off = [] as string[] } = {},
) {
  const { deps, started } = makeDeps(off)
  const tiers: (string | null)[] = []
  const remaining = (tier: string | null) => {
    tiers.push(tier)
    return left
  }
  const answer = await askTriggeredPlugins(deps, {
    catalog: { scheme: 'foreword', plugins },
    facts,
    trusted,
    remaining,
  })
  return { ...answer, started, tiers }
}

describe('asking the plugins that the work calls for', () => {
  it('M-70 does not start one that nothing triggers, nor one without triggers', async () => {
    const { readings, started } = await ask({
      tickets: rule(['ticket']),
      mail: rule(['letter']),
      silent: rule([]),
    })
    expect(started).toEqual(['tickets/'])
    expect(readings).toEqual([
      {
        plugin: 'tickets',
        tier: null,
        uri: 'foreword://tickets/',
        share: 1000,
        reason: 'keyword_match: the task says "ticket"',
        observation: found('tickets'),
      },
    ])
  })

  it('M-71 gives each its share: by active triggers, then in the order of the manifest, each within its limit', async () => {
    const { readings } = await ask({
      wiki: rule(['wiki']),
      tickets: rule(['ticket', 'cart', 'nothing'], { max_tokens: 300 }),
      carts: rule(['cart']),
    })
    expect(readings.map(({ plugin, share }) => [plugin, share])).toEqual([
      ['tickets', 300],
      ['wiki', 350],
      ['carts', 350],
    ])
  })

  it('M-71 deals out what each tier has left by itself', async () => {
    const { readings, tiers } = await ask({
      a: rule(['ticket'], { tier: 'workflow' }),
      b: rule(['wiki'], { tier: 'reference' }),
    })
    expect(tiers).toEqual(['workflow', 'reference'])
    expect(readings.map(({ tier, share }) => [tier, share])).toEqual([
      ['workflow', 1000],
      ['reference', 1000],
    ])
  })

  it('starts none that has no room, and says so', async () => {
    const { readings, started, diagnostics } = await ask(
      { tickets: rule(['ticket'], { tier: 'workflow' }) },
      { left: 0 },
    )
    expect([readings, started]).toEqual([[], []])
    expect(diagnostics).toEqual([
      {
        code: 'plugin-no-room',
        severity: 'note',
        detail: 'The plugin "tickets" was triggered and not started: the tier workflow has no room left.',
      },
    ])
  })

  it('T1 starts none for a manifest that is not trusted, and warns the user who has enabled one', async () => {
    const plugins = { tickets: rule(['ticket']), wiki: rule(['wiki']) }
    const { readings, started, diagnostics } = await ask(plugins, { trusted: false })
    expect([readings, started]).toEqual([[], []])
    expect(diagnostics).toMatchObject([
      { code: 'plugins-untrusted', severity: 'warning', detail: expect.stringContaining('(tickets, wiki)') },
    ])
    const quiet = await ask(plugins, { trusted: false, off: ['tickets', 'wiki'] })
    expect(quiet.diagnostics).toMatchObject([{ severity: 'note' }])
    expect((await ask({}, { trusted: false })).diagnostics).toEqual([])
  })

  it('tells of one that is triggered and not enabled, which takes nothing from the others', async () => {
    const { readings } = await ask(
      { tickets: rule(['ticket', 'cart']), wiki: rule(['wiki']) },
      { off: ['tickets'] },
    )
    expect(readings.map(({ plugin, share, observation }) => [plugin, share, observation.state])).toEqual([
      ['tickets', 0, 'unavailable'],
      ['wiki', 1000, 'found'],
    ])
  })
})

describe('M-36 reading the address of a plugin', () => {
  const read = async (trusted: boolean) => {
    const { deps, started } = makeDeps()
    const catalog = { scheme: 'foreword', plugins: { tickets: rule([]) } }
    const reader = makePluginReader(async () => deps, { catalog, trusted })
    return { observation: await reader('tickets', 'issues/7', 'foreword://tickets/issues/7'), started }
  }

  it('starts it without any trigger', async () => {
    expect(await read(true)).toMatchObject({ observation: { state: 'found' }, started: ['tickets/issues/7'] })
  })

  it('T1 starts nothing for a manifest that is not trusted', async () => {
    expect(await read(false)).toMatchObject({
      observation: { state: 'unavailable', fix: expect.stringContaining('foreword trust') },
      started: [],
    })
  })
})

describe('the facts of salience', () => {
  const looking = () => {
    const asked: string[] = []
    const salience = {
      commitMessages: () => {
        asked.push('commits')
        return ['SHOP-1']
      },
      changedFiles: () => {
        asked.push('files')
        return ['a.txt', '.env', '.foreword/manifest.yaml']
      },
    }
    const reader = {
      read: (path: string): Observation =>
        path === '.env'
          ? { state: 'unavailable', uri: path, path, reason: 'excluded', detail: '' }
          : ({ ...found('x'), state: 'found', path, text: '@jira' } as Observation),
    }
    const project = { root: '/shop', manifestFile: '/shop/.foreword/manifest.yaml' }
    const gather = (plugin: PluginRule) =>
      gatherSalienceFacts({ salience }, reader, { plugins: { plugin }, task, project })
    return { asked, gather }
  }

  it('are gathered only where a trigger looks at them', () => {
    const { asked, gather } = looking()
    expect(gather(rule(['ticket']))).toEqual({ commits: [], files: [], task })
    expect(asked).toEqual([])
  })

  it('M-54 M-69 hold no file that may not be read, and not the manifest that names the annotation', () => {
    const { gather } = looking()
    const { files } = gather({ provides: [], salience_triggers: [{ file_annotation: '@jira' }] })
    expect(files).toEqual([{ path: 'a.txt', text: '@jira' }])
  })
})
