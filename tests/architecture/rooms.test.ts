import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
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
import { createRequire } from 'node:module'
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

/** How the check names an import: a built-in module by its name, a package and a file by their path. */
function arrow(file: string, imported: string): string {
  return `${file} → ${importedPath(file, imported)}`
}

function importedPath(file: string, imported: string): string {
  if (imported.startsWith('node:')) return imported.slice('node:'.length)
  return imported.startsWith('.') ? posix.join(posix.dirname(file), imported) : `node_modules/${imported}/`
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

  /** The rule, the file that gets the import (a new one is imported by no other), and the import. A cycle is named once, by one of its files. */
  const rows: readonly (readonly [string, string, string, string?])[] = [
    ['core-imports-nothing-outside', 'src/core/values/planted.ts', 'node:fs'],
    ['core-imports-nothing-outside', 'src/core/plan/planted.ts', 'yaml'],
    ['jsonc-parser-only-in-settings', 'src/core/plan/planted.ts', 'jsonc-parser'],
    ['zod-off-the-hook-path', 'src/core/plan/planted.ts', 'zod'],
    ['zod-off-the-hook-path', 'src/app/output/planted.ts', 'zod'],
    ['zod-types-only-in-output', 'src/app/sources/memory/planted.ts', 'zod'],
    ['sql-only-in-its-room', 'src/adapters/git/planted.ts', 'pg'],
    ['mcp-only-in-its-room', 'src/adapters/git/planted.ts', '@modelcontextprotocol/client'],
    ['no-dev-dependency-in-hand-written-io', 'src/adapters/git/planted.ts', 'picomatch'],
    ['insert-path-is-light', 'src/adapters/store/sql/insert.ts', './migrations.ts'],
    [
      'no-unresolved',
      'src/adapters/git/planted.ts',
      './absent.ts',
      'src/adapters/git/planted.ts → ./absent.ts',
    ],
    ['core-values-looks-left', 'src/core/values/planted.ts', '../plan/index.ts'],
    ['core-plan-looks-left', 'src/core/plan/planted.ts', '../packet/index.ts'],
    ['app-redaction-looks-left', 'src/app/redaction/planted.ts', '../engine/index.ts'],
    ['app-engine-looks-left', 'src/app/engine/planted.ts', '../session/index.ts'],
    ['every-room-has-a-place', 'src/app/services/planted.ts', '../planted/index.ts'],
    ['every-room-has-a-place', 'src/app/services/planted.ts', '../../core/planted/index.ts'],
    ['ports-know-core', 'src/ports/planted.ts', '../app/trust/index.ts'],
    ['agents-know-core', 'src/agents/planted.ts', '../ports/index.ts'],
    ['app-knows-core-ports-agents', 'src/app/redaction/planted.ts', '../../adapters/git/index.ts'],
    ['app-does-no-io', 'src/app/redaction/scrub/planted.ts', 'node:fs'],
    ['adapters-are-strangers', 'src/adapters/git/planted.ts', '../files/index.ts'],
    ['surfaces-are-strangers', 'src/surfaces/cli/planted.ts', '../../adapters/files/index.ts'],
    ['one-door-per-room', 'src/app/redaction/scrub/planted.ts', '../../../core/plan/plan.ts'],
    ['one-door-per-room', 'src/app/engine/planted.ts', '../redaction/sanitise.ts'],
    ['one-door-per-room', 'src/adapters/git/planted.ts', '../../core/plan/plan.ts'],
    ['compose-is-the-top', 'src/app/redaction/scrub/planted.ts', '../../../compose/index.ts'],
    [
      'no-cycles',
      'src/core/history/packet-parts.ts',
      './index.ts',
      'src/core/history/index.ts → src/core/history/packet-parts.ts',
    ],
  ]
  /** Rooms that the order of their layer does not name. */
  const unplaced = ['src/core/planted', 'src/app/planted']
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
      const before = [...files]
        .filter((file) => existsSync(file))
        .map((file) => [file, readFileSync(file)] as const)
      for (const { file, imported } of violations)
        appendFileSync(join(copy, file), `\nimport '${imported}'\n`)
      for (const room of unplaced) {
        mkdirSync(join(copy, room))
        writeFileSync(join(copy, room, 'index.ts'), 'export const planted = 1\n')
      }
      result = check()
      for (const path of [...files, ...unplaced.map((room) => join(copy, room))])
        rmSync(path, { recursive: true })
      for (const [file, text] of before) writeFileSync(file, text)
    })

    it('fails', () => {
      expect(result.status).toBe(1)
    })

    it('has one for every rule, and one in each layer for the order of its rooms', () => {
      const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))
      const group = (rule: string) => rule.replace(/^(core|app)-.*-looks-left$/, '$1-looks-left')
      const rules = new Set<string>(forbidden.map(({ name }: { name: string }) => group(name)))
      expect(new Set(violations.map(({ rule }) => group(rule)))).toEqual(rules)
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
    for (const file of sources.filter((path) => path.startsWith('src/core/'))) {
      expect(read(file), file).not.toMatch(/\bnew Date\b|\bDate\.(now|parse)|Math\.random/)
    }
  })
})
