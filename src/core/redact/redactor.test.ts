// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other languages
import { describe, expect, it } from 'vitest'
import { made } from './marked.fixture.ts'
import { redactionRules, ruleSets, selectRules } from './redaction-rules.ts'
import { createRedactor, redact } from './redactor.ts'

const marker = '[REDACTED]'
const options = { rules: ruleSets.default, marker }
const token = (seed: number) => `ghp_${made('{alnum:36}', seed)}`

describe('the redactor of a packet', () => {
  it('takes in every text what is a secret in one of them', () => {
    const value = made('{alnum:24}')
    const redactor = createRedactor(options)
    redactor.learn(`password = "${value}"`)
    expect(redactor.redact(`it was ${value}, and x${value}y`).text).toBe(`it was ${marker}, and x${marker}y`)
    expect(createRedactor(options).redact(`it was ${value}`).text).toBe(`it was ${value}`)
  })

  it('takes in the rest of a text what is a secret further down', () => {
    const value = made('{alnum:20}')
    expect(redact(`see ${value}\nclient_secret = "${value}"`, options).text).toBe(
      `see ${marker}\nclient_secret = "${marker}"`,
    )
  })

  it('takes short secrets again only as a whole word, and the shortest only where they were found', () => {
    const redactor = createRedactor(options)
    redactor.learn('password = "aB3$x9Qz"\npassword = "hunt3r2"')
    expect(redactor.redact('aB3$x9Qz xaB3$x9Qz aB3$x9Qzy hunt3r2').text).toBe(
      `${marker} xaB3$x9Qz aB3$x9Qzy hunt3r2`,
    )
  })

  it('numbers the secrets of a rule as they come, over all texts', () => {
    const redactor = createRedactor({ ...options, labels: true })
    redactor.learn(`${token(1)} ${token(2)}`)
    expect(redactor.redact(`${token(2)} and ${token(1)} and ${token(2)}`).text).toBe(
      '[REDACTED:github-personal-token#1] and [REDACTED:github-personal-token#2] and [REDACTED:github-personal-token#1]',
    )
    expect(redactor.redact(`AKIA${made('{upper-alnum:16}')} ${token(3)}`).text).toBe(
      '[REDACTED:aws-access-key#1] [REDACTED:github-personal-token#3]',
    )
  })

  it('keeps a list of the markers it wrote', () => {
    const redactor = createRedactor({ rules: options.rules, marker: '***', labels: true })
    redactor.redact(token(1))
    expect([...redactor.markers]).toEqual(['***', '***:github-personal-token#1'])
  })

  it('takes what rules from outside find, and names it after them first', () => {
    const outside = [
      { id: 'mine', find: (text: string) => [{ start: text.indexOf('gh'), end: text.indexOf('gh') + 40 }] },
    ]
    expect(redact(`a ${token(1)} b`, { ...options, outside }).hits).toEqual([
      { rule: 'mine', number: 1, start: 2, end: 42 },
    ])
  })

  it('counts overlapping hits as one, from the first start to the last end', () => {
    const outside = [
      {
        id: 'mine',
        find: () => [
          { start: 0, end: 3 },
          { start: 2, end: 6 },
          { start: 8, end: 9 },
        ],
      },
    ]
    expect(redact('0123456789', { ...options, outside })).toMatchObject({
      text: `${marker}67${marker}9`,
      hits: [
        { start: 0, end: 6 },
        { start: 8, end: 9 },
      ],
    })
  })

  it('finds nothing with no rules', () => {
    expect(redact(`${token(1)}\u200b`, { rules: [], marker }).text).toBe(`${token(1)}\u200b`)
  })

  it.each(ruleSets.default.slice(-12))('finds with %s alone what it is for', (rule) => {
    const text = examples[rule]!
    // The other rules find the decoded spelling.
    const rules = rule === 'encoded-secret' ? ['github-personal-token', rule] : [rule]
    expect(redact(text, { rules, marker }).hits.map((hit) => hit.rule)).toEqual([rule])
    const others = ruleSets.default.filter((other) => other !== rule)
    expect(redact(text, { rules: others, marker }).hits.map((hit) => hit.rule)).not.toContain(rule)
  })
})

const json = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
/** One text for each rule that finds a secret by its surroundings. */
const examples: Readonly<Record<string, string>> = {
  'private-key': `-----BEGIN PRIVATE KEY-----\n${made('{base64:64}')}\n-----END PRIVATE KEY-----`,
  'json-web-token': `${json({ alg: 'HS256' })}.${json({ sub: '1' })}.${made('{base64url:43}')}`,
  'discord-bot-token': made('M{alnum:23}.{base64url:6}.{base64url:38}'),
  'curve-private-key': `0x${made('{hex:31}')}A${made('{hex:31}')}B`,
  'url-credentials': made('https://anna:{alnum:12}@example.org/'),
  'basic-credentials': `Basic ${btoa('anna:password1')}`,
  'command-credentials': made('curl -u anna:{alnum:10}'),
  'netrc-password': made('login anna password {alnum:9}'),
  'password-hash': made('$2b$10${alnum:53}'),
  'kubernetes-secret': 'kind: Secret\ndata:\n  a: YWRtaW4=\n',
  'assigned-secret': made('api_key = "{alnum:24}"'),
  'encoded-secret': `see ${btoa(`token=${token(1)}`)}`,
}

describe('the sets of rules', () => {
  it('have names, and personal data is in none but its own', () => {
    expect(Object.keys(ruleSets)).toEqual(['default', 'published', 'personal'])
    expect(ruleSets.personal.filter((rule) => ruleSets.default.includes(rule))).toEqual([])
    expect(ruleSets.default.slice(-12)).toEqual(Object.keys(examples))
  })

  it('come together in one order, each rule once', () => {
    expect(selectRules({ sets: ['personal', 'default', 'published'], add: [] })).toEqual(redactionRules)
    expect(new Set(redactionRules).size).toBe(redactionRules.length)
    expect(selectRules({ sets: [], add: ['iban', 'npm-token', 'iban'] })).toEqual(['npm-token', 'iban'])
    expect(selectRules({ sets: [], add: [] })).toEqual([])
  })

  it('does not take a password that is a word out of every other text', () => {
    const redactor = createRedactor({ rules: ruleSets.default, marker: '[REDACTED]' })
    expect(redactor.redact('postgres://app:postgres@db.internal/shop').text).toBe(
      'postgres://[REDACTED]@db.internal/shop',
    )
    expect(redactor.redact('We use postgres here.').text).toBe('We use postgres here.')
  })
})
