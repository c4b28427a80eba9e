import { describe, expect, it } from 'vitest'
import { hostile } from './answers.fixture.ts'
import { cutStart, formatSize, formatTable, formatThousands } from './lines.ts'

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1234, '1.2k'],
    [1250, '1.3k'],
    [12_000, '12k'],
    [999_999, '1000k'],
  ])('amounts of tokens stay short: %i', (count, shown) => {
    expect(formatThousands(count)).toBe(shown)
  })

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [512_000_000, '512 MB'],
    [3_000_000_000_000_000, '3000 TB'],
  ])('amounts of bytes have a unit: %i', (bytes, shown) => {
    expect(formatSize(bytes)).toBe(shown)
  })
})

describe('a table', () => {
  const columns = [
    { head: 'n', right: true },
    { head: 'path', lose: 'start' },
    { head: 'level', lose: 'end' },
  ] as const

  it('pads what is narrow, and leaves no space at the end of a line', () => {
    const rows = [
      ['1', 'a', 'full'],
      ['22', 'docs/b', 'x'],
    ]
    expect(formatTable(columns, rows)).toEqual([' n  path    level', ' 1  a       full', '22  docs/b  x'])
  })

  it('lets a path lose its beginning, and a name its end, to stay in its width', () => {
    const lines = formatTable(columns, [['1', 'docs/'.repeat(20), 'level'.repeat(20)]], 40)
    expect(lines[1]).toMatch(/^1 …[docs/]+ (level)+[level]*…$/)
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(40)
  })

  it('lets a column that comes last lose nothing before the others have', () => {
    const wide = [
      { head: 'address', lose: 'start', last: true },
      { head: 'what', lose: 'end' },
    ] as const
    const [, line] = formatTable(wide, [['a://'.padEnd(30, 'b'), 'w'.repeat(30)]], 40)
    expect(line).toBe(`${'a://'.padEnd(30, 'b')} ${'w'.repeat(8)}…`)
    const [, narrow] = formatTable(wide, [['a://'.padEnd(60, 'b'), 'w'.repeat(30)]], 40)
    expect(narrow).toBe(`…${'b'.repeat(32)} ${'w'.repeat(5)}…`)
  })

  it('lets no cell break its line or reach the terminal', () => {
    expect(formatTable(columns, [['1', hostile, hostile]])[1]).toBe('1  a?[2Jb?c?d?e  a?[2Jb?c?d?e')
  })

  it('never cuts a character in two', () => {
    expect(cutStart('🗡🛡🗡🛡', 3)).toBe('…🗡🛡')
  })
})
