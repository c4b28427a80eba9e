import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEnvFile } from './env-file.ts'

const values = (text: string) => parseEnvFile(text).map(({ name, value }) => [name, value])

describe('a file of settings', () => {
  it.each<[string, string, string[][]]>([
    ['a plain line', 'NAME=value', [['NAME', 'value']]],
    ['blanks around', '  NAME  =  value  ', [['NAME', 'value']]],
    ['export', 'export NAME=value', [['NAME', 'value']]],
    ['a name that begins like export', 'exported=value', [['exported', 'value']]],
    ['a colon', 'NAME: value', [['NAME', 'value']]],
    ['no colon where no blank follows', 'http://example.com', []],
    ['nothing behind the sign', 'NAME=', [['NAME', '']]],
    ['no sign', 'NAME', []],
    ['a comment', '# NAME=value\n  #x=y', []],
    ['a comment behind', 'NAME=value # said', [['NAME', 'value']]],
    ['a comment instead', 'NAME= # said', [['NAME', '']]],
    [
      'a sharp inside, both ways',
      'NAME=val#ue',
      [
        ['NAME', 'val#ue'],
        ['NAME', 'val'],
      ],
    ],
    ['a sharp first', 'NAME=#value', [['NAME', '#value']]],
    ['an equals sign inside', 'NAME=a=b==', [['NAME', 'a=b==']]],
    ['single quotes', 'NAME=\'a # "b" \\n\'', [['NAME', 'a # "b" \\n']]],
    ['a single quote inside single ones', "NAME='it\\'s'", [['NAME', "it\\'s"]]],
    ['back quotes', 'NAME=`a "b" \'c\'` # said', [['NAME', 'a "b" \'c\'']]],
    ['double quotes', 'NAME="a # b"', [['NAME', 'a # b']]],
    [
      'escapes, read and as they are',
      'NAME="a\\nb\\"c"',
      [
        ['NAME', 'a\nb"c'],
        ['NAME', 'a\\nb\\"c'],
      ],
    ],
    [
      'several lines',
      'NAME="a\nb\nc"\nNEXT=d',
      [
        ['NAME', 'a\nb\nc'],
        ['NEXT', 'd'],
      ],
    ],
    ['several lines with something behind them', 'NAME="a\nb" c', [['NAME', 'a']]],
    ['several lines in single quotes', "NAME='a\nb'", [['NAME', 'a\nb']]],
    [
      'a quote that never ends',
      'NAME="value\nNEXT=d',
      [
        ['NAME', 'value'],
        ['NEXT', 'd'],
      ],
    ],
    ['a quote that something follows', 'NAME="a" b', [['NAME', 'a" b']]],
    ['dots and dashes in names', 'a.b-c_1=value', [['a.b-c_1', 'value']]],
    ['no name', '=value', []],
  ])('reads %s', (_, text, expected) => {
    expect(values(text)).toEqual(expected)
    expect(values(`\ufeff${text.replaceAll('\n', '\r\n')}\r\n`)).toEqual(expected)
  })

  it('says the line on which the name stands', () => {
    const text = '\n# x\nA=one\nB="two\nlines"\r\nC=three\rD=four'
    expect(parseEnvFile(text).map(({ name, line }) => [name, line])).toEqual([
      ['A', 3],
      ['B', 4],
      ['C', 6],
      ['D', 7],
    ])
  })

  it('reads what stands below a stray quote, though that may be one long value', () => {
    const read = values("A='tis\nPASSWORD=opensesame\nB=that's\nC='x'")
    expect(read).toContainEqual(['PASSWORD', 'opensesame'])
    expect(values('A="x\nPASSWORD=opensesame\nB="')).toContainEqual(['PASSWORD', 'opensesame'])
  })

  it('throws at nothing', () => {
    const unit = fc.constantFrom(
      '"',
      "'",
      '`',
      '\\',
      '\n',
      '\r',
      '=',
      ':',
      ' ',
      '#',
      'A',
      'export ',
      '\0',
      '\ud83d',
      '$',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        for (const { name, line } of parseEnvFile(text))
          expect([name === '', line > 0]).toEqual([false, true])
      }),
      { numRuns: 3000 },
    )
  })

  it.each(['A="', "A='x'y\n", 'A="\\"\n', "A='\n", 'A=`"\'\n', 'A=" " "', 'A#', '# ', 'A="x\nB=\'y\nC=`z\n'])(
    'is read in one go, however often %j stands in it',
    (piece) => {
      expect(parseEnvFile(piece.repeat(Math.floor(262_144 / piece.length))).length).toBeLessThan(200_000)
    },
  )
})
