import { describe, expect, it } from 'vitest'
import { ruleSets, selectRules } from '../redaction-rules.ts'
import { redact, splitRedactedLines } from '../redactor.ts'
import type { RuleId } from '../span.ts'
import { digits, letters, made, publishedPatterns } from './published.fixture.ts'

const marker = '[REDACTED]'
const published = ruleSets.published
const upper = letters.slice(26)
const alnum = letters + digits

function redacted(text: string, rules: readonly RuleId[] = published): string {
  return redact(text, { rules, marker }).text
}

interface Format {
  readonly id: string
  readonly rule: RuleId
  readonly whole: readonly string[]
  /** Only the part before the bar goes. */
  readonly part?: readonly string[]
  readonly none: readonly string[]
}

const long = made(36, alnum)
const key16 = made(16, upper + digits)
const hex40 = made(40, `${digits}abcdef`)
const segments = ['eyJ', made(24, `${alnum}_-`), '.eyJ', made(40, `${alnum}_-`), '.', made(43, `${alnum}_-`)]

const formats: readonly Format[] = [
  {
    id: 'Z-65',
    rule: 'published-github-fine-grained-token',
    whole: [`github_pat_${made(22, alnum)}_${made(59, alnum)}`, 'github_pat_x', 'github_pat__'],
    part: [`github_pat_${long}|-x`],
    none: ['github_pat_', 'github_pat_ x', `github_pat-${long}`, `GITHUB_PAT_${long}`],
  },
  ...['Z-66 ghp_ github-personal', 'Z-67 gho_ github-oauth', 'Z-68 ghu_ github-user'].map((words) => {
    const [id = '', prefix = '', name = ''] = words.split(' ')
    return {
      id,
      rule: `published-${name}-token`,
      whole: [prefix + long, `${prefix}a`, `${prefix}0`],
      part: [`${prefix + long}|_${long}`, `${prefix}a|-b`],
      none: [prefix, `${prefix} ${long}`, `${prefix}_a`, prefix.toUpperCase() + long, `ghx_${long}`],
    }
  }),
  ...['Z-69 AKIA published-aws-access-key', 'Z-70 ASIA published-aws-temporary-key'].map((words) => {
    const [id = '', prefix = '', rule = ''] = words.split(' ')
    return {
      id,
      rule,
      whole: [prefix + key16],
      part: [`${prefix + key16}|${key16}`, `${prefix + key16}|a`],
      none: [
        prefix + key16.slice(1),
        prefix + key16.toLowerCase(),
        `${prefix}${key16.slice(8)}-${key16.slice(8)}`,
      ],
    }
  }),
  {
    id: 'Z-71',
    rule: 'published-openai-key',
    whole: [`sk-${made(32, alnum)}`, `sk-${made(48, alnum)}`],
    part: [`sk-${made(32, alnum)}|-x`],
    none: [`sk-${made(31, alnum)}`, `sk-proj-${made(48, alnum)}`, `sk_${made(48, alnum)}`],
  },
  {
    id: 'Z-72',
    rule: 'published-anthropic-key',
    whole: [`sk-ant-${made(8, alnum)}-${made(95, alnum)}`, 'sk-ant-a', 'sk-ant--'],
    part: [`sk-ant-a|_b`],
    none: ['sk-ant-', 'sk-ant', `sk-antarctica ${long}`],
  },
  ...[
    'Z-73 xoxb- published-slack-bot-token',
    'Z-74 xoxp- published-slack-user-token',
    'Z-75 xoxa- published-slack-app-token',
  ].map((words) => {
    const [id = '', prefix = '', rule = ''] = words.split(' ')
    return {
      id,
      rule,
      whole: [`${prefix}${made(12, digits)}-${made(24, alnum)}`, `${prefix}1`, `${prefix}-`],
      part: [`${prefix}1|_2`],
      none: [prefix, `${prefix} 1`, `xox-${long}`, `xoxz-${long}`],
    }
  }),
  {
    id: 'Z-76',
    rule: 'published-pem-key',
    whole: [
      'RSA PRIVATE',
      'EC PRIVATE',
      'OPENSSH PRIVATE',
      'ENCRYPTED PRIVATE',
      'PRIVATE',
      'PUBLIC',
      ' ',
    ].map((kind) => `-----BEGIN ${kind} KEY-----`),
    none: [
      'KEY',
      ' KEY',
      'RSA PRIVATE',
      'rsa private KEY',
      'RSA2 KEY',
      'PGP PRIVATE KEY BLOCK',
      'MONKEY',
    ].map((kind) => `-----BEGIN ${kind}-----`),
  },
  {
    id: 'Z-77',
    rule: 'published-pem-certificate',
    whole: ['-----BEGIN CERTIFICATE-----'],
    none: ['CERTIFICATE REQUEST', 'X CERTIFICATE', 'certificate', ''].map(
      (kind) => `-----BEGIN ${kind}-----`,
    ),
  },
  {
    id: 'Z-78',
    rule: 'published-hex-40',
    whole: [hex40, hex40.toUpperCase(), made(64, `${digits}abcdefABCDEF`), made(400, digits)],
    part: [`${hex40}|g`, `${hex40}| ${hex40.slice(1)}`],
    none: [hex40.slice(1), `${hex40.slice(0, 20)}-${hex40.slice(20)}`, `${hex40.slice(1)}g${hex40.slice(1)}`],
  },
  {
    id: 'Z-79',
    rule: 'published-json-web-token',
    whole: [segments.join(''), 'eyJa.eyJb.c', 'eyJ_.eyJ-.-', `${'eyJ'.repeat(3)}.${'eyJ'.repeat(3)}.x`],
    part: [`${segments.join('')}|.${long}`, 'eyJa.eyJb.c|=='],
    none: ['eyJ.eyJb.c', 'eyJa.eyJ.c', 'eyJa.eyJb.', 'eyJa.eyJb', 'eyJa.b.c', 'a.eyJb.c', 'eyJa..eyJb.c'],
  },
]

describe.each(formats)('$id $rule', ({ rule, whole, part = [], none }) => {
  const pattern = new RegExp(publishedPatterns[rule]!, 'g')

  it.each(whole)('goes as a whole: %s', (sample) => {
    expect(sample.replace(pattern, marker)).toBe(marker)
    expect(redacted(sample, [rule])).toBe(marker)
    expect(redacted(`x=${sample}`, [rule])).toBe(`x=${marker}`)
  })

  it.each(part)('goes as far as the pattern reaches: %s', (sample) => {
    const [secret = '', rest = ''] = sample.split('|')
    expect((secret + rest).replace(pattern, marker)).toBe(marker + rest)
    expect(redacted(secret + rest, [rule])).toBe(marker + rest)
  })

  it.each(none)('leaves alone: %s', (sample) => {
    expect(sample.replace(pattern, marker)).toBe(sample)
    expect(redacted(sample, [rule])).toBe(sample)
  })
})

describe('a text', () => {
  const token = (prefix: string) => prefix + long

  it('Z-80 loses every occurrence on every line', () => {
    const text = [
      `${token('ghp_')} and ${token('gho_')}, ${token('ghp_')}`,
      'nothing here',
      `a${token('ghu_')}\t${segments.join('')}`,
      '',
      `"${token('sk-')}",${token('xoxb-')}`,
    ].join('\n')
    expect(redacted(text)).toBe(
      [
        `${marker} and ${marker}, ${marker}`,
        'nothing here',
        `a${marker}\t${marker}`,
        '',
        `"${marker}",${marker}`,
      ].join('\n'),
    )
  })

  it('Z-80 stays as it is where nothing is secret', () => {
    for (const text of [
      '',
      '\n',
      'plain\n\ntext\n',
      'naïve 日本 😀 \ud83d',
      'ghp_ sk- eyJ AKIA -----BEGIN ',
    ]) {
      expect(redact(text, { rules: published, marker })).toMatchObject({ text, hits: [] })
    }
  })

  it('Z-X23 counts one replacement where two rules meet, under the first of them', () => {
    const { hits, text } = redact(`key sk-ant-${made(40, digits)}.`, { rules: published, marker })
    expect(text).toBe(`key ${marker}.`)
    expect(hits).toEqual([{ rule: 'published-anthropic-key', number: 1, start: 4, end: 51 }])
  })

  it('names a hit after the longest of those that begin together, then after the order of the rules', () => {
    const text = `AKIA${made(16, digits)}`
    const rules: RuleId[] = ['published-hex-40', 'published-aws-access-key']
    expect(redact(text, { rules, marker }).hits).toEqual([
      { rule: 'published-aws-access-key', number: 1, start: 0, end: 20 },
    ])
    const joined = `A${hex40}`
    expect(redact(joined, { rules: [...rules].reverse(), marker }).hits).toEqual([
      { rule: 'published-hex-40', number: 1, start: 0, end: 41 },
    ])
  })

  it('knows the input line of each line that is left', () => {
    const block = `-----BEGIN PRIVATE KEY-----\n${long}\n-----END PRIVATE KEY-----`
    const text = `one\ntwo ${block} three\nfour\n${block}\n\nlast ${token('ghp_')}`
    const clean = redact(text, { rules: published, marker })
    expect(splitRedactedLines(clean)).toEqual([
      { text: 'one', at: 1 },
      { text: `two ${marker} three`, at: 2 },
      { text: 'four', at: 5 },
      { text: marker, at: 6 },
      { text: '', at: 9 },
      { text: `last ${marker}`, at: 10 },
    ])
  })

  it('takes the marker it is given', () => {
    expect(redact(`a ${token('ghp_')} b`, { rules: published, marker: '***' }).text).toBe('a *** b')
  })

  it('refuses a rule there is not, because a mistyped rule would protect nothing', () => {
    expect(() => redacted('text', ['ghp'])).toThrow('unknown redaction rule "ghp"')
  })
})

describe('the rules', () => {
  it('Z-X24 are exactly the fifteen published', () => {
    expect(published).toEqual(Object.keys(publishedPatterns))
    expect(published).toHaveLength(15)
    expect(formats.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, i) => `Z-${65 + i}`))
  })

  it('Z-X20 leave commit ids and certificates alone until a manifest asks for them', () => {
    const text = `commit ${hex40}\n-----BEGIN CERTIFICATE-----\n${long}\n-----END CERTIFICATE-----\n`
    const withDefault = (...add: RuleId[]) => selectRules({ sets: ['default'], add })
    expect(redacted(text, withDefault())).toBe(text)
    expect(redacted(text, withDefault('published-hex-40'))).toBe(text.replace(hex40, marker))
    expect(redacted(text, withDefault('published-hex-40', 'published-pem-certificate'))).toBe(
      `commit ${marker}\n${marker}\n`,
    )
    expect(selectRules({ sets: ['published'], add: ['published-openai-key'] })).toEqual(published)
  })
})
