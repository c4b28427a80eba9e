import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { openRuns, publishInto } from './publish.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'runs-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function refusal(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const read = (...path: string[]) => readFileSync(join(home, ...path), 'utf8')

describe('publish', () => {
  it('creates the directory on first use, private and invisible to git', () => {
    const runs = openRuns(join(home, 'deep', 'runs'))
    expect(existsSync(join(home, 'deep'))).toBe(false)
    const at = runs.publish('one', { 'context.md': 'körper\n', 'context.json': '{}' })
    expect(at).toBe(join(home, 'deep', 'runs', 'one'))
    expect(read('deep', 'runs', '.gitignore')).toBe('*\n')
    expect(read('deep', 'runs', 'one', '.gitignore')).toBe('*\n')
    expect(read('deep', 'runs', 'one', 'context.md')).toBe('körper\n')
    expect([mode(join(home, 'deep', 'runs')), mode(at), mode(join(at, 'context.md'))]).toEqual([
      '700',
      '700',
      '600',
    ])
    expect(runs.resolvePath('one', 'output.log')).toBe(join(at, 'output.log'))
  })

  it('is invisible to git also where something was before, which stays visible', () => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: home, encoding: 'utf8' }).stdout
    git('init', '-q')
    mkdirSync(join(home, 'runs'))
    writeFileSync(join(home, 'runs', 'README.md'), '')
    openRuns(join(home, 'runs')).publish('one', { 'context.md': '' })
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('?? runs/README.md\n')
    expect(existsSync(join(home, 'runs', '.gitignore'))).toBe(false)
  })

  it('refuses a name that is taken, also by an empty directory or a dangling link', () => {
    const runs = openRuns(home)
    runs.publish('one', { a: 'first' })
    mkdirSync(join(home, 'empty'))
    symlinkSync('/nowhere/at/all', join(home, 'link'))
    for (const name of ['one', 'empty', 'link']) {
      expect(refusal(() => runs.publish(name, { a: 'second' }))).toMatchObject({ code: 'not-writable' })
    }
    expect(read('one', 'a')).toBe('first')
    expect(readdirSync(home).sort()).toEqual(['.gitignore', 'empty', 'link', 'one'])
  })

  it.each(['', '.', '..', 'a/b', '../a', 'a\\b', 'a\0b', '/etc', '.tmp-x', '.gitignore'])(
    'refuses %j as the name of a run or of a file',
    (name) => {
      const runs = openRuns(join(home, 'runs'))
      for (const act of [
        () => runs.publish(name, {}),
        () => runs.publish('fine', { [name]: '' }),
        () => runs.replace('fine', name, ''),
        () => runs.resolvePath(name, 'file'),
        () => publishInto(join(home, 'out'), { [name]: '' }),
      ]) {
        expect(refusal(act).code).toBe('not-writable')
      }
      expect(existsSync(join(home, 'out'))).toBe(false)
      expect(existsSync(join(home, 'runs', 'fine'))).toBe(false)
    },
  )

  it('sweeps its own leftovers older than an hour and nothing else', () => {
    const runs = openRuns(home)
    runs.publish('one', {})
    const old = new Date(Date.now() - 2 * 3_600_000)
    const names = ['.tmp-a-0123456789abcdef', '.tmp-b-fedcba9876543210', '.tmp-someone-elses', 'old']
    for (const name of names) {
      mkdirSync(join(home, name))
      writeFileSync(join(home, name, 'file'), '')
      if (!name.startsWith('.tmp-b')) utimesSync(join(home, name), old, old)
    }
    runs.publish('two', {})
    expect(readdirSync(home).sort()).toEqual([
      '.gitignore',
      '.tmp-b-fedcba9876543210',
      '.tmp-someone-elses',
      'old',
      'one',
      'two',
    ])
  })
})

describe('replace', () => {
  it('changes one file and leaves its neighbours', () => {
    const runs = openRuns(home)
    runs.publish('one', { a: 'old', b: 'kept' })
    runs.replace('one', 'a', 'new')
    expect([read('one', 'a'), read('one', 'b')]).toEqual(['new', 'kept'])
    expect(readdirSync(join(home, 'one')).sort()).toEqual(['.gitignore', 'a', 'b'])
  })

  it('refuses when the run was never published', () => {
    expect(refusal(() => openRuns(home).replace('none', 'a', '')).message).toContain('ENOENT')
  })

  it('keeps the old content when the write fails', () => {
    const runs = openRuns(home)
    runs.publish('one', { a: 'old' })
    mkdirSync(join(home, 'one', 'blocked'))
    expect(refusal(() => runs.replace('one', 'blocked', 'new')).message).toContain('EISDIR')
    expect(read('one', 'a')).toBe('old')
    expect(readdirSync(join(home, 'one')).sort()).toEqual(['.gitignore', 'a', 'blocked'])
  })
})

describe('publishInto', () => {
  it('makes a new directory with its parents', () => {
    publishInto(join(home, 'x', 'y'), { a: '1', b: '2' })
    expect(readdirSync(join(home, 'x'))).toEqual(['y'])
    expect([read('x', 'y', 'a'), read('x', 'y', 'b')]).toEqual(['1', '2'])
  })

  it('keeps the other files of a directory that exists, and replaces a link instead of following it', () => {
    mkdirSync(join(home, 'out'))
    writeFileSync(join(home, 'out', 'kept'), 'kept')
    writeFileSync(join(home, 'outside'), 'outside')
    symlinkSync('../outside', join(home, 'out', 'a'))
    publishInto(join(home, 'out'), { a: 'new' })
    expect(readdirSync(join(home, 'out')).sort()).toEqual(['a', 'kept'])
    expect([read('out', 'a'), read('out', 'kept'), read('outside')]).toEqual(['new', 'kept', 'outside'])
  })
})

describe('publishInto with a file to take away', () => {
  it('writes the others and removes it, or only the link that it is', () => {
    mkdirSync(join(home, 'out'))
    writeFileSync(join(home, 'outside'), 'outside')
    symlinkSync('../outside', join(home, 'out', 'a'))
    publishInto(join(home, 'out'), { a: null, b: 'new', c: null })
    expect(readdirSync(join(home, 'out'))).toEqual(['b'])
    expect([read('out', 'b'), read('outside')]).toEqual(['new', 'outside'])
  })

  it('makes a new directory without it', () => {
    publishInto(join(home, 'out'), { a: null, b: 'new' })
    expect(readdirSync(join(home, 'out'))).toEqual(['b'])
  })

  it('refuses when a directory stands there, after the others are written', () => {
    mkdirSync(join(home, 'out', 'a', 'kept'), { recursive: true })
    const { code, message } = refusal(() => publishInto(join(home, 'out'), { a: null, b: 'new' }))
    expect([code, message]).toEqual(['not-writable', expect.stringContaining(`cannot write to ${home}`)])
    expect([readdirSync(join(home, 'out', 'a')), read('out', 'b')]).toEqual([['kept'], 'new'])
  })

  it.each(['..', 'a/b', '.gitignore'])('refuses to take away %j', (name) => {
    expect(refusal(() => publishInto(home, { [name]: null })).code).toBe('not-writable')
  })
})

describe('a target that cannot be written', () => {
  it('is refused below a regular file, with the directory and the cause in the message', () => {
    writeFileSync(join(home, 'file'), '')
    const target = join(home, 'file', 'runs')
    for (const act of [
      () => openRuns(target).publish('one', { a: '' }),
      () => publishInto(target, { a: '' }),
    ]) {
      const { code, message, fix } = refusal(act)
      expect([code, fix]).toEqual(['not-writable', 'Choose another directory.'])
      expect(message).toContain(`cannot write to ${target}: a `)
      expect(message).toMatch(/\((ENOTDIR|EEXIST)\)$/)
    }
  })

  it('is refused without permission', (test) => {
    if (process.getuid?.() === 0) return test.skip('root may write everywhere')
    chmodSync(home, 0o500)
    expect(refusal(() => openRuns(home).publish('one', {})).message).toContain('EACCES')
  })
})

/** Runs in its own mount namespace, so that the tiny disk disappears with the process. */
function onTinyDisk(script: string): { skip: string } | { lines: string[] } {
  const door = JSON.stringify(join(import.meta.dirname, 'publish.ts'))
  const code = `import { execFileSync } from 'node:child_process'
    import { readdirSync, readFileSync } from 'node:fs'
    const { openRuns, publishInto } = await import(${door})
    const disk = process.cwd()
    const tell = (act) => { try { act(); console.log('done') } catch (e) { console.log(e.code + ': ' + e.message) } }
    ${script}`
  const command = 'mount -t tmpfs -o size=64k tmpfs "$1" || exit 77; cd "$1"; shift; exec "$@"'
  const node = [process.execPath, '--input-type=module', '-e', code]
  const ran = spawnSync('unshare', ['-m', 'sh', '-c', command, 'sh', home, ...node], { encoding: 'utf8' })
  if (ran.error || ran.status === 77 || /unshare failed/.test(ran.stderr)) {
    return { skip: `cannot mount a tiny disk here: ${ran.error?.message ?? ran.stderr.trim()}` }
  }
  if (ran.status !== 0) throw new Error(ran.stderr)
  return { lines: ran.stdout.trim().split('\n') }
}

describe('a disk that gives up', () => {
  it('refuses when it is full, leaves no trace, and keeps what was there', (test) => {
    const told = onTinyDisk(`
      const runs = openRuns(disk + '/runs')
      tell(() => runs.publish('one', { a: 'old' }))
      tell(() => runs.publish('two', { a: 'x'.repeat(20000), b: 'x'.repeat(100000) }))
      tell(() => runs.replace('one', 'a', 'x'.repeat(100000)))
      tell(() => publishInto(disk + '/runs/one', { a: 'new', b: 'x'.repeat(100000) }))
      console.log(readdirSync('runs').join(), readdirSync('runs/one').join(), readFileSync('runs/one/a', 'utf8'))
      tell(() => runs.publish('three', { a: 'x'.repeat(20000) }))`)
    if ('skip' in told) return test.skip(told.skip)
    const full = /^not-writable: cannot write to .*: no space is left on the disk \(ENOSPC\)$/
    expect(told.lines).toEqual([
      'done',
      ...Array(3).fill(expect.stringMatching(full)),
      '.gitignore,one .gitignore,a old',
      'done',
    ])
  })

  it('refuses when it is read-only', (test) => {
    const told = onTinyDisk(`
      const runs = openRuns(disk + '/runs')
      tell(() => runs.publish('one', { a: 'old' }))
      execFileSync('mount', ['-o', 'remount,ro', disk])
      tell(() => runs.publish('two', { a: '' }))
      tell(() => runs.replace('one', 'a', ''))
      tell(() => publishInto(disk + '/out', { a: '' }))`)
    if ('skip' in told) return test.skip(told.skip)
    expect(told.lines).toEqual([
      'done',
      ...Array(3).fill(expect.stringMatching(/^not-writable: .*\(EROFS\)$/)),
    ])
  })
})
