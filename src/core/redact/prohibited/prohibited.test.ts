import { describe, expect, it } from 'vitest'
import { made } from '../marked.fixture.ts'
import { selectRules } from '../redaction-rules.ts'
import { createRedactor } from '../redactor.ts'
import { type OutsideRule, RedactionFailure } from '../span.ts'
import { classOf, sanitise, sanitiserWith } from './prohibited.fixture.ts'

const dashes = '-'.repeat(5)
const tagged = (text: string) =>
  [...text].map((character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join('')
const token = `ghp_${made('{alnum:36}')}`

describe('C-40 prohibited content without rules in the manifest', () => {
  it.each([
    ['an assigned key', 'use api_key = abc now', 'use api_key = [REDACTED_SECRET] now'],
    ['a key in capitals', 'API-KEY: "a b c", next', 'API-KEY: "[REDACTED_SECRET]", next'],
    ['an access token', 'accessToken=xyz', 'accessToken=[REDACTED_SECRET]'],
    ['a refresh token', '{"refresh_token":"xyz","a":1}', '{"refresh_token":"[REDACTED_SECRET]","a":1}'],
    ['JSON in a string', '"{\\"secret\\": \\"x y\\"}"', '"{\\"secret\\": \\"[REDACTED_SECRET]\\"}"'],
    ['a password', 'password: hunter2.', 'password: [REDACTED_CREDENTIAL].'],
    ['a password of something', "DB_PASSWORD='a\\'b' x", "DB_PASSWORD='[REDACTED_CREDENTIAL]' x"],
    ['a cookie', 'session_cookie=abc; Path=/', 'session_cookie=[REDACTED_CREDENTIAL]; Path=/'],
    [
      'credentials in an address',
      'https://jane:hunt3r2@db.acme.io/x',
      'https://[REDACTED_CREDENTIAL]@db.acme.io/x',
    ],
    ['a password in bold', '**Password:** hunter2 there', '**Password:** [REDACTED_CREDENTIAL] there'],
    ['a password behind a bold name', '__password__: hunter2', '__password__: [REDACTED_CREDENTIAL]'],
    ['a number that is named', 'SSN: 536228726', 'SSN: [REDACTED_SSN]'],
    ['a token by its look', `see ${token}`, 'see [REDACTED_SECRET]'],
    ['an e-mail address', 'ask jane@acme.io', 'ask [REDACTED_EMAIL]'],
    ['a social security number', 'SSN 536-22-8726', 'SSN [REDACTED_SSN]'],
    ['a card', 'card 4111 1111 1111 1111', 'card [REDACTED_PERSONAL]'],
  ])('is replaced: %s', (_, text, clean) => {
    expect(sanitise(text)).toMatchObject({ status: 'redacted', text: clean })
  })

  it.each([
    [
      'a private key',
      made(`${dashes}BEGIN RSA PRIVATE KEY${dashes}\n{base64:64}\n${dashes}END RSA PRIVATE KEY${dashes}`),
      'private_keys',
    ],
    ['the first line of a private key', `${dashes}BEGIN OPENSSH PRIVATE KEY${dashes}`, 'private_keys'],
    ['a marking', 'CONFIDENTIAL\n\nThe plan', 'restricted'],
    ['a marking with a colon', 'tlp level is TLP: RED', 'restricted'],
    ['a phrase in any case', 'Do Not  Distribute', 'restricted'],
    ['a phrase over two lines', '> do not\n> distribute', 'restricted'],
  ])('lets go of the whole text: %s', (_, text, name) => {
    expect(sanitise(text)).toMatchObject({
      status: 'blocked',
      text: null,
      why: `it holds what is prohibited: ${name}`,
      actions: [{ class: name, action: 'drop' }],
    })
  })

  it.each([
    'Retry with a smaller batch; see docs/limits.md.',
    'a confidential tone',
    'CONFIDENTIALITY',
    'ACCESS_CONFIDENTIAL = 3',
    'password rotation is due',
    'the secretary: Jo',
    'commit 97a6459cafe0123456789abcdef0123456789ab1',
    'a\r\nb',
    'ship it ❤️ 👩‍👩‍👧 שלום',
    '',
  ])('leaves ordinary text as it came: %j', (text) => {
    expect(sanitise(text)).toEqual({ status: 'clean', text, actions: [] })
  })

  it('C-42 hands out nothing of a text that is blocked', () => {
    const answer = sanitise(`The password is hunter2hunter2. TLP:RED ${token}`)
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|ghp_/)
  })

  it('says what was done, class by class, in numbers', () => {
    expect(sanitise('password=a pwd=b jane@acme.io\u200b').actions).toEqual([
      { class: 'hidden-text', action: 'redact', count: 1 },
      { class: 'credentials', action: 'redact', count: 2 },
      { class: 'personal_data', action: 'redact', count: 1 },
    ])
  })
})

describe('hidden text', () => {
  it('is taken out, and what it split is found', () => {
    const split = `${token.slice(0, 9)}\u200b${token.slice(9)}`
    expect(sanitise(`see ${split}`)).toMatchObject({ status: 'redacted', text: 'see [REDACTED_SECRET]' })
  })

  it.each([
    ['in tag characters', `see below${tagged('password=hunter2')}`],
    ['in an escape sequence', `see \u001b]8;;https://jane:hunt3r2@db.acme.io/\u0007here`],
    [
      'in variation selectors',
      `😀${[...'TLP:RED'].map((character) => String.fromCodePoint(0xe0100 + character.charCodeAt(0) - 16)).join('')}`,
    ],
  ])('C-51 that carries what is prohibited blocks the text: %s', (_, text) => {
    const why = 'it hides what is prohibited in invisible text'
    expect(sanitise(text)).toMatchObject({ status: 'blocked', text: null, why })
  })
})

describe('C-42 text that cannot be sanitised for sure', () => {
  const failing: OutsideRule = {
    id: 'own.slow',
    find() {
      throw new RedactionFailure('has 9 characters; the patterns of this manifest go through 3 at most')
    },
  }

  it('is blocked where a rule could not look at it', () => {
    const own = { own: classOf({ patterns: { slow: 'x' } }) }
    const why = 'it has 9 characters; the patterns of this manifest go through 3 at most'
    expect(sanitiserWith(own, [failing]).sanitise('a text')).toEqual({
      status: 'blocked',
      text: null,
      why,
      actions: [],
    })
  })

  it('is blocked where something is found again and again', () => {
    // Finds one letter at a time, and there are more of them than rounds.
    const restless: OutsideRule = {
      id: 'own.restless',
      find: (text) => [{ start: text.indexOf('a'), end: text.indexOf('a') + 1 }],
    }
    const own = { own: classOf({ patterns: { restless: 'x' } }) }
    expect(sanitiserWith(own, [restless]).sanitise('a'.repeat(12))).toEqual({
      status: 'blocked',
      text: null,
      why: 'something prohibited was still there after it had been redacted',
      actions: [{ class: 'own', action: 'drop', count: 1 }],
    })
  })
})

describe('classes of a manifest', () => {
  it('come on top of the built-in ones', () => {
    const own = { tickets: classOf({ words: ['ACME-1'], marker: '[REDACTED_TICKET]' }) }
    expect(sanitiserWith(own).sanitise('ACME-1 of jane@acme.io')).toMatchObject({
      text: '[REDACTED_TICKET] of [REDACTED_EMAIL]',
    })
  })

  it('take the place of the built-in one of the same name', () => {
    const own = { restricted: classOf({ words: ['INTERNAL'], action: 'drop' }) }
    expect(sanitiserWith(own).sanitise('CONFIDENTIAL').status).toBe('clean')
    expect(sanitiserWith(own).sanitise('INTERNAL').status).toBe('blocked')
  })

  it('drop what another class would redact: the stricter action wins', () => {
    const own = { people: classOf({ rules: ['email-address'], action: 'drop' }) }
    expect(sanitiserWith(own).sanitise('ask jane@acme.io').status).toBe('blocked')
  })

  it('name a span that two of them claim after the first, as wide as both', () => {
    const own = {
      first: classOf({ words: ['red fox'], marker: '[FIRST]' }),
      second: classOf({ words: ['a red', 'fox run'], marker: '[SECOND]' }),
    }
    expect(sanitiserWith(own).sanitise('see a red fox run')).toMatchObject({ text: 'see [FIRST]' })
  })

  it('find with patterns and known values that come from outside', () => {
    const find = (word: string) => (text: string) => {
      const start = text.indexOf(word)
      return start === -1 ? [] : [{ start, end: start + word.length }]
    }
    const own = {
      own: classOf({ patterns: { ticket: 'T-\\d+' }, marker: '[T]', markers: { ticket: '[TICKET]' } }),
    }
    const outside = [
      { id: 'own.ticket', find: find('T-12') },
      { id: 'known-value', find: find('correct horse') },
    ]
    expect(sanitiserWith(own, outside).sanitise('T-12 correct horse')).toMatchObject({
      text: '[TICKET] [REDACTED_SECRET]',
    })
  })
})

describe('sanitised text passes the redactor of a packet unchanged', () => {
  it.each([['[REDACTED]'], ['***']])('with its markers as they are, where that one writes %s', (marker) => {
    const rules = selectRules({ sets: ['default'], add: ['command-credentials'] })
    for (const text of ['curl -u jane:hunt3r22 x', `see ${token}`, 'https://jane:hunt3r2@db.acme.io/x']) {
      const safe = sanitise(text)
      expect(safe.text).toMatch(/\[REDACTED_[A-Z]+\]/)
      expect(createRedactor({ rules, marker }).redact(safe.text!).text).toBe(safe.text)
    }
  })
})
