import { execFileSync, spawnSync } from 'node:child_process'
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
import { join } from 'node:path'
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
          (/^src\/(core|adapters|surfaces)\/[^/]+(?=\/)/.exec(file) ?? /^src\/\w+(?=\/)/.exec(file))![0],
      ),
    )
    const described = [...read('ARCHITECTURE.md').matchAll(/^\| `(src\/[^`]+)` \|/gm)].map(
      (match) => match[1],
    )
    expect(described.sort()).toEqual([...rooms].sort())
  })

  it('has one sentence at the top of each door', () => {
    for (const door of sources.filter((file) =>
      /^src\/(core|adapters|surfaces)\/[^/]+\/index\.ts$/.test(file),
    )) {
      expect(read(door).split('\n')[0], door).toMatch(/^\/\/ \S.{20,}/)
    }
  })
})

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
  const plant = (file: string, line: string) => {
    const path = join(copy, file)
    const before = readFileSync(path, 'utf8')
    appendFileSync(path, `\n${line}\n`)
    const result = check()
    writeFileSync(path, before)
    return result
  }

  it('passes on the tree as it is', () => {
    expect(check()).toMatchObject({ status: 0 })
  })

  it.each([
    ['core-imports-nothing-outside', 'src/core/values/line.ts', "import 'node:fs'"],
    ['core-imports-nothing-outside', 'src/core/plan/plan.ts', "import 'yaml'"],
    ['core-values-looks-left', 'src/core/values/line.ts', "import '../plan/index.ts'"],
    ['adapters-are-strangers', 'src/adapters/git/index.ts', "import '../files/index.ts'"],
    ['surfaces-are-strangers', 'src/surfaces/cli/index.ts', "import '../../adapters/files/index.ts'"],
    ['app-does-no-io', 'src/app/scrub/scrub.ts', "import 'node:fs'"],
    ['one-door-per-room', 'src/app/scrub/scrub.ts', "import '../../core/redact/rules.ts'"],
    ['compose-is-the-top', 'src/app/scrub/scrub.ts', "import '../../compose/index.ts'"],
    ['no-cycles', 'src/core/values/line.ts', "import './index.ts'"],
    ['zod-only-in-manifest', 'src/app/output/schema.ts', "import 'zod'"],
    ['zod-types-only-in-output', 'src/app/memory/add.ts', "import type { ZodType } from 'zod'"],
  ])('catches %s planted in %s', (rule, file, line) => {
    const result = plant(file, line)
    expect(result.status).toBe(1)
    expect(result.stderr).toContain(rule)
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

  it.each([
    ['process.exit()'],
    ["fetch('x')"],
    ["new Buffer('x')"],
    ['console.log(1)'],
    ['setTimeout(() => 0, 1)'],
  ])('has a compiler that refuses %s in core', (line) => {
    const file = join(copy, 'src/core/values/planted.ts')
    writeFileSync(file, `export const planted = () => ${line}\n`)
    const compile = () =>
      execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'src/core/tsconfig.json'], {
        cwd: copy,
        stdio: 'pipe',
      })
    expect(compile).toThrow()
    rmSync(file)
    expect(compile).not.toThrow()
  })

  it('finds no clock and no chance in core', () => {
    for (const file of sources.filter((one) => one.startsWith('src/core/'))) {
      expect(read(file), file).not.toMatch(/\bnew Date\b|\bDate\.(now|parse)|Math\.random/)
    }
  })
})
