import { afterAll, describe, expect, it } from 'vitest'
import { control, Loading } from './load-project.ts'
import { documentOf, keepsToTheScreen } from './past-asking.ts'

const loading = new Loading()
afterAll(() => loading.remove())
const many = loading.text(['--task=Revise the audit policy', '--session=ses-1'])
const few = loading.text(['--task=Revise the audit policy', '--max-files=8'])
const about = (...args: string[]) => {
  const ran = loading.world.foreword(args, { cwd: loading.repo })
  expect(ran.code, ran.err).toBe(0)
  return ran.out
}
const asked = (command: string, ...args: string[]) => documentOf(command, about(command, '--json', ...args))
const page = (...args: string[]) => {
  const out = about(...args)
  keepsToTheScreen(out, args[0])
  return out
}

describe('a bundle that was given', () => {
  it('C-24 is replayed byte by byte, each one', () => {
    expect(about('replay', 'latest')).toBe(few)
    const { injections } = asked('log')
    expect(injections).toHaveLength(2)
    expect(about('replay', injections[1].injection_id)).toBe(many)
  })

  it('C-59 has a receipt that names every document with its digest, and holds no text of it', () => {
    const { account, injection } = asked('show', 'latest')
    expect(injection.status).toBe('success')
    expect(account.sections.map((section: { source: string }) => section.source)).toEqual([
      ...control,
      '.cortex/artifacts/governance_shop_v0.md',
    ])
    const digests = JSON.parse(few).files.map((file: { provenance: object }) => file.provenance)
    expect(
      account.sections.map((section: { sources: { digest: string }[] }) => section.sources[0]!.digest),
    ).toEqual(digests.map((provenance: { source_digest: string }) => provenance.source_digest))
    expect(JSON.stringify(account)).not.toContain('Two reviews')
    expect(page('show', 'latest')).toContain('2 more documents could be in task, which has 1:')
  })

  it('C-59 every byte range of the map is the excerpt of its document', () => {
    const { account } = asked('show', 'latest')
    const files = JSON.parse(few).files
    expect(account.map).toHaveLength(files.length)
    for (const [i, { start, end }] of account.map.entries())
      expect(JSON.parse(Buffer.from(few).subarray(start, end).toString())).toBe(files[i].excerpt)
  })

  it('C-59 why finds a line in it with its file and line', () => {
    const { found } = asked('why', 'Two reviews')
    expect(found).toMatchObject([{ source: '.cortex/artifacts/governance_shop_v0.md', lines: [3, 3] }])
    expect(page('why', 'Two reviews')).toContain('.cortex/artifacts/governance_shop_v0.md:3')
  })

  it('C-30 why knows that there was no room for a document', () => {
    const { absent } = asked('why', 'policies/retention.md')
    expect(absent).toMatchObject([{ source: 'policies/retention.md', reason: 'left-out' }])
    expect(absent[0].detail).toContain('It did not fit among the chosen documents')
    expect(asked('why', 'specs/cart.md').absent[0].detail).toContain('only for intent spec')
  })

  it('C-30 diff says that a document was not chosen, and not that the manifest lost it', () => {
    const { sections } = asked('diff', 'latest~1', 'latest')
    const gone = sections.filter((change: { change: string }) => change.change === 'removed')
    expect(gone.map((change: { section: string }) => change.section)).toEqual([
      'governance/policies/access.md',
      'governance/policies/retention.md',
    ])
    for (const { why } of gone) expect(why).toBe('it was not among the documents chosen for governance')
    page('diff', 'latest~1', 'latest')
  })

  it('is on record in a ledger that holds', () => {
    expect(asked('verify')).toMatchObject({ holds: true, entries: 2 })
    expect(page('log').match(/ sent$/gm)).toHaveLength(2)
  })

  it('a refusal is on record too, and --explain is not', () => {
    const before = asked('log').injections.length
    expect(loading.run(['--task=policy', '--explain']).code).toBe(0)
    expect(asked('log').injections).toHaveLength(before)
    expect(loading.run(['--adapter=jira']).code).toBe(2)
    expect(asked('log').injections.length).toBe(before + 1)
  })
})

describe('foreword load --explain', () => {
  const args = ['--task=Revise the audit policy', '--max-files=8', '--explain']

  it('C-36 C-54 shows why each document is in, and why each other is not', () => {
    const { code, out, err } = loading.run(args)
    expect([code, err]).toEqual([0, ''])
    keepsToTheScreen(out)
    for (const line of [
      'Task: governance, by the word "policy". Profile: standard.',
      'Included: 7',
      '  by task:governance:.cortex/artifacts/governance_*.md',
      'Left out: 2',
      '  task has room for 1 of them',
      '    policies/access.md',
      '    policies/retention.md',
      '  only for intent design',
      '    file:specs/*.md',
    ])
      expect(`${out}\n`).toContain(`${line}\n`)
  })

  it('C-36 C-54 says the same as one document of the published shape', () => {
    const { code, out } = loading.run([...args, '--json'])
    expect(code).toBe(0)
    const answer = documentOf('load', out)
    const bundle = JSON.parse(few)
    expect(answer.selected.map((file: { path: string }) => file.path)).toEqual(
      bundle.files.map((file: { path: string }) => file.path),
    )
    expect(answer.selected.map((file: { why: string }) => file.why)).toEqual(
      bundle.files.map((file: { selected_by: string }) => file.selected_by),
    )
    expect(answer).toMatchObject({
      task: { intent: 'governance', word: 'policy' },
      refused_count: 2,
      refused: [
        { path: 'policies/access.md', tier: 'task', why: 'task has room for 1 of them' },
        { path: 'policies/retention.md' },
      ],
    })
  })
})

describe('a bundle and a packet of the same manifest', () => {
  it('C-08 a packet to be read has the same documents in the same order', () => {
    const { packet, receipt } = documentOf(
      'explain',
      about('explain', loading.repo, '--preset=cortex', '--task=Revise the audit policy', '--json'),
    )
    expect(receipt.sections.map((section: { source: string }) => section.source)).toEqual(
      JSON.parse(many).files.map((file: { path: string }) => file.path),
    )
    expect(packet).toContain('## policies/access.md\n\n### Access\n\nLeast privilege.\n')
  })
})
