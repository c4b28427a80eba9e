import { describe, expect, it } from 'vitest'
import { checkCommands, checkContradictions, findProjectCommands } from './check-commands.ts'
import { checkFrontMatter } from './check-front-matter.ts'
import { checkImports, checkLinkInstead, checkUnfollowedImports } from './check-imports.ts'
import { checkNames } from './check-names.ts'
import { checkPaths } from './check-paths.ts'
import { checkRepeats } from './check-repeats.ts'
import { checkSettings } from './check-settings.ts'
import { checkSize } from './check-size.ts'
import { checkText } from './check-text.ts'
import { listPlaces, makeCheckedProject } from './checked-project.fixture.ts'
import { scanReferences } from './scan-references.ts'

const agent = { id: 'kite', version: '1.0' }
const file = (text: string, path = 'AGENTS.md') => ({ path, text, isUtf8: true })
const parsers = { parseToml: () => undefined, parseYaml: () => undefined }

describe('imports', () => {
  const check = (texts: Readonly<Record<string, string>>, maxSteps = 2) =>
    checkImports(makeCheckedProject(texts), { agent, title: 'Kite', maxSteps, roots: ['A.md'] }).map(
      ({ code, file, line }) => `${code} ${file}:${line}`,
    )

  it('are reported if the file is missing, in the file that names it', () => {
    expect(check({ 'A.md': 'x\n@b.md', 'b.md': '@docs/c.md', 'docs/d.md': '' })).toEqual([
      'import-missing b.md:1',
    ])
  })

  it('are reported if they lead out of the repository, except to the home', () => {
    expect(check({ 'A.md': '@../b.md\n@/etc/c.md\n@~/own.md' })).toEqual([
      'import-outside A.md:1',
      'import-outside A.md:2',
    ])
  })

  it('are reported if they go in a circle, once', () => {
    expect(check({ 'A.md': '@b.md', 'b.md': '@A.md' })).toEqual(['import-cycle b.md:1'])
  })

  it('are reported if a part of the tree goes in a circle that does not hold the root', () => {
    expect(check({ 'A.md': '@b.md\n@c.md', 'b.md': '@c.md', 'c.md': '@b.md' })).toEqual([
      'import-cycle c.md:1',
    ])
  })

  it('are reported beyond the steps that the agent follows, and not at the last step', () => {
    const chain = { 'A.md': '@b.md', 'b.md': '@c.md', 'c.md': '@d.md', 'd.md': '' }
    expect(check(chain, 3)).toEqual([])
    expect(check(chain, 2)).toEqual(['import-too-deep c.md:1'])
  })

  it('may be deep by one way if a shorter one leads there', () => {
    expect(check({ 'A.md': '@b.md\n@c.md', 'b.md': '@c.md', 'c.md': '@d.md', 'd.md': '' })).toEqual([])
  })

  it.each(['@jane', '@types/node', 'me@home.md.example', '@scope/name.js', '`@a.md`', '@decorator()'])(
    'are not in %s',
    (text) => expect(check({ 'A.md': text })).toEqual([]),
  )

  it('may end a sentence', () => {
    expect(check({ 'A.md': 'Read @b.md.', 'b.md': '' })).toEqual([])
  })

  it('are reported for an agent that does not follow them', () => {
    const project = makeCheckedProject({ 'AGENTS.md': '@docs/a.md', 'docs/a.md': '' })
    const found = checkUnfollowedImports(project, file('@docs/a.md and @gone.md'), { agent, title: 'Kite' })
    expect(found).toMatchObject([{ code: 'import-not-followed', agent, line: 1 }])
  })
})

describe('a link', () => {
  const check = (text: string) => {
    const project = makeCheckedProject({ 'CLAUDE.md': text, 'AGENTS.md': '', 'README.md': '' })
    return listPlaces(checkLinkInstead(project, file(text, 'CLAUDE.md'), (path) => path === 'AGENTS.md'))
  }

  it('is reported if the file is hardly more', () => {
    expect(check('# Claude\n\nSee [AGENTS.md](AGENTS.md).\n')).toEqual(['link-instead-of-import:3'])
  })

  it.each([
    ['another file', 'See [the readme](README.md).'],
    ['an import beside it', '@AGENTS.md\n\nSee [AGENTS.md](AGENTS.md).'],
    ['a text of its own', `See [AGENTS.md](AGENTS.md). ${'Use plain words. '.repeat(12)}`],
  ])('is fine with %s', (_, text) => expect(check(text)).toEqual([]))
})

describe('commands', () => {
  const project = makeCheckedProject({
    'package.json': '{"scripts":{"build":"x","noop":"echo no test specified"}}',
    'pnpm-lock.yaml': '',
    'web/package.json': '{"scripts":{"dev":"x"}}',
    Makefile: '.PHONY: all\nlint format: deps\n\truff\nVERSION := 1\n',
    justfile: 'test:\n  x\n',
  })
  const commands = findProjectCommands(project, parsers)
  const check = (text: string) => listPlaces(checkCommands(project, file(text), commands))

  it.each([
    'npm run build',
    'pnpm run noop',
    'cd web && npm run dev',
    'make lint',
    'make -j4 format',
    'make all',
    'just test',
    'npm run NAME',
    'make sure',
  ])('are fine: %s', (command) =>
    expect(check(command.startsWith('make sure') ? command : `Run \`${command}\`.`)).toEqual([]),
  )

  it.each([
    'npm run biuld',
    'pnpm run dev:all',
    'make fromat',
    'make CC=gcc tset',
    'just tset',
    'npm ci && npm run tset',
  ])('are missing: %s', (command) => {
    expect(check(`Run \`${command}\`.`)).toEqual(['command-missing:1'])
    expect(check(`Do:\n\`\`\`sh\n$ ${command}\n\`\`\``)).toEqual(['command-missing:3'])
  })

  it('name what there is', () => {
    expect(checkCommands(project, file('`make fromat`'), commands)[0]!.expected).toBe(
      'one of .PHONY, all, format, lint',
    )
  })

  it('are not judged if targets are computed or no package is there', () => {
    const computed = makeCheckedProject({ Makefile: 'include other.mk\nlint:\n' })
    const text = file('`make other` and `npm run other`')
    expect(checkCommands(computed, text, findProjectCommands(computed, parsers))).toEqual([])
  })

  it('contradict each other if they are of two package managers; the lock file decides', () => {
    const files = [file('Run `pnpm test`.'), file('First\n`npm ci`, then `npm test`.\n', 'docs/a.md')]
    expect(checkContradictions(project, files, commands)).toMatchObject([
      { code: 'commands-contradict', file: 'docs/a.md', line: 2, expected: 'pnpm, by the lock file' },
    ])
    expect(checkContradictions(project, files.slice(1), commands)).toEqual([])
    expect(checkContradictions(project, [files[0]!, file('`npm install -g pnpm`')], commands)).toEqual([])
  })
})

describe('paths', () => {
  const project = makeCheckedProject({ 'src/app.ts': '', 'docs/guide.md': '', 'web/src/main.ts': '' })
  const renames = new Map([['lib/old.ts', 'src/app.ts']])
  const check = (text: string, path?: string) => checkPaths(project, file(text, path), renames)

  it.each([
    'src/app.ts',
    'src/',
    'src',
    'src/app',
    'src/app.ts:12',
    './src/app.ts',
    'docs/guide.md#part',
    'lib/x.ts',
    'feature/name',
    'and/or',
    'src/*.ts',
    '/etc/hosts',
    '~/a/b.ts',
    './x.js',
    'https://a.test/b.md',
  ])('are fine: %s', (path) => expect(check(`See \`${path}\`.`)).toEqual([]))

  it('are missing in a directory that is there', () => {
    expect(check('a\nSee `src/gone.ts`.')).toMatchObject([{ code: 'path-missing', line: 2 }])
  })

  it('are relative to the file too', () => {
    expect(check('See `src/main.ts`.', 'web/AGENTS.md')).toEqual([])
  })

  it('are told with the new name if git has renamed them', () => {
    expect(check('See `lib/old.ts`.')).toMatchObject([{ code: 'path-missing', expected: 'src/app.ts' }])
  })
})

describe('a text', () => {
  const check = (text: string, isUtf8 = true) =>
    listPlaces(checkText({ path: 'AGENTS.md', text, isUtf8 }, scanReferences(text)))

  it('is fine without any of these', () =>
    expect(check('# Rules\n\nUse tabs. Set `[A_B]` and <token>.\n')).toEqual([]))
  it('has a byte order mark', () => expect(check('\uFEFF# Rules')).toEqual(['byte-order-mark:1']))
  it('is not UTF-8', () => expect(check('caf\uFFFD', false)).toEqual(['not-utf8:-']))
  it('has invisible characters', () => expect(check('a\nb\u200Bc\u200Bd')).toEqual(['invisible-text:2']))
  it('has a placeholder', () =>
    expect(check('# [PROJECT_NAME]\n\nOwner: Your name')).toEqual([
      'template-unfilled:1',
      'template-unfilled:3',
    ]))
  it('has a secret, and the finding does not show it', () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const found = checkText(file(`key ${secret}`), scanReferences(''))
    expect(listPlaces(found)).toEqual(['secret-in-instructions:1'])
    expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12))
  })
})

describe('front matter', () => {
  const check = (path: string, text: string) =>
    checkFrontMatter(file(text, path)).map(({ message }) => message)
  const skill = '.claude/skills/deploy/SKILL.md'

  it('is complete', () =>
    expect(check(skill, '---\nname: deploy\ndescription: >\n  Ships it.\n---\n')).toEqual([]))
  it('lacks a field, or its value', () => {
    expect(check(skill, '---\nname: deploy\ndescription:\n---\n')).toEqual([
      'A skill needs `description` in its front matter.',
    ])
    expect(check('.claude/agents/a.md', '# A\n')).toHaveLength(2)
  })
  it('is not needed elsewhere', () => expect(check('AGENTS.md', '# A')).toEqual([]))
})

it.each([
  ['agents.md', 'AGENTS.md'],
  ['web/Claude.md', 'web/CLAUDE.md'],
  ['.claude/skills/deploy/skill.md', '.claude/skills/deploy/SKILL.md'],
  ['.claude/skills/deploy.md', '.claude/skills/deploy/SKILL.md'],
  ['.claude/rules/style.txt', '.claude/rules/style.md'],
])('the name %s is not loaded, %s is', (path, correct) => {
  const names = ['AGENTS.md', 'CLAUDE.md']
  expect(checkNames([path], names)).toMatchObject([{ code: 'file-not-loaded', expected: correct }])
  expect(checkNames([correct], names)).toEqual([])
  expect(checkNames([path, correct], names)).toEqual([])
})

describe('repeats', () => {
  const paragraph = 'Every change needs a test that fails before it and passes after it. '.repeat(3)

  it('are one finding per pair of files', () => {
    const files = [
      file(`${paragraph}\n\n${paragraph}more`),
      file(`# B\n\n${paragraph}\n\n${paragraph}more`, 'B.md'),
    ]
    expect(checkRepeats(files, agent)).toMatchObject([
      {
        code: 'text-loaded-twice',
        file: 'B.md',
        line: 3,
        message: expect.stringContaining('2 paragraphs are also in AGENTS.md'),
      },
    ])
  })

  it('are not short paragraphs, and not in one file', () => {
    expect(checkRepeats([file('Use tabs.'), file('Use tabs.', 'B.md')], agent)).toEqual([])
    expect(checkRepeats([file(`${paragraph}\n\n${paragraph}`)], agent)).toEqual([])
  })
})

describe('the size', () => {
  const limit = { bytes: 20, agent, title: 'Kite' }

  it('is fine up to the limit', () =>
    expect(checkSize([file('0123456789\n'), file('012345678')], limit)).toEqual([]))
  it('is reported at the line where the agent stops', () => {
    const found = checkSize([file('0123456789\n'), file('0123\nabcdef\n', 'web/AGENTS.md')], limit)
    expect(found).toMatchObject([{ code: 'instructions-too-large', file: 'web/AGENTS.md', line: 2, agent }])
    expect(found[0]!.message).toContain('23 bytes')
  })
  it('counts bytes', () => expect(checkSize([file('é'.repeat(11))], limit)).toHaveLength(1))
})

describe('settings', () => {
  const project = makeCheckedProject({ 'hooks/run.sh': '', 'tools/server.mjs': '' })
  const hook = (command: string) =>
    JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }, null, 1)
  const check = (text: string) => listPlaces(checkSettings(project, file(text, '.claude/settings.json')))

  it.each([
    'hooks/run.sh --all',
    'prettier --check .',
    '"$CLAUDE_PROJECT_DIR"/hooks/run.sh',
    'node tools/server.mjs',
    'test -f gone.sh && ./gone.sh',
    '/usr/bin/env x',
    'npx -y pkg',
    '$HOME/bin/x',
  ])('can start %s, or cannot be judged', (command) => expect(check(hook(command))).toEqual([]))

  it.each([
    'hooks/gone.sh',
    './gone.sh',
    '"$CLAUDE_PROJECT_DIR"/hooks/gone.sh',
    `$\{CLAUDE_PROJECT_DIR}/gone`,
    'node tools/gone.mjs',
    'bash gone.sh',
  ])('cannot start %s', (command) => expect(check(hook(command))).toEqual(['program-missing:8']))

  it('start servers by a program and its arguments', () => {
    const server = (path: string) =>
      JSON.stringify({ mcpServers: { a: { command: 'node', args: ['--flag', path] } } })
    expect(check(server('tools/server.mjs'))).toEqual([])
    expect(check(server('tools/gone.mjs'))).toEqual(['program-missing:1'])
  })

  it('may have comments, and must be JSON', () => {
    expect(check('{ // none\n}')).toEqual([])
    expect(check('{ "hooks": ')).toEqual(['settings-invalid:-'])
  })
})
