import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { openTemplates } from './templates.ts'

let home: string
let root: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'templates-')))
  root = join(home, 'root')
  mkdirSync(root)
  mkdirSync(join(home, 'outside'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (path: string, text = 'new') => openTemplates(home).writeNew(root, path, text)

function refused(path: string): string {
  try {
    write(path)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-writable') return error.message
    throw error
  }
  throw new Error(`${path} was written`)
}

describe('list', () => {
  it('gives all files of a preset with their paths, sorted, and no links', () => {
    const templates = join(home, 'one', 'templates')
    mkdirSync(join(templates, 'docs', '{app_id}'), { recursive: true })
    writeFileSync(join(templates, 'docs', '{app_id}', 'B.md'), 'b {date}')
    writeFileSync(join(templates, 'docs', 'A.md'), 'ä')
    writeFileSync(join(templates, 'Z.md'), '')
    symlinkSync('/etc/hostname', join(templates, 'link.md'))
    expect(openTemplates(home).list('one')).toEqual([
      { path: 'Z.md', text: '' },
      { path: 'docs/A.md', text: 'ä' },
      { path: 'docs/{app_id}/B.md', text: 'b {date}' },
    ])
  })

  it('is empty for a preset that ships none', () => {
    expect(openTemplates(home).list('none')).toEqual([])
  })
})

describe('writeNew', () => {
  it('writes a file and the directories on its way', () => {
    expect(write('docs/deep/A.md', 'körper')).toBe('written')
    expect(readFileSync(join(root, 'docs/deep/A.md'), 'utf8')).toBe('körper')
  })

  it('never overwrites: not a file, not a directory, not a dangling link', () => {
    writeFileSync(join(root, 'file'), 'old')
    mkdirSync(join(root, 'directory'))
    symlinkSync(join(home, 'outside', 'new'), join(root, 'link'))
    for (const path of ['file', 'directory', 'link']) expect(write(path)).toBe('kept')
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('old')
    expect(existsSync(join(home, 'outside', 'new'))).toBe(false)
    expect(write('file')).toBe('kept')
  })

  it('keeps what it wrote before', () => {
    expect([write('a', 'first'), write('a', 'second')]).toEqual(['written', 'kept'])
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('first')
  })

  it.each(['../x', 'docs/../../x', 'docs/../x'])('refuses %s', (path) => {
    expect(refused(path)).toBe(`${path} would be written outside of the project.`)
    expect(existsSync(join(home, 'x'))).toBe(false)
  })

  it('takes an absolute path as one below the root', () => {
    expect(write('/abs/x')).toBe('written')
    expect(existsSync(join(root, 'abs/x'))).toBe(true)
  })

  it.each(['docs', 'docs/deep'])('does not follow the link %s out of the project', (link) => {
    if (link.includes('/')) mkdirSync(join(root, 'docs'))
    symlinkSync(join(home, 'outside'), join(root, link))
    expect(refused('docs/deep/more/A.md')).toContain('outside of the project')
    expect(existsSync(join(home, 'outside', 'deep'))).toBe(false)
    expect(existsSync(join(home, 'outside', 'more'))).toBe(false)
  })

  it('does not follow a link to nowhere, nor one to itself, nor a neighbour that begins alike', () => {
    mkdirSync(`${root}-twin`)
    symlinkSync(join(home, 'nowhere'), join(root, 'gone'))
    symlinkSync('loop', join(root, 'loop'))
    symlinkSync(`${root}-twin`, join(root, 'twin'))
    for (const name of ['gone', 'twin']) expect(refused(`${name}/A.md`)).toContain('outside of the project')
    expect(refused('loop/A.md')).toContain('loop/A.md')
    expect(existsSync(join(home, 'nowhere'))).toBe(false)
  })

  it('follows a link that stays inside, and works below a root that is itself a link', () => {
    mkdirSync(join(root, 'real'))
    symlinkSync('real', join(root, 'docs'))
    expect(write('docs/A.md')).toBe('written')
    expect(existsSync(join(root, 'real/A.md'))).toBe(true)
    symlinkSync(root, join(home, 'alias'))
    expect(openTemplates(home).writeNew(join(home, 'alias'), 'x/B.md', '')).toBe('written')
  })

  it('refuses where a file stands on the way, or a name is too long', () => {
    writeFileSync(join(root, 'docs'), 'a file')
    expect(refused('docs/A.md')).toBe('Cannot write docs/A.md (ENOTDIR).')
    expect(refused('docs/deep/A.md')).toBe('Cannot write docs/deep/A.md (ENOTDIR).')
    expect(refused('x'.repeat(300))).toContain('ENAMETOOLONG')
  })

  it.skipIf(process.getuid?.() === 0)(
    'refuses a directory that is closed (root may write everywhere)',
    () => {
      mkdirSync(join(root, 'closed'))
      chmodSync(join(root, 'closed'), 0o500)
      expect(refused('closed/A.md')).toBe('Cannot write closed/A.md (EACCES).')
    },
  )
})
