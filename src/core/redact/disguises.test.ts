import { describe, expect, it } from 'vitest'
import { tokenFormats } from './formats/index.ts'
import { redacted } from './marked.fixture.ts'
import { ruleSets } from './redaction-rules.ts'
import { redact } from './redactor.ts'
import { makeSample } from './tokens/sample.ts'

const marker = '[REDACTED]'

/** The best-known tokens: what leaks most often. */
const known = [
  'github-personal-token',
  'github-fine-grained-token',
  'gitlab-personal-token',
  'aws-access-key',
  'google-api-key',
  'slack-bot-token',
  'stripe-live-secret-key',
  'npm-token',
  'pypi-token',
  'anthropic-api-key',
  'openai-project-key',
  'hugging-face-token',
  'sendgrid-key',
  'digitalocean-personal-token',
  'shopify-access-token',
  'databricks-token',
  'linear-api-key',
  'docker-personal-token',
  'groq-key',
  'sentry-user-token',
].flatMap((id) => tokenFormats.filter((format) => format.id === id))

const samples = known.map((format, i) => [format.id, makeSample(format, i + 1)] as const)

/** How a token may be written, and what is left when it is gone. */
const disguises: Readonly<Record<string, readonly [write: (token: string) => string, left: string]>> = {
  plain: [(token) => `TOKEN=${token}`, `TOKEN=${marker}`],
  'with a zero-width space inside': [
    (token) => `see ${inside(token, '\u200b')} there`,
    `see ${marker} there`,
  ],
  'with a zero-width joiner inside': [
    (token) => `see ${inside(token, '\u200d')} there`,
    `see ${marker} there`,
  ],
  'with a soft hyphen inside': [(token) => `see ${inside(token, '\u00ad')} there`, `see ${marker} there`],
  'with a tag character inside': [
    (token) => `see ${inside(token, '\u{e0041}')} there`,
    `see ${marker} there`,
  ],
  'with a colour inside': [(token) => `see ${inside(token, '\u001b[0m')} there`, `see ${marker} there`],
  'with hidden characters between all others': [(token) => [...token].join('\u200b'), marker],
  'cut to three fifths, behind a name': [
    (token) => `TOKEN=${token.slice(0, Math.ceil(token.length * 0.6))}`,
    `TOKEN=${marker}`,
  ],
  'bold in Markdown': [(token) => `the token **${token}** is`, `the token **${marker}** is`],
  'as code in Markdown': [(token) => `the token \`${token}\` is`, `the token \`${marker}\` is`],
  'in a table of Markdown': [(token) => `| token | ${token} |`, `| token | ${marker} |`],
  'in a string of JSON in a string': [
    (token) => `"{\\"token\\":\\"${token}\\"}"`,
    `"{\\"token\\":\\"${marker}\\"}"`,
  ],
  'beside a line end of a string': [(token) => `"a\\n${token}\\n"`, `"a\\n${marker}\\n"`],
  'in percent escapes': [(token) => `q=${percent(token)}&b=1`, `q=${marker}&b=1`],
  'in \\u escapes': [(token) => `"${unicode(token)}"`, `"${marker}"`],
  'in \\x escapes': [(token) => `"${hexadecimal(token)}"`, `"${marker}"`],
  'in base64 with its name': [(token) => `data: ${btoa(`token=${token}`)} end`, `data: ${marker} end`],
  'in base64 alone': [(token) => `data: ${btoa(token)} end`, `data: ${marker} end`],
  'over two lines, behind a name': [
    (token) => `token: ${wrapped(token)}\nnext: 1`,
    `token: ${marker}\nnext: 1`,
  ],
  'with an allowance for gitleaks': [
    (token) => `t = "${token}" # gitleaks:allow`,
    `t = "${marker}" # gitleaks:allow`,
  ],
  'with an allowance for detect-secrets': [
    (token) => `t = "${token}" # pragma: allowlist secret`,
    `t = "${marker}" # pragma: allowlist secret`,
  ],
  'with an allowance for bandit': [(token) => `t = "${token}" # nosec`, `t = "${marker}" # nosec`],
  'with an allowance for secretlint': [
    (token) => `t = "${token}" // secretlint-disable-line`,
    `t = "${marker}" // secretlint-disable-line`,
  ],
  'with an allowance for trufflehog': [
    (token) => `t = "${token}" # trufflehog:ignore`,
    `t = "${marker}" # trufflehog:ignore`,
  ],
}

/** A piece of fewer characters is not looked at. */
const longEnough = samples.filter(([, token]) => token.length >= 24)

describe.each(Object.entries(disguises))('a token %s', (how, [write, left]) => {
  it.each(/cut|two lines/.test(how) ? longEnough : samples)('goes: %s', (_, token) => {
    expect(redacted(write(token))).toBe(left)
  })
})

describe('a token glued into letters', () => {
  it.each(samples)('goes: %s', (_, token) => {
    expect(redacted(`prefix${token}`)).toBe(`prefix${marker}`)
  })
})

describe('text in another spelling stays when nothing in it is secret', () => {
  it.each([
    [
      'percent escapes',
      'https://example.com/?q=hello%20world%2C%20again&redirect=https%3A%2F%2Fexample.com%2Fpath',
    ],
    ['\\u escapes', '"gr\\u00fc\\u00dfe an alle, und noch mehr"'],
    ['base64', `data: ${btoa('The quick brown fox jumps over the lazy dog')}`],
    ['JSON in base64', btoa('{"user":"anna","roles":["admin","editor"]}')],
  ])('%s', (_, text) => {
    expect(redacted(text)).toBe(text)
  })
})

describe('hidden text in a secret', () => {
  it('is taken out and counted, wherever it stands', () => {
    const clean = redact('a\u200bb\u001b[31mc\u{e0041}d', { rules: ruleSets.default, marker })
    expect(clean).toMatchObject({
      text: 'abcd',
      hits: [],
      hidden: { 'zero-width': 1, 'ansi-escape': 1, 'tag-characters': 1 },
    })
  })

  it('stays where the rule for it is off', () => {
    const rules = ruleSets.default.filter((rule) => rule !== 'hidden-text')
    expect(redact('a\u200bb', { rules, marker })).toMatchObject({ text: 'a\u200bb', hidden: {} })
  })
})

function inside(token: string, hidden: string): string {
  const middle = Math.floor(token.length / 2)
  return token.slice(0, middle) + hidden + token.slice(middle)
}

function wrapped(token: string): string {
  const most = Math.ceil(token.length * 0.6)
  return `${token.slice(0, most)}\n    ${token.slice(most)}`
}

function code(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}

function percent(token: string): string {
  return [...token].map((character) => `%${code(character)}`).join('')
}

function unicode(token: string): string {
  return [...token].map((character) => `\\u00${code(character)}`).join('')
}

function hexadecimal(token: string): string {
  return [...token].map((character) => `\\x${code(character)}`).join('')
}
