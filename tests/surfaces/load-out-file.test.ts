import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { governed, items, Loading, pathsIn } from './load-project.ts'

let loading: Loading
beforeEach(() => {
  loading = new Loading()
})
afterEach(() => loading.remove())

const read = (...path: string[]) => readFileSync(loading.at(...path), 'utf8')
const write = (file: string, ...args: string[]) =>
  loading.run(['--task=nothing', `--out-file=${file}`, ...args])
/** The text that was recorded as sent. */
const sent = () => {
  const { out } = loading.world.foreword(['log', '--json'], { cwd: loading.repo })
  return JSON.parse(out).injections.length
}

describe('foreword load --out-file', () => {
  it('writes the bundle whole, seen from the project, and prints nothing', () => {
    const wanted = loading.text(['--task=nothing'])
    const ran = write('deep/er/bundle.json')
    expect(ran).toEqual({ code: 0, out: '', err: '' })
    expect(read('deep/er/bundle.json')).toBe(wanted)
    loading.write({ 'old.json': 'x'.repeat(100_000) })
    expect(write('old.json', '--force').code).toBe(0)
    expect(read('old.json')).toBe(wanted)
    expect(write('old.json').code).toBe(0)
    expect(readdirSync(loading.at('deep/er'))).toEqual(['bundle.json'])
  })

  it('writes every bundle of those that are made at once, into a directory that none of them found', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (let round = 0; round < 3; round++) {
      const each = names.map((name) => `foreword load --out-file=new-${round}/${name}.json & `)
      const { err } = loading.world.shell(`cd '${loading.repo}' && { ${each.join('')} wait; }`)
      expect(err).toBe('')
      expect(readdirSync(loading.at(`new-${round}`)).sort()).toEqual(names.map((name) => `${name}.json`))
    }
  })

  it('C-24 C-X6 is never one of its own documents: a second run writes the same bytes, by any path', () => {
    const alias = join(loading.world.dir, 'alias')
    symlinkSync(loading.repo, alias)
    for (const file of ['.cortex/artifacts/a.md', 'specs/../specs/b.md', join(alias, 'specs/c.md')]) {
      expect(write(file).code).toBe(0)
      const place = file.startsWith(alias) ? 'specs/c.md' : file
      const first = read(place)
      expect(write(file).code).toBe(0)
      expect(read(place)).toBe(first)
      expect(pathsIn(JSON.parse(first))).not.toContain(place)
      loading.world.shell(`rm '${loading.at(place)}'`)
    }
  })

  it.each(['.cortex/manifest_v0.json', '.cortex/reports/../manifest_v0.json'])(
    'C-28 C-X6 does not overwrite %s, which the bundle is made of',
    (file) => {
      expect(loading.refused(3, `--out-file=${file}`)).toBe(
        '".cortex/manifest_v0.json" is a document that the bundle is made of; nothing was written.\nChoose another path for the bundle.\n',
      )
      expect(read('.cortex/manifest_v0.json')).toBe(governed['.cortex/manifest_v0.json'])
    },
  )

  it('C-28 does not overwrite a file that is not a bundle without --force, and never a document', () => {
    const own = {
      'notes.md': '# Notes\n',
      'empty.json': '',
      'data.json': '{"version": "v0", "files": []}\n',
      'items.json': items,
    }
    loading.write(own)
    for (const [file, text] of Object.entries(own)) {
      expect(loading.refused(3, `--out-file=${file}`)).toBe(
        `"${file}" exists and is not a bundle of this kind; nothing was written.\nName a new file, or overwrite this one with --force.\n`,
      )
      expect(read(file)).toBe(text)
    }
    expect(sent()).toBe(0)
    const decision = '.cortex/artifacts/decisions/decision_stripe_v1.md'
    for (const file of ['specs/cart.md', decision, '.cortex/reports/decision_candidates_v0.json']) {
      for (const force of [[], ['--force']])
        expect(loading.refused(3, `--out-file=${file}`, '--task=spec', ...force)).toContain(
          'is a document that the bundle is made of; nothing was written.\nChoose another path for the bundle.\n',
        )
      expect(read(file)).toBe(governed[file])
    }
    expect(write('notes.md', '--force').code).toBe(0)
    expect(loading.refused(2, '--force')).toContain('--force needs --out-file')
  })

  it('C-28 does not overwrite the file of an adapter that it reads, from the manifest or from an option', () => {
    loading.write({ 'items.json': items, '.cortex/adapters/beads.json': items })
    const named = ['--force', `--adapter=beads=${loading.at('items.json')}`, '--out-file=./items.json']
    expect(loading.refused(3, ...named)).toContain('"./items.json" is a file that the bundle is made of')
    const declared = ['--force', '--adapter=beads', '--out-file=.cortex/adapters/beads.json']
    expect(loading.refused(3, ...declared)).toContain('is a document that the bundle is made of')
    expect([read('items.json'), read('.cortex/adapters/beads.json')]).toEqual([items, items])
  })

  it.each([
    ['.git/config', 'is in .git, which only git and foreword write to'],
    ['.git/new.json', 'is in .git, which only git and foreword write to'],
    ['sub/.GIT/hooks/new', 'is in .GIT, which only git and foreword write to'],
    ['linked/new.json', 'is in .git, which only git and foreword write to'],
    ['.foreword/state/store.db', 'is in .foreword, which only git and foreword write to'],
    ['.env', 'matches a pattern for files with secrets (".env")'],
    ['deep/.ssh/bundle.json', 'matches a pattern for files with secrets (".ssh")'],
  ])('C-28 C-34 writes nothing to %s, also with --force', (file, why) => {
    loading.write({ '.git/config': '[core]\n', '.foreword/state/store.db': 'kept', '.env': 'A=1\n' })
    symlinkSync('.git', loading.at('linked'))
    for (const force of [[], ['--force']])
      expect(loading.refused(3, `--out-file=${file}`, ...force)).toContain(
        `"${file}" ${why}; nothing was written.\n`,
      )
    expect(loading.refused(3, `--out-file=${loading.at(file)}`, '--force')).toContain('nothing was written')
    expect([read('.git/config'), read('.foreword/state/store.db'), read('.env')]).toEqual([
      '[core]\n',
      'kept',
      'A=1\n',
    ])
    expect(readdirSync(loading.at('.git'))).toEqual(['config'])
  })

  it('C-X15 does not go through a link that leads out of the project', () => {
    const away = join(loading.world.dir, 'away')
    mkdirSync(away)
    symlinkSync(away, loading.at('out'))
    expect(loading.refused(3, '--out-file=out/bundle.json')).toContain(
      '"out/bundle.json" is behind a link that leads out of the project; nothing was written.',
    )
    expect(readdirSync(away)).toEqual([])
    expect(write(join(away, 'bundle.json')).code).toBe(0)
  })

  it('replaces no link, no pipe and no directory', () => {
    symlinkSync('policies/access.md', loading.at('link.json'))
    loading.world.shell(`mkfifo '${loading.at('pipe.json')}'`)
    const special = (file: string) =>
      `"${file}" is a link, a pipe, a socket or a device; nothing was written.\nName a new file, or one that may be overwritten.\n`
    for (const file of ['link.json', 'pipe.json'])
      expect(loading.refused(3, `--out-file=${file}`)).toBe(special(file))
    expect(lstatSync(loading.at('link.json')).isSymbolicLink()).toBe(true)
    expect(statSync(loading.at('pipe.json')).isFIFO()).toBe(true)
    for (const file of ['specs', 'specs/', '.', '/'])
      expect(loading.refused(3, `--out-file=${file}`)).toBe(`"${file}" is a directory.\nName a file in it.\n`)
    expect(sent()).toBe(0)
  })

  it('says which path cannot be written, and does not record a bundle that was not delivered', () => {
    expect(loading.refused(3, '--out-file=policies/access.md/bundle.json')).toContain('ENOTDIR')
    expect(loading.refused(3, `--out-file=${'x'.repeat(300)}.json`)).toContain('ENAMETOOLONG')
    expect(sent()).toBe(0)
    expect(write('bundle.json').code).toBe(0)
    expect(sent()).toBe(1)
  })

  it('writes nothing with --explain', () => {
    expect(write('bundle.json', '--explain').out).toContain('Task: default')
    expect(readdirSync(loading.repo)).not.toContain('bundle.json')
    expect(sent()).toBe(0)
  })

  it('C-68 writes the bundle also where --strict ends with 1', () => {
    loading.write({ '.cortex/manifest_v0.json': '[]' })
    expect(write('bundle.json', '--strict')).toMatchObject({ code: 1, out: '' })
    expect(JSON.parse(read('bundle.json')).control_plane.status).toBe('degraded')
  })
})
