import { describe, expect, it } from 'vitest'
import { made, markedOf, redacted } from './marked.fixture.ts'

const dashes = '-----'
const begin = (label = 'RSA PRIVATE KEY') => `${dashes}BEGIN ${label}${dashes}`
const end = (label = 'RSA PRIVATE KEY') => `${dashes}END ${label}${dashes}`
const lines = (seed = 1) => [
  made('MII{base64:61}', seed),
  made('{base64:64}', seed + 1),
  made('{base64:22}==', seed + 2),
]
const body = lines().join('\n')
const key = (label?: string, seed = 1) => [begin(label), ...lines(seed), end(label)].join('\n')
const marker = '[REDACTED]'
const prefixed = (text: string, prefix: string) =>
  text
    .split('\n')
    .map((line) => prefix + line)
    .join('\n')

describe('T11 a private key goes', () => {
  it.each([
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'DSA PRIVATE KEY',
    'PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
    'PGP SECRET KEY BLOCK',
  ])('labelled %s', (label) => {
    expect(redacted(`before\n${key(label)}\nafter\n`)).toBe(`before\n${marker}\nafter\n`)
  })

  it.each<[how: string, text: string, expected: string]>([
    ['alone', key(), marker],
    [
      'on one line in short pieces',
      `${begin()} ${made('{base64:13} {base64:9} {base64:40} {base64:2}')} ${end()}`,
      marker,
    ],
    [
      'with the headers of an encrypted one',
      key().replace('\n', `\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${made('{HEX:32}')}\n\n`),
      marker,
    ],
    [
      'with the headers and the checksum of PGP',
      key('PGP PRIVATE KEY BLOCK')
        .replace('\n', '\nVersion: GnuPG v2\nComment: made here\n\n')
        .replace(`\n${dashes}END`, `\n=${made('{alnum:4}')}\n${dashes}END`),
      marker,
    ],
    [
      'in the four-dash form of SSH2',
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${body}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
      marker,
    ],
    ['with CRLF line ends', key().replaceAll('\n', '\r\n'), marker],
    ['indented, as in YAML', `key: |\n${prefixed(key(), '    ')}\nnext: 1`, `key: |\n    ${marker}\nnext: 1`],
    ['quoted, as in a mail', `${prefixed(key(), '> ')}\n> more`, `> ${marker}\n> more`],
    ['commented out', `${prefixed(key(), '# ')}\n# more`, `# ${marker}\n# more`],
    [
      'in a JSON string',
      `{"key": "${key().replaceAll('\n', '\\n')}\\n", "b": 1}`,
      `{"key": "${marker}\\n", "b": 1}`,
    ],
    [
      'in a JSON string in a string',
      `"{\\"key\\": \\"${key().replaceAll('\n', '\\\\n')}\\"}"`,
      `"{\\"key\\": \\"${marker}\\"}"`,
    ],
    [
      'in strings that are added up',
      `k = "${begin()}\\n" +\n  "${lines().join('\\n" +\n  "')}\\n" +\n  "${end()}"`,
      `k = "${marker}"`,
    ],
    ['on one line with spaces', `k='${key().replaceAll('\n', ' ')}'`, `k='${marker}'`],
    ['twice in a row', `${key()}\n${key('EC PRIVATE KEY', 9)}\nafter`, `${marker}\n${marker}\nafter`],
    ['cut off without END', `a\n${begin()}\n${lines().slice(0, 2).join('\n')}\n`, `a\n${marker}\n`],
    [
      'cut off without END, and what follows stays',
      `${begin()}\n${body}\n\nThe end of it.`,
      `${marker}\n\nThe end of it.`,
    ],
    ['cut off in the middle of a line', `${begin()}\n${body.slice(0, 90)}`, marker],
    ['without BEGIN', `${body}\n${end()}\nafter`, `${marker}\nafter`],
    [
      'without BEGIN, and what comes before stays',
      `Some words.\n${body}\n${end()}`,
      `Some words.\n${marker}`,
    ],
    [
      'once whole and once only its end',
      `${key()}\nwords in between\n${lines(9).join('\n')}\n${end()}`,
      `${marker}\nwords in between\n${marker}`,
    ],
    ['with an END of another kind behind it', `${begin()}\n${body}\n${end('PRIVATE KEY')}`, marker],
  ])('%s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected)
  })

  it('in the format of PuTTY, but for what it says about itself', () => {
    const head = `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\n${made('AAAA{base64:60}')}\nPrivate-Lines: 3\n`
    expect(redacted(`${head}${body}\nPrivate-MAC: x\n`)).toBe(`${head}${marker}\nPrivate-MAC: x\n`)
  })

  it('when the gap took its beginning, with all that stands between the gap and its end', () => {
    const head = 'first words\n'
    expect(redacted(`${head}half a line, ${made('{alnum:9}')}\n${end()}\nlast`, head.length)).toBe(
      `${head}${marker}\nlast`,
    )
    expect(redacted(`${head}${end()}\nlast`, head.length)).toBe(`${head}${end()}\nlast`)
    expect(redacted(`${head}${key()}\nlast`, head.length)).toBe(`${head}${marker}\nlast`)
  })
})

describe('text that only resembles a private key stays', () => {
  it.each([
    ['a mention', `Begin the file with ${begin()} and end it with ${end()}.`],
    ['a mention before prose', `${begin()} and then 12 lines of base64 follow in that file up to its end`],
    ['a mention on lines of its own', `${begin()}\n...\n${end()}`],
    ['a key that is left out', `${begin()}\n<your key here>\n${end()}`],
    ['a BEGIN line as the last line', `look for\n${begin()}`],
    ['an END line as the first line', `${end()}\nand so on`],
    ['a comparison in code', `if (text.startsWith('${begin()}')) return`],
    ['a certificate', `${key('CERTIFICATE')}\n`],
    ['a public key', key('PUBLIC KEY')],
    ['an RSA public key', key('RSA PUBLIC KEY')],
    ['a request for a certificate', key('CERTIFICATE REQUEST')],
    ['a public key of PGP', key('PGP PUBLIC KEY BLOCK')],
    ['a signature of PGP', key('PGP SIGNATURE')],
    ['a public key of SSH', `ssh-rsa AAAAB3NzaC1yc2E${made('{base64:340}')} me@host`],
    ['a short public key of SSH', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${made('{base64:43}')} me@host`],
  ])('%s', (_, text) => {
    expect(redacted(text)).toBe(text)
  })

  it('beside one that goes', () => {
    const text = `${key('CERTIFICATE')}\n«${key()}»\n${key('CERTIFICATE', 20)}\n`
    const { text: whole, expected } = markedOf(text)
    expect(redacted(whole)).toBe(expected)
  })
})
