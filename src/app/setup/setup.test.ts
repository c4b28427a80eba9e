import { describe, expect, it } from 'vitest'
import { makeManifest } from '../../core/manifest/manifest.fixture.ts'
import type { Project, TrustRecord } from '../../ports/index.ts'
import { type SetupDeps, type SetupPlan, setUpProject } from './setup.ts'

const project: Project = { name: 'shop', root: '/shop', roots: {}, manifestFile: '/shop/manifest.yaml' }

/** A project whose manifest changes as soon as the user has seen it. */
function makeSetup(state: 'proposed' | 'kept') {
  const trusted: TrustRecord[] = []
  let heading = 'as shown'
  const deps = {
    proposer: {
      propose: async () => ({
        path: 'manifest.yaml',
        state,
        manifest: 'x',
        found: [],
        first: [],
        agents: [],
      }),
      accept: () => ({ state: 'kept' }),
      compile: async () => ({ text: 'x', receipt: { sections: [{ id: 'soul', size: 1 }] } }),
    },
    trust: {
      hash: (text: string) => text,
      clock: { now: () => new Date(0) },
      book: { find: () => null, problem: () => null, put: (record: TrustRecord) => trusted.push(record) },
      locate: () => ({ root: '/shop', home: '/shop', repository: 'r', links: [] }),
      readManifestOrigin: async () => ({
        whose: 'project',
        root: '/shop',
        manifest: makeManifest({}),
        outsideLayers: [],
        layers: [{ name: 'manifest.yaml', data: { heading } }],
      }),
    },
    directory: { containsHome: false, isInGit: true },
    findProject: () => project,
    withTrials: async (_: Project, use: (deps: object) => unknown) =>
      use({ program: { words: [], fleeting: null } }),
  } as unknown as SetupDeps
  const decide = (_: SetupPlan) => {
    heading = 'changed meanwhile'
    return 'yes' as const
  }
  const input = { project, agents: [], timeoutMs: 1000, next: [], tell: () => undefined, decide }
  return { trusted, result: setUpProject(deps, input) }
}

describe('a manifest that another program writes while the user decides', () => {
  it('is neither replaced nor trusted', async () => {
    const { trusted, result } = makeSetup('proposed')
    expect(await result).toMatchObject({
      outcome: 'refused',
      done: [],
      refusal: { message: expect.stringContaining('Another program has just written manifest.yaml.') },
    })
    expect(trusted).toEqual([])
  })

  it('is trusted only as the user has seen it', async () => {
    const { trusted, result } = makeSetup('kept')
    expect(await result).toMatchObject({ outcome: 'done', trust: 'trusted' })
    expect(trusted.map(({ canonical }) => canonical)).toEqual([expect.stringContaining('as shown')])
  })
})
