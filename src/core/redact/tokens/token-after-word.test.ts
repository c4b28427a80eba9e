import { describe, expect, it } from 'vitest'
import { tokenFormats } from '../formats/index.ts'
import { made, redacted } from '../marked.fixture.ts'
import { makeSample } from './sample.ts'

/** Beginnings that say little alone: short, without a sign, with a dot, before several parts, or behind the first part. */
const ids = [
  'airtable-personal-token',
  'alibaba-session-token',
  'azure-ad-client-secret',
  'crates-io-token',
  'dropbox-access-token',
  'facebook-access-token',
  'harness-personal-token',
  'mailchimp-key',
  'metabase-key',
  'new-relic-license-key-eu',
  'resend-key',
  'sendgrid-key',
  'slack-legacy-token',
  'stripe-test-secret-key',
  'telegram-bot-token',
]
const samples = tokenFormats
  .filter(({ id }) => ids.includes(id))
  .flatMap((format) => [1, 2, 3].map((seed) => [format.id, makeSample(format, seed)] as const))

const signed = [
  { alg: 'HS256', typ: 'JWT' },
  { sub: 'anna', iat: 1_700_000_000 },
]
  .map((part) => btoa(JSON.stringify(part)).replace(/=+$/, ''))
  .concat(made('{base64url:43}'))
  .join('.')

describe('M-30 a token with letters right before and behind it', () => {
  it.each([...samples, ['json-web-token', signed] as const])('goes: %s', (_, token) => {
    for (const [before, after] of [
      ['abc', 'xyz'],
      ['Prefix', 'Suffix'],
    ]) {
      const clean = redacted(`The build printed ${before}${token}${after} and went on.`)
      expect(clean).toMatch(/^The build printed \w{3,6}\[REDACTED\]\w{0,6} and went on\.$/)
    }
  })
})

describe('text that only resembles the beginning of a token in the middle of a word stays', () => {
  it.each([
    ['the id of a task', 'task_{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}'],
    ['a name of several words', 'core_database_connectionPoolManagerSetting'],
    ['base64 with a beginning in it', '{alnum:40}EAA{alnum:120}'],
    ['base64 behind a sign, with a beginning in it', 'a/abcEAA{alnum:120}'],
    ['base64 with an anchor in it', 'x{alnum:30}12345678:A{alnum:34}'],
    ['base64 that goes on behind the length of a token', '12345678:A{alnum:90}'],
    ['a package and its digest', 'viewer.apk.{hex:32}'],
  ])('%s', (_, shape) => {
    for (const seed of [1, 2, 3]) expect(redacted(made(shape, seed))).toBe(made(shape, seed))
  })
})
