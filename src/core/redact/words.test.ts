import { describe, expect, it } from 'vitest'
import { characterSets } from './character-sets.ts'
import { made } from './marked.fixture.ts'
import { looksLikePlaceholder } from './placeholder.ts'
import { measureRandomness } from './randomness.ts'
import { isFileName, judgeValue } from './structures/judge-value.ts'
import { getNameStrength, type NameStrength, splitName } from './structures/name-strength.ts'
import { readWrittenValue } from './structures/written-value.ts'
import { parseTokenShape } from './tokens/token-shape.ts'

describe('a name', () => {
  it.each<[strength: NameStrength, names: string]>([
    ['password', 'password PASSWORD dbPassword db_pass passwd pwd userpass passphrase'],
    [
      'strong',
      'token secret apiKey api_key API-KEY clientSecret accessToken AWSSecretKey credentials jwt bearer signing_key encryptionKey deploy-key NPM_TOKEN token2 privateKey SECRETKEY mytoken PGPASSWORD',
    ],
    [
      'weak',
      'key Key auth authorization session signature salt license cookie client_id accessKeyId token_id secret_url sortkey',
    ],
    [
      'none',
      'name user host tokenType token_count secretName secret_arn public_key pubkey publicToken password_file passwordPath max_token_length keyboard author digest sha256 user_id value',
    ],
    ['none', '_ - 12'],
  ])('says "%s" of %s', (strength, names) => {
    expect(names.split(' ').filter((name) => getNameStrength(name) !== strength)).toEqual([])
  })

  it('is read as words, however they are joined', () => {
    expect(
      ['AWSSecretKey', 'aws_secret_key', 'aws-secret-key', 'awsSecretKey', 'AWS_SECRET_KEY2'].map(splitName),
    ).toEqual(Array.from({ length: 5 }, () => ['aws', 'secret', 'key']))
  })
})

/** Every word that counts in a name, written down once more: none of them may be lost unnoticed. */
const parseWordSets: readonly (readonly [
  strength: NameStrength,
  name: (word: string) => string,
  words: string,
])[] = [
  [
    'password',
    (word) => `my_${word}`,
    `
      password passwd passwort pwd passphrase passcode passkey userpass dbpass pswd psw pass
      contrasena senha
    `,
  ],
  [
    'strong',
    (word) => `my_${word}`,
    `
      secret secrets token tokens credential credentials creds cred apikey appkey authkey secretkey
      accesskey privatekey apitoken accesstoken authtoken bearer jwt sas xoauth oauth apisecret
      clientsecret pat otp psk seed mnemonic
    `,
  ],
  [
    'strong',
    (word) => `${word}_key`,
    `
      api access private secret auth encryption signing master account storage shared client consumer
      service deploy admin app application license licence subscription write server personal session
      ssh aes rsa hmac crypt cipher decryption bot webhook integration management function host ingest
      insert query read project instrumentation unseal root developer dev prod live test user org team
      global rest export feature sdk x
    `,
  ],
  ['strong', (word) => `my${word}`, 'secret token password passwd apikey credential'],
  [
    'weak',
    (word) => `my_${word}`,
    `
      key keys auth authorization session signature sig salt license licence sid cookie access private
    `,
  ],
  [
    'weak',
    (word) => `${word}_id`,
    `
      client app application access consumer account key secret token
    `,
  ],
  [
    'none',
    (word) => `token_${word}`,
    `
      name names path paths file files filename dir directory type types kind count counts length size
      limit max min prefix suffix pattern regex regexp label field header class expiry expires
      expiration ttl age date time at status state format index number num usage budget budgets ref
      policy rotation provider manager store service version enabled required endpoint host port
      scheme algorithm alg description title text hint help placeholder message error input output arn
      region bytes chars rule rules set list map schema config options source scope scopes issuer
      audience  env var digest checksum sha sha1 sha256 sha512 integrity fingerprint
      thumbprint public pub
    `,
  ],
  ['none', (word) => `${word}_token`, 'pub public pubkey publickey'],
]

describe.each(parseWordSets)('a name is %s', (strength, name, words) => {
  it.each(words.trim().split(/\s+/))('by the word %s', (word) => {
    expect(getNameStrength(name(word))).toBe(strength)
  })
})

describe('a value', () => {
  it.each<[what: string, value: string, name: NameStrength, quoted: boolean, secret: boolean]>([
    ['of three characters', 'aB3', 'password', true, false],
    ['of four characters', 'aB3!', 'password', true, true],
    ['of seven characters', 'aB3$x9Q', 'strong', true, false],
    ['of eight characters', 'aB3$x9Qz', 'strong', true, true],
    ['that is random, bare', made('{alnum:16}'), 'strong', false, true],
    ['that is random, behind a weak name', made('{alnum:32}'), 'weak', true, true],
    ['in hex, behind a weak name', made('{hex:32}'), 'weak', true, false],
    ['in hex, behind a strong name', made('{hex:32}'), 'strong', true, true],
    ['of one word', 'correcthorsebattery', 'strong', true, false],
    ['of words', 'correct horse battery', 'password', true, false],
    ['with an umlaut', 'grüße an alle 123', 'strong', true, false],
    ['of dotted names', 'config.database.password2', 'strong', true, false],
    ['that was redacted', '[REDACTED:a#12345]', 'password', true, false],
    ['in which something was redacted', 'x9[REDACTED:a#1]zK', 'password', true, false],
    ['that is a file in a folder', 'certs/a1b2c3d4.pem', 'strong', true, false],
    ['that is a variable of the environment', 'process.env["A1"]', 'strong', true, false],
    ['that is a variable of Windows', '%A1_TOKEN%', 'strong', true, false],
    ['that was shortened', 'xK9$ab...yZ34q', 'strong', true, false],
    ['that is a call', 'getToken1("a2b3c4")', 'strong', true, false],
    ['that is an index', 'tokens[index1][2]', 'strong', false, false],
    ['that is a short number in hex', '0x1f2e3d4c', 'strong', true, false],
    ['that is an address', 'https://example.com/a1b2c3', 'strong', true, false],
    ['that is a date', '2024-05-01T10:20:30', 'password', true, false],
    ['that is a version', '^10.20.30-beta.4', 'password', true, false],
    ['with a sign between letters', 'summer&sun', 'password', true, true],
    ['with a sign between letters, behind a strong name', 'summer&sun', 'strong', true, true],
    ['longer than any word, in quotes', 'thisismysecretword', 'password', true, true],
    ['longer than any word, bare', 'thisismysecretword', 'password', false, false],
    ['longer than any word, behind a strong name', 'thisismysecretword', 'strong', true, false],
    ['with a sign at its end', 'Prestidigit$', 'password', true, true],
    ['of one digit, bare', 'summertime1', 'password', false, false],
    ['of one digit, in quotes', 'Summertime1x', 'password', true, true],
  ])('%s', (_, value, name, quoted, secret) => {
    expect(judgeValue(value, name, quoted)).toBe(secret)
  })

  it.each(['server.key', 'passwords.txt', 'a/b/token.json', '@scope/name/index.js', 'app.tar.gz'])(
    'is a file: %s',
    (value) => {
      expect(isFileName(value)).toBe(true)
    },
  )

  it.each(['abc', 'abc.', '1.5', 'a b.txt', `hvs.${made('{alnum:24}')}.txt`])(
    'is not a file: %s',
    (value) => {
      expect(isFileName(value)).toBe(false)
    },
  )
})

describe('a placeholder', () => {
  it.each([
    'xxxxxxxxxxxx',
    '************',
    'aaaaBBBB',
    'your-token-here',
    'YOUR_API_KEY',
    'my_secret_value',
    'changeme',
    'foo.bar',
    'AKIAEXAMPLE',
    'abc123EXAMPLEKEY',
  ])('is %s', (value) => {
    expect(looksLikePlaceholder(value)).toBe(true)
  })

  it.each([made('{alnum:20}'), made('{hex:32}'), 'abcdefghijklmnop', 'aB3$', 'EXAMPLE1'])(
    'is not %s',
    (value) => {
      expect(looksLikePlaceholder(value)).toBe(false)
    },
  )
})

describe('randomness', () => {
  const words = [
    'getUserAccountById',
    'README',
    'package-lock',
    'internationalization',
    'max_connections',
    'the quick brown fox',
    'AbstractSingletonFactory',
  ]

  it.each(words)('is below zero for %s', (word) => {
    expect(measureRandomness(word)).toBeLessThan(0)
  })

  it.each(['alnum', 'lower-alnum', 'upper-alnum', 'base64url', 'hex', 'base58'] as const)(
    'is above zero for nearly all that is made at random from %s',
    (set) => {
      const values = Array.from({ length: 200 }, (_, i) => made(`{${set}:32}`, i + 1))
      expect(values.filter((value) => measureRandomness(value) > 0).length).toBeGreaterThan(190)
    },
  )

  it('is zero for what has no two characters side by side that count', () => {
    expect(['', 'a', '.', 'a.b.c', '日本'].map((text) => measureRandomness(text))).toEqual([0, 0, 0, 0, 0])
  })

  it('looks at the part it is asked for', () => {
    const value = made('{alnum:32}')
    expect(measureRandomness(`getUserById ${value}`, 12)).toBe(measureRandomness(value))
    expect(measureRandomness(`${value} getUserById`, 0, 32)).toBe(measureRandomness(value))
  })
})

describe('the extent of a value', () => {
  it.each<[text: string, value: string | null, quoted: boolean]>([
    ['"a b" c', 'a b', true],
    ["'a' c", 'a', true],
    ['`a`', 'a', true],
    ['"""a"""', 'a', true],
    ['@"a"', 'a', true],
    ["b'a'", 'a', true],
    ['"a\\"b" c', 'a\\"b', true],
    ['\\"a\\" c', 'a', true],
    ['&quot;a&quot; c', 'a', true],
    ['["a"]', 'a', true],
    ['("a")', 'a', true],
    ['"a\nb"', 'a', false],
    ['a b', 'a', false],
    ['a, b', 'a', false],
    ['a; b', 'a', false],
    ['a</b>', 'a', false],
    ['a&b=c', 'a', false],
    ['a&amp;b=c', 'a', false],
    ['a&b', 'a&b', false],
    ['a) b', 'a', false],
    ['a. B', 'a', false],
    ['', null, false],
    [' a', null, false],
  ])('%j', (text, value, quoted) => {
    const found = readWrittenValue(text, 0)
    expect(found && { value: text.slice(found.start, found.end), quoted: found.quoted }).toEqual(
      value && { value, quoted },
    )
  })
})

describe('a shape', () => {
  it('is literal text and runs', () => {
    const [head, run, tail] = parseTokenShape('a_{hex:3-5}.b')
    expect([head, tail]).toEqual(['a_', '.b'])
    expect(run).toMatchObject({ characters: characterSets.hex, min: 3, max: 5 })
    expect(parseTokenShape('{alnum:2+}')[0]).toMatchObject({ min: 2, max: Number.POSITIVE_INFINITY })
    expect(parseTokenShape('{alnum:7}')[0]).toMatchObject({ min: 7, max: 7 })
  })

  it('refuses a set there is not', () => {
    expect(() => parseTokenShape('a_{alpha:3}')).toThrow('alpha')
  })
})
