import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|fixture)\.ts$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the source tree', () => {
  it('names no preset: they are data', () => {
    const names = readdirSync(join(root, 'presets')).filter((name) =>
      statSync(join(root, 'presets', name)).isDirectory(),
    )
    const words = new RegExp(
      `\\b(${[...names, 'zeos', 'vibecoding', 'reaperoak', 'responsibility.os', 'cortex'].join('|')})(?![a-z])`,
      'i',
    )
    expect(sources.filter((file) => words.test(read(file)))).toEqual([])
  })

  it('has no folder for things without a name', () => {
    const folders = new Set(sources.flatMap((file) => file.split('/').slice(0, -1)))
    for (const name of ['utils', 'util', 'helpers', 'common', 'misc', 'shared', 'lib'])
      expect([...folders]).not.toContain(name)
  })

  it('has every room in ARCHITECTURE.md once, and every room there exists', () => {
    const rooms = new Set(
      sources.map(
        (file) =>
          (/^src\/(core|app|adapters|surfaces)\/[^/]+(?=\/)/.exec(file) ?? /^src\/\w+(?=\/)/.exec(file))![0],
      ),
    )
    const described = [...read('ARCHITECTURE.md').matchAll(/^\| `(src\/[^`]+)` \|/gm)].map(
      (match) => match[1],
    )
    expect(described.sort()).toEqual([...rooms].sort())
  })

  it('has one sentence at the top of each door', () => {
    for (const door of sources.filter((file) =>
      /^src\/(core|app|adapters|surfaces)\/[^/]+\/index\.ts$/.test(file),
    )) {
      expect(read(door).split('\n')[0], door).toMatch(/^\/\/ \S.{20,}/)
    }
  })
})

/** How the check names an import: built-in modules and packages by their name, files by their path. */
function arrow(file: string, imported: string): string {
  const outside: Readonly<Record<string, string>> = { 'node:fs': 'fs', yaml: 'node_modules/yaml/' }
  return `${file} → ${outside[imported] ?? posix.join(posix.dirname(file), imported)}`
}

describe('the boundary check', () => {
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'foreword-rooms-'))
    for (const name of [
      'src',
      'bin',
      'scripts',
      'tsconfig.json',
      'package.json',
      '.dependency-cruiser.cjs',
    ]) {
      cpSync(join(root, name), join(copy, name), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const check = () =>
    spawnSync(process.execPath, ['scripts/check-boundaries.ts'], { cwd: copy, encoding: 'utf8' })

  it('passes on the tree as it is', () => {
    expect(check()).toMatchObject({ status: 0 })
  })

  /** The rule, the file that gets an import, and the import. The rule of cycles names a cycle once, by another of its files. */
  const rows: readonly (readonly [string, string, string, string?])[] = [
    ['core-imports-nothing-outside', 'src/core/values/line.ts', 'node:fs'],
    ['core-imports-nothing-outside', 'src/core/plan/plan.ts', 'yaml'],
    ['jsonc-parser-only-in-settings', 'src/core/plan/plan.ts', 'jsonc-parser'],
    ['zod-off-the-hook-path', 'src/core/plan/plan.ts', 'zod'],
    ['zod-off-the-hook-path', 'src/app/output/schema.ts', 'zod'],
    ['zod-types-only-in-output', 'src/app/sources/memory/add-record.ts', 'zod'],
    ['mcp-only-in-its-room', 'src/adapters/git/open-git.ts', '@modelcontextprotocol/client'],
    ['core-values-looks-left', 'src/core/values/line.ts', '../plan/index.ts'],
    ['adapters-are-strangers', 'src/adapters/git/open-git.ts', '../files/open-files.ts'],
    ['surfaces-are-strangers', 'src/surfaces/cli/index.ts', '../../adapters/files/open-files.ts'],
    ['app-does-no-io', 'src/app/redaction/scrub/scrub.ts', 'node:fs'],
    ['one-door-per-room', 'src/app/redaction/scrub/scrub.ts', '../../../core/redact/rules.ts'],
    ['compose-is-the-top', 'src/app/redaction/scrub/scrub.ts', '../../../compose/index.ts'],
    [
      'no-cycles',
      'src/core/history/packet-parts.ts',
      './index.ts',
      'src/core/history/index.ts → src/core/history/packet-parts.ts',
    ],
  ]
  const violations = rows.map(([rule, file, imported, named = arrow(file, imported)]) => ({
    rule,
    file,
    imported,
    named,
  }))

  describe('with a violation of every rule in the tree', () => {
    let result: ReturnType<typeof check>
    beforeAll(() => {
      const files = new Set(violations.map(({ file }) => join(copy, file)))
      const before = new Map([...files].map((file) => [file, readFileSync(file, 'utf8')]))
      for (const { file, imported } of violations)
        appendFileSync(join(copy, file), `\nimport '${imported}'\n`)
      result = check()
      for (const [file, text] of before) writeFileSync(file, text)
    })

    it('fails', () => {
      expect(result.status).toBe(1)
    })

    it.each(violations)('names $rule in $file for $imported', ({ rule, named }) => {
      expect(result.stderr).toContain(`${rule}: ${named}`)
    })
  })

  it('fails when it has read no modules', () => {
    const blind = join(copy, 'blind')
    mkdirSync(join(blind, 'src'), { recursive: true })
    mkdirSync(join(blind, 'bin'))
    for (const name of ['scripts', 'tsconfig.json', '.dependency-cruiser.cjs', 'node_modules'])
      symlinkSync(join(copy, name), join(blind, name))
    writeFileSync(join(blind, 'src/empty.js'), '')
    const result = spawnSync(process.execPath, [join(copy, 'scripts/check-boundaries.ts')], {
      cwd: blind,
      encoding: 'utf8',
    })
    expect(result.status).not.toBe(0)
  })

  describe('has a compiler that', () => {
    const effects: readonly string[] = [
      'process.exit()',
      "fetch('x')",
      "new Buffer('x')",
      'console.log(1)',
      'setTimeout(() => 0, 1)',
    ]
    const fileOf = (effect: string) => `src/core/values/planted-${effects.indexOf(effect)}.ts`
    const compile = () =>
      spawnSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'src/core/tsconfig.json'], {
        cwd: copy,
        encoding: 'utf8',
      })
    let result: ReturnType<typeof compile>
    beforeAll(() => {
      for (const effect of effects)
        writeFileSync(join(copy, fileOf(effect)), `export const planted = () => ${effect}\n`)
      result = compile()
      for (const effect of effects) rmSync(join(copy, fileOf(effect)))
    })

    it.each(effects)('refuses %s in core', (effect) => {
      expect(result.status).not.toBe(0)
      expect(result.stdout).toContain(`${fileOf(effect)}(1,`)
    })

    it('takes core as it is', () => {
      expect(compile()).toMatchObject({ status: 0 })
    })
  })

  it('finds no clock and no chance in core', () => {
    for (const file of sources.filter((one) => one.startsWith('src/core/'))) {
      expect(read(file), file).not.toMatch(/\bnew Date\b|\bDate\.(now|parse)|Math\.random/)
    }
  })
})
