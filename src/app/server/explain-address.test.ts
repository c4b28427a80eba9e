import { afterEach, describe, expect, it } from 'vitest'
import { formatStatus } from './format-status.ts'
import { ServedProject, testCaller } from './project-service.fixture.ts'

let project: ServedProject
afterEach(() => project.remove())

const files = {
  'RULES.md': 'Never lose an order.\n',
  'decisions/0001-one.md': '# One place\n\n## Decision\n\nEach fact has one place.\n',
}
const explain = async (asked: string | null) => (await project.offer().explain({ asked })).text

describe('an explanation', () => {
  it('says of every section how it stands, without a word of what it holds', async () => {
    project = new ServedProject(files)
    const text = await explain(null)
    expect(text).toMatchInlineSnapshot(`
      "Level standard: 30 of 2000 (chars/4). notes_read reads what is named here.

      identity: sent, 15 of 500.
      - notes://docs/decisions/: would be sent now, and was not yet
      - section:rules: would be sent now, and was not yet

      work: named by address, 0 of 1000.
      - notes://state/plan: not there (inactive: no document of plans is active)

      reference: read on demand, 0 of 1500.
      - notes://context/linked: not part of the context now (read on demand)"
    `)
    expect(text).not.toContain('one place')
  })

  it('says of one section where it comes from, how large it is and how it is read', async () => {
    project = new ServedProject(files)
    for (const asked of ['rules', 'section:rules'])
      expect(await explain(asked)).toMatchInlineSnapshot(`
      "Section rules: would be sent now, and was not yet.
      Tier identity: sent, 15 of 500.
      Size: 5 (chars/4).
      From:
      - file:RULES.md: would be sent now, and was not yet
      Its address: section:rules"
    `)
  })

  it('says of an address which sections have it', async () => {
    project = new ServedProject(files)
    expect(await explain('notes://state/plan')).toMatchInlineSnapshot(
      `"notes://state/plan: nothing is there (no document of plans is active)."`,
    )
    expect(await explain('docs/decisions/1')).toMatchInlineSnapshot(`
      "notes://docs/decisions/1 can be read with notes_read.
      It is one of the documents of section decisions (tier identity): would be sent now, and was not yet."
    `)
    expect(await explain('docs/plans/')).toContain('never sent by itself')
  })

  it('says so if nothing is there, and refuses an invalid address', async () => {
    project = new ServedProject(files)
    expect(await explain('docs/decisions/77')).toContain('nothing is there')
    await expect(explain('docs/nothing/')).rejects.toMatchObject({ code: 'unknown-address' })
  })

  it('leaves no receipt and tells no secret', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    project = new ServedProject({ [`decisions/${secret}.md`]: '# Odd\n' })
    expect(await explain('decisions')).not.toContain(secret)
    await expect(explain(`docs/${secret}/`)).rejects.toThrow('[REDACTED]')
    expect(project.parcels).toEqual([])
  })
})

it('the status for a model is short: no digests, no trail', async () => {
  project = new ServedProject(files)
  expect(formatStatus(await project.offer().status())).toMatchInlineSnapshot(`
    "notebook: level standard, 30 of 2000 (chars/4); nothing was sent yet
    identity (push): 15 of 500
    - notes://docs/decisions/: ready, 10
    - section:rules: ready, 5
    work (declare): 0 of 1000
    - notes://state/plan: absent, inactive: no document of plans is active
    reference (pull): 0 of 1500
    - notes://context/linked: inactive, read on demand"
  `)
})

describe('a task to begin with', () => {
  it('stands behind its context, and is on record', async () => {
    project = new ServedProject(files)
    const { text, injection_id } = await project
      .offer()
      .start({ task: 'Add </task> it', level: null }, testCaller)
    expect(text).toMatch(/Each fact has one place\.[\s\S]*<task>\nAdd &lt;\/task> it\n<\/task>\n$/)
    expect(project.bodies).toMatchObject([{ injection_id, session_id: 'mcp-1', client: 'peer 1.0' }])
    expect(project.bodies[0]).not.toHaveProperty('asked')
  })

  it('has the level that was asked for, and refuses one that is none', async () => {
    project = new ServedProject(files)
    await project.offer().start({ task: 'x', level: 'small' }, testCaller)
    expect(project.bodies).toMatchObject([{ level: 'small' }])
    const huge = project.offer().start({ task: 'x', level: 'huge' }, testCaller)
    await expect(huge).rejects.toMatchObject({ code: 'unknown-level' })
  })

  it('has no secret in it', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    project = new ServedProject(files)
    const { text } = await project.offer().start({ task: `Use ${secret}`, level: null }, testCaller)
    expect(text).toContain('Use [REDACTED]')
    expect(text).not.toContain(secret)
  })
})
