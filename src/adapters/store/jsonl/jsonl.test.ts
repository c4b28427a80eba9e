import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import { openLineWriter } from './line-writer.ts'
import { readLines } from './read-lines.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lines-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const at = (name: string) => join(home, name)
const text = (name: string) => readFileSync(at(name), 'utf8')

function refusal(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

function write(file: string, ...parts: string[]) {
  const lines = openLineWriter(file)
  for (const part of parts) lines.write(part)
  lines.finish()
}

describe('a file that is written', () => {
  it('appears under its name at the end, in place of what was there', () => {
    writeFileSync(at('out'), 'old')
    const lines = openLineWriter(at('out'))
    const long = 'körper\n'.repeat(100_000)
    lines.write(long)
    expect(text('out')).toBe('old')
    lines.write('end\n')
    lines.finish()
    expect([text('out') === `${long}end\n`, readdirSync(home)]).toEqual([true, ['out']])
  })

  it('never was when it is abandoned, and can be abandoned at any time', () => {
    const lines = openLineWriter(at('out'))
    lines.write('x')
    lines.abandon()
    lines.abandon()
    expect(readdirSync(home)).toEqual([])
    const finished = openLineWriter(at('out'))
    finished.finish()
    finished.abandon()
    expect(readdirSync(home)).toEqual(['out'])
  })

  it('cleans up after itself when it cannot have its name', () => {
    const lines = openLineWriter(at('out'))
    lines.write('x')
    mkdirSync(at('out'))
    expect(refusal(() => lines.finish())).toMatchObject({ code: 'not-writable' })
    lines.abandon()
    expect(readdirSync(home)).toEqual(['out'])
  })

  it('is refused where there is a directory, or none to be in', () => {
    mkdirSync(at('out'))
    expect(refusal(() => openLineWriter(at('out'))).message).toContain('it is a directory')
    expect(refusal(() => openLineWriter(at('none/out'))).message).toContain('ENOENT')
    expect(readdirSync(home)).toEqual(['out'])
  })

  it('is what a link leads to, and the link stays', () => {
    writeFileSync(at('kept'), 'old')
    symlinkSync('kept', at('link'))
    write(at('link'), 'new')
    expect([text('kept'), lstatSync(at('link')).isSymbolicLink()]).toEqual(['new', true])
  })
})

describe('a path that is not a file', () => {
  const door = JSON.stringify(join(import.meta.dirname, 'line-writer.ts'))
  const program = `const { openLineWriter } = await import(${door})
    const lines = openLineWriter(process.argv[1])
    lines.write('one\\n')
    lines.finish()`
  const script = '"$1" --input-type=module -e "$2" "$3"'
  const shell = (its: string, file: string) =>
    spawnSync('sh', ['-c', its, 'sh', process.execPath, program, file], { encoding: 'utf8', timeout: 20_000 })

  it('gets the text, and is not replaced: a pipe', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(shell(`${script} & cat "$3"; wait`, at('pipe'))).toMatchObject({ stdout: 'one\n', stderr: '' })
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
  })

  it.each(['| cat', `> "$3.out"; cat "$3.out"`])('gets the text: standard output, with %s', (where) => {
    const link = at('stdout')
    symlinkSync('/dev/stdout', link)
    expect(shell(`${script} ${where}`, link)).toMatchObject({ stdout: 'one\n', stderr: '' })
    expect(lstatSync('/dev/stdout').isSymbolicLink()).toBe(true)
  })
})

describe('lines that are read', () => {
  async function read(file: string): Promise<string[]> {
    const lines: string[] = []
    for await (const line of readLines(file)) lines.push(line)
    return lines
  }

  it('are those that were written, whatever is in them and wherever a part of the file ends', async () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll('\n', '\u2028'))
    const lines = fc.array(fc.tuple(line, fc.nat(70_000)).map(([start, many]) => start + 'ж'.repeat(many)))
    await fc.assert(
      fc.asyncProperty(lines, async (some) => {
        writeFileSync(at('in'), some.map((text) => `${text}\n`).join(''))
        expect(await read(at('in'))).toEqual(some)
        appendFileSync(at('in'), 'last')
        expect(await read(at('in'))).toEqual([...some, 'last'])
      }),
      { numRuns: 25 },
    )
  })

  // This tests the time: joining parts repeatedly would take minutes.
  it('can be very long', { timeout: 30_000 }, async () => {
    const part = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 160; i++) appendFileSync(at('in'), part)
    appendFileSync(at('in'), '\nend')
    expect((await read(at('in'))).map((line) => line.length)).toEqual([160 * part.length, 3])
  })

  it('are refused when they are no text, or cannot be read', async () => {
    writeFileSync(at('in'), Buffer.from([0x61, 0xff]))
    await expect(read(at('in'))).rejects.toMatchObject({
      code: 'not-readable',
      message: expect.stringMatching(/UTF-8/),
    })
    await expect(read(home)).rejects.toMatchObject({
      code: 'not-readable',
      message: expect.stringMatching(/EISDIR/),
    })
    await expect(read(at('none'))).rejects.toMatchObject({
      code: 'not-readable',
      message: expect.stringMatching(/ENOENT/),
    })
  })
})
