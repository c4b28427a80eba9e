import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Hooks, startup } from './hook-calls.ts'
import { control, governance, governed } from './load-project.ts'
import { clientInfo } from './mcp-client.ts'
import { documentOf, keepsToTheScreen } from './past-asking.ts'
import { binary } from './program.ts'

/** A project that extends the preset with its own intent and section. */
const own = `foreword: 1
name: own
extends: preset:cortex
intents: { release: [release, ship] }
sections:
  release:
    heading: Release notes
    when: { intent: release }
    sources: [file:notes/*.md]
    tier: task
    each: true
    shape: whole
    over_cap: prefix
    labels: { selected_by: "task:{intent}:{pattern}", source_kind: own_notes }
`
const hooks = new Hooks({
  ...governed,
  '.foreword/manifest.yaml': own,
  'notes/a.md': '# First release\n',
  'notes/b.md': '# Second release\n',
})
afterAll(() => hooks.world.remove())
const about = (...args: string[]) => {
  const ran = hooks.world.foreword(args, { cwd: hooks.root })
  expect(ran.code, ran.err).toBe(0)
  return ran.out
}

describe('a manifest that goes on from the preset', () => {
  it('C-13 C-20 has intents and documents of its own beside those of the preset', () => {
    const bundle = JSON.parse(about('load', '--task=Ship it'))
    expect(bundle).toMatchObject({ task_key: 'release', control_plane: { status: 'ok' } })
    expect(bundle.files.slice(control.length)).toMatchObject([
      {
        path: 'notes/a.md',
        selected_by: 'task:release:notes/*.md',
        provenance: { source_kind: 'own_notes' },
      },
      { path: 'notes/b.md' },
    ])
    expect(
      JSON.parse(about('load', '--task=policy')).files.map((file: { path: string }) => file.path),
    ).toEqual([...control, ...governance])
  })

  it('C-20 an intent of its own comes behind those of the preset', () => {
    expect(JSON.parse(about('load', '--task=Ship the design')).task_key).toBe('design')
  })

  it('explain and context show tell of its documents, also which of them were sent', () => {
    const explained = documentOf('explain', about('explain', hooks.root, '--task=Ship it', '--json'))
    expect(explained.packet).toContain('## notes/a.md\n\n### First release\n')
    expect(hooks.call('session-start', { input: startup }).context).toContain('### Postgres')
    const shown = documentOf('context show', about('context', 'show', '--json'))
    const plane = shown.tiers.find((tier: { tier: string }) => tier.tier === 'control_plane')
    expect(
      plane.sections.map((section: { section: string; state: string }) => [section.section, section.state]),
    ).toEqual([
      ['manifest', 'injected'],
      ['lifecycle_audit', 'injected'],
      ['audit_needed', 'injected'],
      ['decision_candidates', 'injected'],
      ['active_decisions', 'injected'],
    ])
    const sizes = plane.sections.map((section: { size: number }) => section.size)
    expect(plane.actual).toBe(sizes.reduce((sum: number, size: number) => sum + size, 0))
    expect(plane.sections[4].sources.map((source: { uri: string }) => source.uri)).toEqual([
      'file:.cortex/artifacts/decisions/decision_postgres_v1.md',
      'file:.cortex/artifacts/decisions/decision_stripe_v1.md',
    ])
    keepsToTheScreen(about('context', 'show'), 'context')
    keepsToTheScreen(about('context'), 'context')
  })

  it('read gives all documents of a section, and ls names what can be read', () => {
    expect(about('read', 'section:release')).toBe('# First release\n# Second release\n')
    expect(about('read', 'section:default')).toContain('A cart holds lines.')
    keepsToTheScreen(about('ls'))
  })

  it('C-12 C-48 a hook gives a packet of it that the agent carries, however much there is', () => {
    for (let i = 0; i < 12; i++)
      hooks.write(`.cortex/artifacts/large_${i}.md`, `# Large ${i}\n\n${'a line of it\n'.repeat(1000)}`)
    for (const path of control.slice(4)) hooks.write(path, `# Large\n\n${'a line of it\n'.repeat(1000)}`)
    const { code, context } = hooks.call('session-start', { input: { ...startup, session_id: 'ses-two' } })
    expect(code).toBe(0)
    expect(context?.length).toBeGreaterThan(2_000)
    expect(context?.length).toBeLessThanOrEqual(10_000)
    expect(context).toContain('## Manifest')
    expect(context).toMatch(/<!-- .*left out/)
  })
})

describe('a server for such a project', () => {
  const client = new Client(clientInfo)
  beforeAll(async () => {
    const args = [binary, 'mcp']
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args,
        cwd: hooks.root,
        env: hooks.world.env,
        stderr: 'ignore',
      }),
    )
  })
  afterAll(() => client.close())

  it('offers tools and sections, and what has nothing to be read says what it looked for', async () => {
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(0)
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    const has = ['manifest', 'active_decisions', 'governance', 'default', 'release']
    for (const name of has) {
      const uri = uris.find((candidate) => candidate.endsWith(name))!
      const { contents } = await client.readResource({ uri })
      expect(contents, name).toMatchObject([{ text: expect.stringMatching(/\w/) }])
    }
    const design = uris.find((uri) => uri.endsWith('design'))!
    await expect(client.readResource({ uri: design })).rejects.toThrow(
      'none of its sources was found: .cortex/artifacts/design_*.dsl',
    )
    expect(uris.filter((uri) => uri.endsWith('adapter'))).toEqual([])
  })

  it('finds a document of a section by its words', async () => {
    const { tools } = await client.listTools()
    const { name } = tools.find((tool) => tool.name.includes('search'))!
    const { content } = await client.callTool({ name, arguments: { query: 'Second release' } })
    expect(content).toMatchObject([{ text: expect.stringMatching(/^section:release\nSecond release/) }])
  })
})
