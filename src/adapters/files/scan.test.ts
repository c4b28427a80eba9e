import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FoundSource, mapToSourceLine } from '../../core/values/index.ts'
import { decodeExcerpt } from './excerpt.ts'
import { countBreaks, createScanner, type FileScan } from './scan.ts'
import { sha256, workspace } from './workspace.fixture.ts'

const KB = 1024

function found(seen: unknown): FoundSource {
  expect(seen).toMatchObject({ state: 'found' })
  return seen as FoundSource
}

/** Checks that every line of the text states its own line number in the source. */
function checkNumbers(
  { text, gap }: Pick<FoundSource, 'text'> & { gap?: FoundSource['gap'] },
  lines: number,
): void {
  const shown = text.split('\n')
  expect(shown.pop()).toBe('')
  expect(shown.every((line, at) => Number.parseInt(line, 10) === mapToSourceLine(gap, at + 1))).toBe(true)
  expect(Number.parseInt(shown.at(-1) ?? '', 10)).toBe(lines)
}

function numbered(lines: number, ends: readonly string[]): string {
  return Array.from(
    { length: lines },
    (_, at) => `${at + 1} ${'x'.repeat(at % 90)}é${ends[at % ends.length]}`,
  ).join('')
}

describe('a file of 50 MB', () => {
  it('T9 is seen by its beginning and end, with true line numbers and the digest of the whole', async () => {
    const { root, reader } = workspace()
    const fd = openSync(`${root}/log.md`, 'w')
    let lines = 0
    for (let bytes = 0; bytes < 50 * KB * KB; ) {
      const chunk = Array.from({ length: 10_000 }, () => `${++lines} ${'y'.repeat(lines % 70)}\n`).join('')
      bytes += writeSync(fd, chunk)
    }
    closeSync(fd)
    const before = process.memoryUsage()
    const seen = found(reader.read('log.md'))
    const after = process.memoryUsage()
    checkNumbers(seen, lines)
    const text = Buffer.byteLength(seen.text)
    expect(text).toBeGreaterThan(255 * KB)
    expect(text).toBeLessThanOrEqual(256 * KB)
    expect(seen.gap?.skippedBytes).toBe(seen.bytes - text)
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(
      4 * KB * KB,
    )
    const digest = createHash('sha256')
    for await (const chunk of createReadStream(`${root}/log.md`)) digest.update(chunk)
    expect(seen.digest).toBe(`sha256:${digest.digest('hex')}`)
  })
})

describe('a windowed file', () => {
  it.each([[['\n']], [['\r\n']], [['\r']], [['\r\n', '\n', '\r', '\r', '\n']]])(
    'is numbered alike whatever its line ends: %j',
    (ends) => {
      const { write, reader } = workspace()
      for (const pad of ['', 'p', 'pp', 'ppp']) {
        const lines = 20_000
        write('root/a.md', numbered(lines, ends).replace(/^1 /, `1 ${pad}`))
        checkNumbers(found(reader.read('a.md')), lines)
      }
    },
  )

  it('keeps the same numbers wherever a CRLF meets the edge of a window or a chunk', () => {
    const { write, reader } = workspace()
    for (const edge of [128 * KB, 256 * KB, 512 * KB, 600 * KB - 128 * KB]) {
      for (const shift of [-2, -1, 0, 1]) {
        const bytes = Buffer.alloc(600 * KB, 'z')
        for (let at = 1000; at < bytes.length; at += 1000) bytes.write('\n', at)
        bytes.write('\r\n', edge + shift)
        write('root/a.md', bytes)
        const { text, gap, digest } = found(reader.read('a.md'))
        const total = bytes.toString().replace(/\r\n?/g, '\n').split('\n').length
        expect(mapToSourceLine(gap, text.split('\n').length)).toBe(total)
        expect(digest).toBe(sha256(bytes))
      }
    }
  })

  it('keeps the beginning of a line that fills the first window, and nothing of one that fills the last', () => {
    const { write, reader } = workspace()
    const long = 'x'.repeat(KB * KB)
    const start = 'x'.repeat(128 * KB - 1)
    write('root/one.md', long)
    expect(reader.read('one.md')).toMatchObject({
      text: `${start}\n`,
      bytes: KB * KB,
      gap: { afterLine: 1, skippedLines: 0, skippedBytes: KB * KB - start.length },
    })
    write('root/tail.md', `${long}\nend`)
    expect(reader.read('tail.md')).toMatchObject({
      text: `${start}\nend`,
      gap: { afterLine: 1, skippedLines: 0, skippedBytes: KB * KB + 1 - start.length },
    })
    write('root/head.md', `a\r\nb\n${long}`)
    const { text, gap } = found(reader.read('head.md'))
    expect([text.slice(0, 5), text.length, gap?.afterLine]).toEqual(['a\nb\nx', 128 * KB - 1, 3])
    write('root/lines.md', `${'line\n'.repeat(20 * KB)}${long}`)
    expect(found(reader.read('lines.md')).text).toBe('line\n'.repeat(20 * KB))
  })

  it('cuts a long line between words, so that no half of a token is left, and never within a character', () => {
    const { write, reader } = workspace()
    const textOf = (content: string) => {
      write('root/one.md', content)
      return found(reader.read('one.md')).text
    }
    const word = 'abcdefg'
    for (const between of [' ', ',', '"'])
      expect(textOf(`${word}${between}`.repeat(100 * KB))).toBe(`${`${word}${between}`.repeat(16 * KB)}\n`)
    expect(textOf(`token ${'t'.repeat(128 * KB - 100)} ghp_${'A1b2'.repeat(200 * KB)}`)).not.toContain('ghp_')
    for (const pad of ['', 'p', 'pp', 'ppp']) {
      const text = textOf(pad + '𝄞é€'.repeat(80 * KB))
      expect(text.isWellFormed() && !text.includes('\uFFFD')).toBe(true)
      expect(Buffer.byteLength(text)).toBeGreaterThan(128 * KB - 8)
    }
  })

  it('begins above 512 KB', () => {
    const { write, reader } = workspace()
    for (const size of [256 * KB, 256 * KB + 1, 512 * KB]) {
      const text = 'line\n'.repeat(size / 5).padEnd(size, '.')
      write('root/a.md', text)
      const seen = found(reader.read('a.md'))
      expect(seen.text === text && seen.gap === undefined && seen.digest === sha256(text)).toBe(true)
    }
    write('root/a.md', 'line\n'.repeat(110_000))
    expect(found(reader.read('a.md')).gap).toBeDefined()
  })
})

describe('a file that changes while it is read', () => {
  function scanAs(content: string, size: number): FileScan {
    const { write, root } = workspace()
    write('root/a.md', content)
    const fd = openSync(`${root}/a.md`, 'r')
    onTestFinished(() => closeSync(fd))
    if (size < content.length) appendFileSync(`${root}/a.md`, 'more')
    return createScanner(sha256)(fd, size) as FileScan
  }

  it('counts as it was when it was opened, if it grows', () => {
    expect(scanAs('one\ntwo\n', 4)).toMatchObject({ bytes: 4, digest: sha256('one\n') })
  })

  it.each([100, 300 * KB, 600 * KB, KB * KB])('ends where it ends, if %i bytes were promised', (size) => {
    for (const content of ['', 'one\ntwo\n', 'line\n'.repeat(4000), 'line\n'.repeat(100_000)]) {
      if (content.length > size) continue
      const scan = scanAs(content, size)
      expect(scan).toMatchObject({ bytes: content.length, digest: sha256(content) })
      const { text, gap } = decodeExcerpt(scan, 'a.md') as FoundSource
      expect(text.length + (gap?.skippedBytes ?? 0)).toBe(content.length)
    }
  })
})

describe('countBreaks', () => {
  it('counts what normalising leaves, however the bytes are divided', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\r', '\n'), maxLength: 20 })
    fc.assert(
      fc.property(text, text, (start, rest) => {
        const breaks = (start + rest).replace(/\r\n?/g, '\n').split('\n').length - 1
        const first = countBreaks(Buffer.from(start))
        expect(first + countBreaks(Buffer.from(rest), start.endsWith('\r'))).toBe(breaks)
      }),
    )
  })
})
