// Texts that try to cost as much time as possible, because the author of a source decides what the redactor reads.
import { digits, letters, made } from './published/published.fixture.ts'

const alnum = letters + digits
const dashes = '-'.repeat(5)

export interface HostileText {
  readonly name: string
  readonly text: string
}

export function hostileTexts(size: number): HostileText[] {
  const on = (unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
  const each = (unit: (i: number) => string): string => {
    const units = Array.from({ length: Math.ceil(size / unit(0).length) }, (_, i) => unit(i))
    return units.join('').slice(0, size)
  }
  const texts: Readonly<Record<string, string>> = {
    ...repeated(on),
    ...unfinished(on),
    ...manyTokens(on, each),
    ...longRuns(on),
  }
  return Object.entries(texts).map(([name, text]) => ({ name, text }))
}

type Fill = (unit: string) => string

/** Beginnings of secrets, repeated. Each could start a long search that fails. */
function repeated(on: Fill): Record<string, string> {
  const units = [
    [
      'eyJ',
      'eyJe',
      'eyJa.',
      'eyJa.eyJb. ',
      'ghp_',
      'sk-',
      'sk-ant-',
      'AKIA',
      'xoxb-',
      'github_pat_',
      '$2b$10$',
      'abcEAA',
      'abcsl.',
      '1:A',
    ],
    [
      `${dashes}BEGIN `,
      `${dashes}END `,
      '-',
      '://',
      'http://a:',
      'http://',
      'a://b:c',
      '@',
      ':@',
      'a@b.',
      '?key=',
    ],
    [
      'a=',
      'password=',
      'password:',
      'pass',
      'secret_',
      'token: "',
      'token="',
      '=',
      ' = ',
      '"',
      "'",
      '`',
      '\\',
      '\\"',
    ],
    ['"\'', '"{\\"a\\":', '{"a":', '\\n', '\\u0041', '%25', '%', '%41', '&amp;', '&', '<secret>', '<', '</'],
    [
      'Bearer ',
      'Authorization: Basic ',
      'curl -u a:',
      '\u200b',
      '\u{e0041}',
      'a\u200b',
      '\u001b[',
      '\u001b]',
      '\u202e',
    ],
    [
      '[REDACTED]',
      '[REDACTED',
      '${',
      '{{',
      '\n',
      '\r',
      ' ',
      '\n ',
      '\n> ',
      '日本é😀',
      '\ud800',
      '+',
      '/',
      '_',
      '.',
      '1',
    ],
  ].flat()
  return Object.fromEntries(units.map((unit) => [`${JSON.stringify(unit)} on end`, on(unit)]))
}

/** A beginning with everything after it, and no end. */
function unfinished(on: Fill): Record<string, string> {
  const begin = `${dashes}BEGIN RSA PRIVATE KEY${dashes}`
  return {
    'BEGIN lines of a key without END': on(`${begin}\n`),
    'one BEGIN line and base64 without END': `${begin}\n${on(`${made(64, alnum)}\n`)}`,
    'BEGIN lines of a key and END lines of something else': on(`${begin}\n${dashes}END X${dashes}\n`),
    'BEGIN lines that are not closed': on(`${dashes}BEGIN RSA PRIVATE KEY `),
    'a line of padding in a key, and no end of it': on(`${begin}\n${made(16, alnum)}${'='.repeat(60)}!\n`),
    'BEGIN lines with escaped breaks': on(`${begin}\\n`),
    'one label': `${dashes}BEGIN ${on('A ')}`,
    'one URL user without @': `https://${on('a')}`,
    'one URL password without @': `https://a:${on('b:')}`,
    'one open quote': `token: "${on('a ')}`,
    'one open tag': `<secret>${on('a ')}`,
    'names of secrets without a value': on('api_key_secret_token_password: '),
    'one name': on('secret_token_'),
    'operators after a name': `password${on('=')}`,
    'spaces after a name': `password =${on(' ')}`,
    'nested quotes': on('"\'`"\'`token='),
    'escapes before a quote': `token = "${on('\\')}"`,
    'one control sequence without end': `\u001b]${on('0;')}`,
  }
}

function manyTokens(on: Fill, each: (unit: (i: number) => string) => string): Record<string, string> {
  const number = (i: number) => String(i).padStart(8, '0')
  return {
    'distinct tokens': each((i) => `ghp_${made(28, alnum)}${number(i)} `),
    'distinct values with a name': each((i) => `password = "${made(20, alnum)}${number(i)}"\n`),
    'distinct short passwords': each((i) => `password=${made(3, letters)}${number(i)}\n`),
    'distinct URL passwords': each((i) => `https://user:${made(8, alnum)}${number(i)}@example.org/\n`),
    'values that are beginnings of one another': each(
      (i) => `token=${made(40, alnum).slice(0, 12 + (i % 28))}\n`,
    ),
    'the same token': on(`ghp_${made(36, alnum)} `),
    'the same token without a break': on(`ghp_${made(36, alnum)}`),
    'access keys without a break': on(`AKIA${made(16, digits)}`),
    'tokens one character short': on(`sk-${made(15, alnum)} `),
    'web tokens': on(`eyJ${made(20, alnum)}.eyJ${made(20, alnum)}.${made(20, alnum)} `),
    'private keys': on(`${dashes}BEGIN X KEY${dashes}\n${made(64, alnum)}\n${dashes}END X KEY${dashes}\n`),
    'a token, then tries at it': `ghp_${made(36, alnum)}\n${on(`ghp_${made(36, alnum).slice(0, 35)}`)}`,
  }
}

function longRuns(on: Fill): Record<string, string> {
  return {
    'one run of letters': on('a'),
    'one random run': on(made(997, alnum)),
    'one run of base64': on(made(1021, `${alnum}+/`)),
    'one run of base64 of itself': on('ZXlKZXlKZXlK'),
    'base64 lines': on(`${made(76, `${alnum}+/`)}\n`),
    'one run of hexadecimal digits': on('0a1b2c3d'),
    'hexadecimal runs of 39': on(`${made(39, digits)} `),
    'one run of percent escapes': on('%67%68%70%5F'),
    'runs at line ends, each with an indented next': on(`${made(30, alnum)}\n    `),
    'short runs at line ends': on(`${made(12, alnum)}\n`),
    'runs joined by dots': on(`${made(16, alnum)}.`),
    'runs joined by slashes': on(`${made(16, alnum)}/`),
    'runs with a hidden character in each': on(`${made(16, alnum)}\u200b`),
    'digits in groups of four': on('4111 1111 '),
  }
}
