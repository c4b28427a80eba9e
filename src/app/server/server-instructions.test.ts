import { afterEach, describe, expect, it } from 'vitest'
import { manifest, ServedProject, testCaller } from './project-service.fixture.ts'

let project: ServedProject
afterEach(() => project.remove())

const rules = 'Never lose an order.\n'

describe('instructions', () => {
  it('hold what is sent as a rule, and how the rest is read', async () => {
    project = new ServedProject({
      'RULES.md': rules,
      'decisions/0001-one.md': '# One place\n\n## Decision\n\nEach fact has one place.\n',
      'plans/next.md': '# Next\n\nStatus: active\n\nSecret plans.\n',
    })
    const text = await project.offer().instructions(testCaller)
    expect(text).toContain('Each fact has one place.')
    expect(text).toContain('Never lose an order.')
    expect(text).not.toContain('Secret plans')
    expect(text).toContain('notes_search')
    expect(text).toContain('notes://state/plan')
    expect(text).not.toContain('<')
  })

  it('are a receipt with the session and the client', async () => {
    project = new ServedProject({ 'RULES.md': rules })
    await project.offer().instructions(testCaller)
    expect(project.bodies).toMatchObject([
      { asked: 'instructions', session_id: 'mcp-1', client: 'peer 1.0', status: 'success' },
    ])
  })

  it('stay below the smallest cap of a client, whatever there is to say', async () => {
    const long = Array.from({ length: 2000 }, (_, i) => `- Rule ${i} 規則 😀 holds for everything`).join('\n')
    const plain = manifest.replace('missing: skip, heading', 'protected: true, cap: 3000, heading')
    const wide = plain.replace(/budget: \d+/g, 'budget: 90000').replace('ceiling: 4000', 'ceiling: 90000')
    project = new ServedProject({ 'foreword.yaml': wide, 'RULES.md': long })
    const text = await project.offer().instructions(testCaller)
    expect(text.length).toBeLessThanOrEqual(4000)
    expect(text.length).toBeGreaterThan(3000)
    expect(text.isWellFormed()).toBe(true)
    expect(await project.offer().instructions(testCaller)).toBe(text)
  })

  it('hold what never gives way where there are no tiers', async () => {
    const [head] = manifest.split('tiers:')
    const sections = `sections:
  soul: { sources: ["file:SOUL.md"], protected: true }
  journal: { sources: ["file:JOURNAL.md"] }
`
    project = new ServedProject({
      'foreword.yaml': head + sections,
      'SOUL.md': 'Who\n',
      'JOURNAL.md': 'Then\n',
    })
    const text = await project.offer().instructions(testCaller)
    expect(text).toContain('Who')
    expect(text).not.toContain('Then')
    expect(text).toContain('section:journal')
  })

  it('have no secret in them', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    project = new ServedProject({ 'RULES.md': `Use ${secret}\n` })
    const text = await project.offer().instructions(testCaller)
    expect(text).toContain('Use [REDACTED]')
    expect(JSON.stringify(project.parcels)).not.toContain(secret)
  })

  it('say in one sentence that nothing is offered where the manifest is not trusted', async () => {
    project = new ServedProject({ 'RULES.md': rules })
    project.inert = 'foreword: the manifest of shop is not trusted: "foreword trust" looks at it'
    const offer = project.offer()
    const text = await offer.instructions(testCaller)
    expect(text).toBe(`${project.inert}; until the user has done that, nothing is offered here.`)
    expect(await offer.about()).toEqual({ project: 'shop', scheme: 'foreword', inert: project.inert })
    expect(project.parcels).toEqual([])
  })

  it('M-84 say what is wrong where nothing can be compiled, and the server goes on', async () => {
    project = new ServedProject({ 'foreword.yaml': 'foreword: 1\nname: [' })
    const offer = project.offer()
    expect((await offer.about()).inert).toContain('foreword.yaml')
    expect(await offer.instructions(testCaller)).toContain('no project context this time')
    const missing = manifest.replace('missing: skip, heading', 'missing: fail, heading')
    project.write({ 'foreword.yaml': missing })
    expect(await offer.instructions(testCaller)).toMatch(/notes_search[\s\S]*no project context this time/)
    expect(project.bodies).toMatchObject([{ asked: 'instructions', status: 'error' }])
  })
})
