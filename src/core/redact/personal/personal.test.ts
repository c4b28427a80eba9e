import { describe, expect, it } from 'vitest'
import { personalFinders } from './index.ts'

function found(rule: string, text: string): string[] {
  return personalFinders.get(rule)!(text).map(({ start, end }) => text.slice(start, end))
}

/** Rows of a text and what is found in it. */
function check(rule: string, rows: readonly (readonly [text: string, ...hits: string[]])[]): void {
  it.each(rows.map(([text, ...hits]) => ({ text, hits })))('$text', ({ text, hits }) => {
    expect(found(rule, text)).toEqual(hits)
  })
}

const at = (name: string, domain = 'example.org') => `${name}@${domain}`
const jane = at('jane')

describe('C-40 e-mail addresses', () => {
  check('email-address', [
    [jane, jane],
    [`<${jane}>`, jane],
    [`mailto:${jane}?subject=x`, jane],
    [`${at('jane.doe+x', 'mail.example.org')}.`, at('jane.doe+x', 'mail.example.org')],
    [`Co-authored-by: Jane <${jane}>`, jane],
    [`{"to":"${jane}","cc":["${at('jo')}"]}`, jane, at('jo')],
    [`${jane},${at('jo')};${at('bo')}`, jane, at('jo'), at('bo')],
    [`${jane}: wrote`, jane],
    [`${jane}://x`, jane],
    [`${jane}:secret-word`, jane],
    [`${jane}--`, jane],
    [`...${jane}...`, jane],
    [`${jane}-12`, jane],
    [`${jane}.12`, jane],
    [jane.toUpperCase(), jane.toUpperCase()],
    [`(-${jane}-)`, jane],
    [`https://example.org/?to=${jane}`, jane],
    [`https://example.org/a ${jane}`, jane],
    [`see https://example.org, or ${jane}`, jane],
    [at('jörg', 'münchen.de'), at('jörg', 'münchen.de')],
    [at('jane', 'xn--mnchen-3ya.de'), at('jane', 'xn--mnchen-3ya.de')],
    [at('12345', '163.com'), at('12345', '163.com')],
    [`連絡先${jane}まで`, jane],
    [at('a'.repeat(99)), at('a'.repeat(99))],
    [`${jane}-12.x`, jane],
    [`${at('jane', 'b2.example.org')}-12.x`, at('jane', 'b2.example.org')],
    [`@${jane}`, jane],
  ])
})

describe('text that is not an address of a person', () => {
  check('email-address', [
    ['git@github.com:org/repo.git'],
    ['git@github.com'],
    ['ssh://git@example.org/org/repo'],
    [`${at('deploy', 'web1.example.org')}:/var/www/app`],
    [`${at('deploy', 'web1.example.org')}:releases/1`],
    [`${at('root', 'web1.example.org')}:~# ls`],
    [`https://${jane}/path`],
    [`https://jane:word@example.org/path`],
    [`a://b://${jane}`],
    ['user@2x.png'],
    ['icon@2x.webp and icon@3x.co'],
    ['@scope/package@1.2.3'],
    ['left-pad@1.3.0.tgz'],
    ['name@1.0.0-alpha.beta'],
    ['name@v1.2.beta'],
    ['pkg@npm:other@1.2.3'],
    ['pkg@workspace:*'],
    ['actions/checkout@v4.1.0'],
    ['image@sha256:00ff'],
    ['getty@tty1.service'],
    ['@app.route'],
    ['user@localhost'],
    ['name@next.1'],
    ['name@1.2.3.next'],
    ['a @ b.co'],
    ['x@y.z'],
    ['jane.@example.org'],
    ['jane@.example.org'],
    ['jane@-example.org'],
    ['jane@example..org'],
    ['jane@example.org1'],
    [at('jane', `${'a'.repeat(250)}.org`)],
    ['[REDACTED]@example.org'],
  ])
})

// Used in advertisements or never issued, so it belongs to no person.
const ssn = ['078', '05', '1120'].join('-')
const ssn2 = ['219', '09', '9999'].join('-')

describe('C-40 social security numbers', () => {
  check('social-security-number', [
    [ssn, ssn],
    [`SSN:${ssn}, ${ssn2}.`, ssn, ssn2],
    [`(${ssn})`, ssn],
    [`No.${ssn}`, ssn],
    [`"${ssn}"`, ssn],
    ['899-99-9999', '899-99-9999'],
  ])
})

describe('a number that is not a social security number', () => {
  check('social-security-number', [
    ...['000-12-3456', '666-12-3456', '900-12-3456', '987-65-4320', '123-00-4567', '123-45-0000'].map(
      (text): [string] => [text],
    ),
    [`1${ssn}`],
    [`${ssn}1`],
    [`1-${ssn}`],
    [`${ssn}-1`],
    [`1.${ssn}`],
    [`${ssn}.1`],
    [`id_${ssn}`],
    [`a${ssn}`],
    [`${ssn}a`],
    ['2024-01-02'],
    ['123-456-789'],
    ['123-45-678'],
    ['123 45 6789'],
    ['12-345-6789'],
  ])
})

// The numbers that the networks publish for tests.
const visa = `4${'1'.repeat(15)}`
const grouped = (number: string, separator: string, sizes = [4, 4, 4, 4]) => {
  const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0))
  return starts.map((start, i) => number.slice(start, start + sizes[i]!)).join(separator)
}
const amex = `3782${'822463'}10005`
const mastercard = `5${'5'.repeat(11)}4444`
const cards = {
  visa,
  'visa of 13': `4${'2'.repeat(12)}`,
  'visa of 19': `4${'0'.repeat(17)}6`,
  mastercard,
  'mastercard, second range': `222300${'3122003222'}`,
  'american express': amex,
  discover: `6011${'111111111117'}`,
  'discover, 65': `65${'0'.repeat(13)}2`,
  diners: `3056${'9309025904'}`,
  'diners, 36': `36${'22720627'}1667`,
  jcb: `3530${'111333300000'}`,
  unionpay: `6200${'000000000005'}`,
  mir: `2200${'000000000004'}`,
}

describe('payment cards', () => {
  it.each(Object.entries(cards))('%s', (_, number) => {
    expect(found('payment-card', `pan=${number},12/27`)).toEqual([number])
  })

  check('payment-card', [
    [grouped(visa, ' '), grouped(visa, ' ')],
    [`${grouped(visa, '-')};`, grouped(visa, '-')],
    [`${grouped(visa, ' ')} 12/27 123`, grouped(visa, ' ')],
    [`1 ${grouped(visa, ' ')}`, grouped(visa, ' ')],
    [grouped(amex, ' ', [4, 6, 5]), grouped(amex, ' ', [4, 6, 5])],
    [grouped(cards.diners, '-', [4, 6, 4]), grouped(cards.diners, '-', [4, 6, 4])],
    [grouped(cards['visa of 19'], ' ', [4, 4, 4, 4, 3]), grouped(cards['visa of 19'], ' ', [4, 4, 4, 4, 3])],
    [`${grouped(visa, ' ')} ${grouped(mastercard, ' ')}`, grouped(visa, ' '), grouped(mastercard, ' ')],
    [`カード${visa}番`, visa],
    [`/cards/${visa}`, visa],
  ])
})

describe('a number that is not a payment card', () => {
  check('payment-card', [
    [visa.slice(0, 15)],
    [`${visa.slice(0, 15)}2`],
    [`1${visa}`],
    [`${visa}1`],
    [`a${visa}`],
    [`${visa}f`],
    [`${visa}_1`],
    [`0.${visa}`],
    [`${visa}.5`],
    [`1-${visa}`],
    [`${grouped(visa, '-')}-1111`],
    [`1111-${grouped(visa, '-')}`],
    [`${visa.slice(0, 4)} ${grouped(visa.slice(4), '-', [4, 4, 4])}`],
    [grouped(visa, '  ')],
    [grouped(visa, ' ', [4, 4, 4, 3, 1])],
    // Valid check digit, but no issuer uses this range or length.
    ['0'.repeat(16)],
    [`1${'0'.repeat(14)}8`],
    [`5${'0'.repeat(14)}5`],
    [`4${'0'.repeat(12)}06`],
    // Times in milliseconds, microseconds and nanoseconds.
    ['1700000000000 1700000000000000 1700000000000000000'],
  ])
})

// From the registry of the standard: each country shows one.
const ibans = [
  ['DE89', '3704', '0044', '0532', '0130', '00'],
  ['GB29', 'NWBK', '6016', '1331', '9268', '19'],
  ['FR14', '2004', '1010', '0505', '0001', '3M02', '606'],
  ['NO93', '8601', '1117', '947'],
  ['BE68', '5390', '0754', '7034'],
  ['MT84', 'MALT', '0110', '0001', '2345', 'MTLC', 'AST0', '01S'],
  ['CH93', '0076', '2011', '6238', '5295', '7'],
]
const iban = ibans[0]!.join('')

describe('bank accounts', () => {
  it.each(ibans)('%s', (...groups) => {
    expect(found('iban', `IBAN: ${groups.join('')}.`)).toEqual([groups.join('')])
    expect(found('iban', `to ${groups.join(' ')} please`)).toEqual([groups.join(' ')])
  })

  check('iban', [
    [`${iban},${ibans[3]!.join('')}`, iban, ibans[3]!.join('')],
    [`${ibans[4]!.join(' ')} 1234`, ibans[4]!.join(' ')],
  ])
})

describe('text that is not a bank account', () => {
  check('iban', [
    [iban.replace('89', '88')],
    [iban.replace('DE', 'XX')],
    [iban.toLowerCase()],
    [iban.slice(0, -1)],
    [`${iban}0`],
    [`A${iban}`],
    [`_${iban}`],
    [`é${iban}`],
    [`${iban}é`],
    [`${iban}a`],
    [`${iban}-1`],
    [`${ibans[0]!.slice(0, 3).join(' ')}${ibans[0]!.slice(3).join(' ')}`],
    ['DE89'],
  ])
})

// 555-01xx, 020 7946 0xxx and the like are set aside for stories.
describe('telephone numbers', () => {
  check('phone-number', [
    ['+1 212 555 0123', '+1 212 555 0123'],
    ['+12125550123', '+12125550123'],
    ['+1 (212) 555-0123', '+1 (212) 555-0123'],
    ['tel:+1-212-555-0123;ext=1', '+1-212-555-0123'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['+442079460958.', '+442079460958'],
    ['+49 (0) 30 23125 000', '+49 (0) 30 23125 000'],
    ['+49(0)30 23125-000', '+49(0)30 23125-000'],
    ['+33 1 99 00 12 34', '+33 1 99 00 12 34'],
    ['+358 9 4245 1234', '+358 9 4245 1234'],
    ['+7 999 000 12 34', '+7 999 000 12 34'],
    ['(212) 555-0123', '(212) 555-0123'],
    ['call (212)555-0123!', '(212)555-0123'],
    ['212-555-0123', '212-555-0123'],
    ['212.555.0123', '212.555.0123'],
    ['1-800-555-0199', '1-800-555-0199'],
    ['020 7946 0958', '020 7946 0958'],
    ['07700 900123', '07700 900123'],
    ['030/23125000', '030/23125000'],
    ['(030) 23125000', '(030) 23125000'],
    [`+49 30 23125000 ${ssn}`, '+49 30 23125000'],
    ['+1 212 555 0123, 212-555-0124', '+1 212 555 0123', '212-555-0124'],
  ])
})

describe('a number that is not a telephone number', () => {
  check('phone-number', [
    ['2024-01-02 03:04:05'],
    ['2024-01-02T03:04:05+02:00'],
    ['2024-01-02 03:04:05 +0200'],
    ['+2024-01-02'],
    ['+20.12.2024'],
    ['01.02.2024 01/02/2024 01-02-2024'],
    ['1700000000 1700000000000'],
    ['+1700000000'],
    ['+1700000000000'],
    ['+20240102030405'],
    ['192.168.100.200 10.0.0.1:8080'],
    ['+192.168.100.200'],
    ['1.2.3 212.555.0123.4 212.555.01234'],
    ['v212.555.0123'],
    ['212-555-0123-4'],
    ['9-212-555-0123'],
    ['a-1+12125550123'],
    ['x+12125550123'],
    ['f(1)+12125550123'],
    ['c++12125550123'],
    ['+1 112 555 0123'],
    ['+1 212 155 0123'],
    ['112-555-0123 212-055-0123'],
    ['+212555'],
    ['+7 999 000 12 345'],
    ['+49 55505 (212)'],
    ['+999999999999999'],
    ['+0 212 555 0123'],
    ['+2100 555 0123 44'],
    ['212-555.0123'],
    ['212 555 0123'],
    ['555-0123'],
    ['f(212) 555-0123'],
    ['[x](212) 555-0123'],
    ['[x]+12125550123'],
    ['(2125) 550-0123'],
    ['@@ -1,3 +1,15 @@'],
    ['0644 123456 file'],
    ['0755 1234567'],
    ['001 002 003 0004'],
    ['012 3456'],
    ['020 7946 09581'],
    ['0xdeadbeef 0123456789'],
    ['550e8400-e29b-41d4-a716-446655440000'],
    ['123e4567-e89b-12d3-a456-426614174000'],
  ])
})
