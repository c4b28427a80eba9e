import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const faults = {
  'bench/floating.ts': 'const append = async () => 1\nexport function fill() {\n  append()\n}\n',
  'tests/misused.ts': 'const isReady = async () => true\nexport const ready = () => (isReady() ? 1 : 2)\n',
  'src/thenable.ts': 'export const read = async () => await 1\n',
}

/** The check runs in a small tree with the project's own settings and the script of package.json. */
describe('the check of promises', () => {
  let tree: string
  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'foreword-promises-'))
    for (const name of ['.oxlintrc.json', 'tsconfig.json']) cpSync(join(root, name), join(tree, name))
    for (const name of ['src', 'bin', 'tests', 'bench', 'scripts']) mkdirSync(join(tree, name))
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    writeFileSync(join(tree, 'src/fine.ts'), 'export const read = async () => 1\n')
  })
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [program, ...words] = scripts['check:promises'].split(' ')
  const check = () =>
    spawnSync(process.execPath, [join(root, 'node_modules/.bin', program), ...words], {
      cwd: tree,
      encoding: 'utf8',
    })

  it('is part of npm run check', () => {
    expect(scripts.check).toContain('npm run -s check:promises')
  })

  it('passes without a fault', () => {
    expect(check()).toMatchObject({ status: 0 })
  })

  it('names a promise that is not awaited, one used as a condition, and an await of a plain value', () => {
    for (const [file, text] of Object.entries(faults)) writeFileSync(join(tree, file), text)
    const { status, stdout } = check()
    expect(status).toBe(1)
    expect(stdout.match(/no-floating-promises|no-misused-promises|await-thenable/g)?.sort()).toEqual([
      'await-thenable',
      'no-floating-promises',
      'no-misused-promises',
    ])
    for (const file of Object.keys(faults)) expect(stdout).toContain(file)
  })
})
