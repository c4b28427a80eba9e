import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadShippedManifest } from './shipped-manifest.ts'

let home: string
let file: string
const checkedFile = (name: string) => join(home, 'checked', name)
const asked = (path = file) =>
  loadShippedManifest(path, { presets: join(home, 'presets'), checked: join(home, 'checked') })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'shipped-'))
  for (const path of ['presets/first', 'checked', 'project']) mkdirSync(join(home, path), { recursive: true })
  file = join(home, 'presets/first/manifest.yaml')
  writeFileSync(file, 'name: first\n')
  writeFileSync(checkedFile('first.yaml'), 'name: first\n')
  writeFileSync(checkedFile('first.json'), '{"digest":"sha256:1","manifest":{"name":"first"}}')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('a preset that the build has checked', () => {
  it('is taken as it was checked', () => {
    expect(asked()).toEqual({
      manifest: { name: 'first' },
      chain: [{ file, digest: 'sha256:1' }],
      layers: [{ file, data: { name: 'first' }, shipped: true }],
    })
  })

  it.each<[string, () => void]>([
    ['whose file has another letter', () => writeFileSync(file, 'name: fIrst\n')],
    ['whose file goes on', () => writeFileSync(file, 'name: first\n\n')],
    ['whose file is gone', () => rmSync(file)],
    ['of which there is no copy', () => rmSync(checkedFile('first.yaml'))],
    ['of which there is no checked form', () => rmSync(checkedFile('first.json'))],
    ['whose checked form is cut off', () => writeFileSync(checkedFile('first.json'), '{"digest":"sha2')],
  ])('is read as any other: one %s', (_, change) => {
    change()
    expect(asked()).toBeNull()
  })

  it('is none that lies in a project, whatever it is called', () => {
    const own = join(home, 'project/first/manifest.yaml')
    mkdirSync(join(home, 'project/first'))
    writeFileSync(own, 'name: first\n')
    expect(asked(own)).toBeNull()
  })
})
