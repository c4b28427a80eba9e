import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadManifest } from './load-manifest.ts'
import { manifests, refusalOf, sha256, smallest } from './manifests.fixture.ts'

const base = 'presets/base/manifest.yaml'
const own = 'app/m.yaml'

describe('extends', () => {
  it.each<[string, string, object]>([
    ['keeps what is not mentioned', '', { name: 'small', ceiling: 2000 }],
    ['overrides', 'ceiling: 3000\n', { ceiling: 3000 }],
    [
      'overrides deep inside and keeps the rest',
      'sections: { soul: { heading: X } }\n',
      { sections: { soul: { heading: 'X', sources: ['file:SOUL.md'] } } },
    ],
    [
      'adds',
      'levels: { full: { budget: 9 } }\n',
      { levels: { standard: { budget: 1000 }, full: { budget: 9 } } },
    ],
    [
      'replaces lists',
      'sections: { soul: { sources: [file:A.md] } }\n',
      { sections: { soul: { sources: ['file:A.md'] } } },
    ],
  ])('%s', (_, text, expected) => {
    const { load } = manifests({ [base]: smallest, [own]: `extends: preset:base\n${text}` })
    expect(load(own).manifest).toMatchObject(expected)
  })

  it('removes by null', () => {
    const more = `${smallest}  anchors:\n    sources: [file:A.md]\nabout: text\n`
    const { load } = manifests({
      [base]: more,
      [own]: 'extends: preset:base\nabout: null\nsections: { soul: ~ }\n',
    })
    const { manifest } = load(own)
    expect(Object.keys(manifest.sections)).toEqual(['anchors'])
    expect(manifest).not.toHaveProperty('about')
    expect(manifest).not.toHaveProperty('extends')
  })

  it('follows a chain and names its files with the digest of their bytes, the own one first', () => {
    const files = {
      [base]: smallest,
      'app/team.yaml': 'extends: preset:base\nceiling: 3000\nabout: team\n',
      [own]: 'extends: ./team.yaml\nabout: own\n',
    }
    const { load, base: root } = manifests(files)
    const { manifest, chain } = load(own)
    expect(manifest).toMatchObject({ ceiling: 3000, about: 'own', name: 'small' })
    expect(chain).toEqual(
      [own, 'app/team.yaml', base].map((file) => ({
        file: join(root, file),
        digest: sha256(readFileSync(join(root, file))),
      })),
    )
  })

  it('loads every shipped preset', () => {
    const presets = join(import.meta.dirname, '../../../presets')
    const { found_by } = JSON.parse(readFileSync(join(presets, 'presets.json'), 'utf8'))
    const schemes = ['file', 'memory', 'adapter']
    for (const name of Object.keys(found_by)) {
      const file = join(presets, name, 'manifest.yaml')
      expect(loadManifest(file, { presets, hash: sha256, schemes }).manifest.name).toBe(name)
    }
  })
})

describe('a chain that leads nowhere', () => {
  it.each<[string, Record<string, string>, string]>([
    ['itself', { [own]: 'extends: m.yaml\n' }, 'app/m.yaml: "extends" leads back to this file'],
    [
      'a circle',
      { [own]: 'extends: b.yaml\n', 'app/b.yaml': 'extends: ./m.yaml\n' },
      'app/m.yaml: "extends" leads back to this file',
    ],
    [
      'too many',
      Object.fromEntries([
        [own, 'extends: 1.yaml\n'],
        ...Array.from({ length: 9 }, (_, i) => [`app/${i + 1}.yaml`, `extends: ${i + 2}.yaml\n`]),
      ]),
      'more than 8 manifests extend each other',
    ],
    [
      'a missing file',
      { [own]: `${smallest}extends: gone/base.yaml\n` },
      'app/m.yaml:11:10: extends: cannot read gone/base.yaml (ENOENT) (preset:name, or a manifest path',
    ],
    [
      'a missing preset',
      { [own]: 'extends: preset:gone\n' },
      'app/m.yaml:1:10: extends: cannot read gone/manifest.yaml (ENOENT)',
    ],
    ['a directory', { [own]: 'extends: .\n' }, 'is not a file'],
    [
      'a preset that is a path',
      { [own]: 'extends: preset:../app\n' },
      'app/m.yaml:1:10: extends: "../app" is not a preset name',
    ],
    ['a list', { [own]: 'extends: [a]\n' }, 'app/m.yaml:1:10: extends: expected preset:name or a path'],
    ['null', { [own]: 'extends:\n' }, 'extends: expected preset:name or a path'],
  ])('to %s is refused', (_, files, message) => {
    const refusal = refusalOf(files)
    expect(refusal.code).toBe('manifest-invalid')
    expect(refusal.message).toContain(message)
  })
})

describe('a base outside of the project', () => {
  it.each([
    ['by a path', own, '../other/base.yaml'],
    ['by a link', own, 'link.yaml'],
    ['by a path to nothing', own, '../other/gone.yaml'],
    ['by a path from .foreword', 'app/.foreword/manifest.yaml', '../../other/base.yaml'],
    ['by a link from .foreword', 'app/.foreword/manifest.yaml', '../link.yaml'],
  ])('is refused %s', (_, path, base) => {
    const { base: root, load } = manifests({ 'other/base.yaml': smallest, [path]: `extends: ${base}\n` })
    mkdirSync(join(root, 'app'), { recursive: true })
    symlinkSync(join(root, 'other/base.yaml'), join(root, 'app/link.yaml'))
    expect(() => load(path)).toThrow(':1:10: extends: the path leads out of the project')
  })

  it('is fine when it is a preset', () => {
    const { load } = manifests({
      [base]: 'extends: ../team/manifest.yaml\n',
      'presets/team/manifest.yaml': smallest,
      'app/base.yaml': 'extends: preset:base\n',
      'app/.foreword/manifest.yaml': 'extends: ../base.yaml\n',
    })
    expect(load('app/.foreword/manifest.yaml').manifest.name).toBe('small')
  })
})

describe('a fault is shown in the file that wrote it', () => {
  const both = (below: string, above: string) =>
    refusalOf({ [base]: below, [own]: `extends: preset:base\n${above}` })

  it.each([
    ['in the base', smallest.replace('2000', 'much'), 'about: x\n', 'base/manifest.yaml:6:10: ceiling'],
    [
      'in the base, in a section both speak of',
      `${smallest}    cap: big\n`,
      'sections: { soul: { heading: X } }\n',
      'base/manifest.yaml:11:10: sections.soul.cap',
    ],
    ['in the own file', smallest, 'ceiling: much\n', 'app/m.yaml:2:10: ceiling'],
    [
      'in the own file, over a fault in the base',
      smallest.replace('2000', 'x'),
      'ceiling: y\n',
      'app/m.yaml:2:10',
    ],
    ['where the own file took a key away', smallest, 'name: null\n', 'app/m.yaml:2:1: name: missing key'],
    [
      'in a list that replaces the one below',
      `${smallest}precedence:\n  - { section: soul, by: drop }\n`,
      'precedence:\n  - section: soul\n',
      'app/m.yaml:3:5: precedence.0.by: missing key "by"',
    ],
    ['in a name of the own file', smallest, 'default_level: huge\n', 'app/m.yaml:2:16: default_level'],
  ])('%s', (_, below, above, expected) => {
    expect(both(below, above).message.startsWith(expected), both(below, above).message).toBe(true)
  })

  it('when the base is not YAML', () => {
    expect(both('a: [\n', '').message).toContain('base/manifest.yaml:2:1: not valid YAML')
  })
})
