import { describe, expect, it } from 'vitest'
import { seeded } from './known.fixture.ts'
import { isWorthHiding, listSecretParts, listSettingSecrets } from './setting-secrets.ts'

const random = seeded(5)
const token = random('alnum', 24)

describe('a setting', () => {
  it.each([
    'production', 'localhost', 'debug', 'INFO', 'MyApp', 'PostgreSQL', 'Hello World', 'us-east-1', 'eu-central-1a', '1234567', '-3.14159',
    'false', 'v1.2.3-beta.1', '10.24.1', 'db.internal', 'redis-1.prod.svc.cluster.local:6379', '127.0.0.1:5432', '[::1]:8080',
    'mydb.c9akciq32.eu-west-1.rds.amazonaws.com', 'https://app.example.com/path?page=1', 'http://localhost:3000,https://example.org',
    'postgres://app@db/app', 'ssh://git@example.com/a/b.git', '/var/lib/app/data.db', './x1y2z3/file.txt', '~/projects', 'C:\\Users\\me',
    'src/index.ts', 'ops+alerts@example.com', 'x7k9q2w4m1@example.com', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'a,b,c', 'info,debug, 1000',
    'node:20.11.1-bookworm', '2026-01-05T10:00:00Z', '512mb', 'sha256', 'en_US.UTF-8', '*/5 * * * *', '--max-old-space-size=4096',
    'postgres://app:\u0024{DB_PASSWORD}@db/app', 'https://<user>:<password>@example.com', 'short', '',
  ])('without a telling name is public with the value %j', (value) => {
    expect(isWorthHiding('SETTING', value)).toBe(false)
  }) // biome-ignore format: a table

  it.each([
    ['a token', token],
    ['digits and letters', 'hunter2x'],
    ['a word with signs', 'pa$$word!'],
    ['a word of no language', 'qwjxkzvhptrm'],
    ['letters at random', random('lower', 28)],
    ['a UUID', '6f1e2d3c-1111-4222-8333-abcdefabcdef'],
    ['a path that is none', `${random('alnum', 13)}/${random('alnum', 7)}/${random('alnum', 18)}`],
    ['groups of letters and digits', '4f2a-9c1b-77de'],
    ['a URL with a password', 'postgres://app:s3cret!@db/app'],
    ['a URL with a token for its user', `https://${token}@example.com/1`],
    ['a URL with a secret parameter', 'https://example.com/x?token=abcdef'],
    ['a URL with a secret path', `https://hooks.example.com/services/T00/${token}`],
    ['a list in which one is secret', `localhost,${token}`],
    ['a private key', `-----BEGIN PRIVATE KEY-----\n${random('alnum', 64)}\n-----END PRIVATE KEY-----`],
  ])('without a telling name is secret with %s', (_, value) => {
    expect(isWorthHiding('SETTING', value)).toBe(true)
  })

  it.each([
    'DB_PASSWORD', 'DBPASSWORD', 'dbPass', 'MYSQL_PWD', 'CLIENT_SECRET', 'SECRET_KEY_BASE', 'API_TOKEN', 'APIKEY', 'API_KEY_PROD', 'api-key',
    'AWS_CREDENTIALS', 'PROXY_AUTH', 'KEY_PRIVATE', 'HASH_SALT', 'SENTRY_DSN', 'GITHUB_PAT', 'TOKEN_2',
  ])('named %s is secret with any word for its value', (name) => {
    expect(isWorthHiding(name, 'swordfish')).toBe(true)
    expect(isWorthHiding(name, '1234')).toBe(true)
    expect(isWorthHiding(name, '123')).toBe(false)
  }) // biome-ignore format: a table

  it.each([
    'PUBLIC_KEY', 'NEXT_PUBLIC_API_KEY', 'KEY_ID', 'TOKEN_URL', 'SECRET_NAME', 'PASSWORD_FILE', 'KEY_PATH', 'AUTH_HOST', 'MAX_TOKENS',
    'AUTHOR', 'KEYBOARD', 'PASSENGERS', 'COOKIE_SAMESITE',
  ])('named %s is not secret for its name', (name) => {
    expect(isWorthHiding(name, 'swordfish')).toBe(false)
    expect(isWorthHiding(name, token)).toBe(true)
  }) // biome-ignore format: a table

  it.each([
    '', 'changeme', 'change-me', 'CHANGE_THIS', 'xxx', 'XXXXXXXX', '****', '...', 'your-token', 'YOUR_API_KEY', 'yourapikey', '<token>',
    '\u0024{TOKEN}', '{{ token }}', '%TOKEN%', 'true', 'false', 'null', 'password', 'postgres', '[REDACTED]', 'insert key here',
  ])('with the value %j is a place to fill in, whatever its name', (value) => {
    expect(listSettingSecrets('API_SECRET', value)).toEqual([])
  }) // biome-ignore format: a table

  it('is public when it is a certificate or a public key', () => {
    for (const kind of ['CERTIFICATE', 'PUBLIC KEY', 'RSA PUBLIC KEY']) {
      const block = `-----BEGIN ${kind}-----\n${random('alnum', 64)}\n-----END ${kind}-----`
      expect(listSettingSecrets('TLS_KEY', block)).toEqual([])
    }
  })
})

describe('the secret in a value', () => {
  it('is the password of a URL, as written and as meant', () => {
    const url = 'postgres://app:s3cr%40t@db.internal:5432/app'
    expect(listSettingSecrets('DATABASE_URL', url)).toEqual([url, 's3cr%40t', 's3cr@t'])
  })

  it.each([
    ['no user', 'redis://:pw123@h:6379', ['pw123']],
    ['an at sign in the password', 'amqp://u:p@ss!@h/v', ['p@ss!']],
    ['a slash in the password', 'postgres://u:p/a#s@h/db', ['p/a#s']],
    ['several hosts', 'redis://:pw12@a:1,redis://:pw34@b:2', ['pw12', 'pw34']],
    ['a port and a package name', 'http://host:8080/@scope/package', []],
    ['a broken escape', 'x://u:50%off@h', ['50%off']],
    ['a well-known password', 'postgres://postgres:postgres@localhost/app', []],
    ['a parameter', 'https://h/x?user=me&access_token=opensesame#top', ['opensesame']],
    ['a connection string', 'Server=db;User Id=sa;Password=pa55;', ['pa55']],
    ['words of a connection', 'host=db user=me password=pa55', ['pa55']],
  ])('is found with %s', (_, value, parts) => {
    expect(listSecretParts(value)).toEqual(parts)
  })

  it('is every long line of a key but the first and the last, also where line breaks are escaped', () => {
    const lines = [random('alnum', 64), random('alnum', 64), random('alnum', 9)]
    const block = ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----']
    expect(listSettingSecrets('X', block.join('\n'))).toEqual([block.join('\n'), lines[0], lines[1]])
    expect(listSettingSecrets('X', block.join('\\n'))).toEqual([block.join('\\n'), lines[0], lines[1]])
  })

  it('is a JSON value under a telling name, or one that is not a plain word', () => {
    const json = JSON.stringify({
      type: 'service_account',
      db: { password: 'swordfish' },
      list: [token],
      url: 'http://localhost',
    })
    expect([...listSecretParts(json)].sort()).toEqual(['swordfish', token].sort())
  })

  it('does not mind JSON that is none, or deep', () => {
    expect(listSecretParts('{"a": ')).toEqual([])
    expect(listSecretParts(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toEqual([])
  })
})
