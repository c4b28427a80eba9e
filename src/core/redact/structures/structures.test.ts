// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other languages
import { describe, expect, it } from 'vitest'
import { made, markedOf, redacted } from '../marked.fixture.ts'

type Rows = readonly (readonly [what: string, text: string])[]

function check(_: string, shape: string): void {
  const { text, expected } = markedOf(shape)
  expect(redacted(text)).toBe(expected)
}

const credentials: Rows = [
  ['a user and a password', 'git clone https://«deploy:{alnum:14}»@git.example.com/a.git'],
  ['a password that is not random', 'postgres://«admin:Tr0ub4dor»@db.internal:5432/app'],
  ['a password without a user', 'redis://«:{alnum:20}»@cache:6379/0'],
  ['a token', 'https://«{alnum:40}»@host.example.com/a'],
  ['a token and a word that says so', 'https://«{alnum:40}:x-oauth-basic»@host.example.com/a'],
  ['a password with @ in it', 'mysql://«root:p@{alnum:8}@{alnum:4}»@db/app'],
  ['an address with an IPv6 host', 'amqp://«guest:{alnum:12}»@[2001:db8::1]:5672/'],
  ['two in one list', 'amqp://«a:{alnum:12}»@one,amqp://«b:{alnum:13}»@two'],
  ['a word as a password on a real host', 'ftp://«anna:password»@files.acme.io/'],
]
const noCredentials: Rows = [
  ['a password that is a variable', 'https://user:${PASSWORD}@host/ and https://user:$PASS@host/'],
  [
    'a password in braces or brackets',
    'https://user:{{ pass }}@host/ https://user:<password>@host/ https://user:[pw]@host/',
  ],
  ['a word where a password would stand', 'postgres://user:password@localhost/db'],
  ['a word where a password would stand, on a host for examples', 'https://user:password@example.com/'],
  ['a password of two characters', 'ftp://a:b1@files.acme.io/'],
  ['stars', 'https://user:****@host/'],
  ['a user alone', 'ssh://git@github.com/a/b.git'],
  ['a port', 'http://localhost:3000/@scope/name'],
  ['an @ in the path', 'https://unpkg.com/react@18.2.0/index.js'],
  ['an @ in the query', 'https://example.com?to=me@example.com'],
  ['an @ in the next word', 'see http://a:8080 or me@example.com'],
]

describe('an address that holds', () => {
  it.each(credentials)('%s loses it', check)
  it.each(noCredentials)('%s stays', check)
})

const webhooks: Rows = [
  ['of Slack', 'url: «https://hooks.slack.com/services/T{upper-alnum:8}/B{upper-alnum:10}/{alnum:24}»'],
  ['of Discord', 'post to «https://discord.com/api/webhooks/{digit:18}/{base64url:68}» then'],
  [
    'of Teams',
    'https://acme«.webhook.office.com/webhookb2/{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}@{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}/IncomingWebhook/{hex:32}/{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}»',
  ],
  ['of Zapier', 'curl https://«hooks.zapier.com/hooks/catch/{digit:7}/{lower-alnum:7}»'],
]

describe('the address of a webhook', () => {
  it.each(webhooks)('%s goes', check)
})

const headers: Rows = [
  ['a bearer', 'Authorization: Bearer «{alnum:32}»'],
  ['a bearer on a command line', `curl -H 'Authorization: Bearer «{base64url:40}»' https://api.example.com`],
  ['a bearer in code', `headers: { Authorization: 'Bearer «{base64url:40}»' }`],
  ['a token', 'Authorization: token «{hex:40}»'],
  ['a header of its own', 'X-Api-Key: «{alnum:32}»'],
  ['a cookie', 'Set-Cookie: session_token=«{base64url:43}»; Path=/'],
  ['a user and a password on a command line', 'curl -u admin:«{alnum:10}» https://example.com'],
  ['the same in quotes', 'curl -u "admin:«{alnum:10}»" https://example.com'],
  ['the same spelled out', 'curl --user admin:«{alnum:10}» https://example.com'],
  ['the same with an equals sign', 'curl --user=admin:«{alnum:10}» https://example.com'],
  ['the password alone in quotes', `http --user admin:'«{alnum:10}»' https://example.com`],
  ['a key in place of the user', 'curl -u «{hex:32}:» https://example.com'],
  ['a random user', 'curl -u «{alnum:24}:{alnum:24}» https://example.com'],
  ['the entry of a netrc file', 'machine example.com login anna password «{alnum:8}»'],
  ['the same over lines', 'machine example.com\n  login anna\n  password «hunter2!»\n'],
]
const noHeaders: Rows = [
  ['a variable for a bearer', 'Authorization: Bearer $TOKEN'],
  ['a template for a bearer', 'Authorization: Bearer {{ token }}, Authorization: Bearer <token>'],
  ['the word basic in prose', 'Basic authentication and basic knowledge of it'],
  ['a variable on a command line', 'curl -u "$USER:$PASS" https://example.com'],
  ['a placeholder on a command line', 'curl -u user:password https://example.com'],
  ['a user and a group', 'docker run -u 1000:1000 image, chown -u www:/srv'],
  ['a flag with a u in it', 'sort -u file:other | git push -u origin main:main'],
  ['a netrc file with a variable', 'machine example.com login anna password $PASS'],
  ['a login in prose', 'after login the password is asked for'],
]

describe('credentials as they are sent:', () => {
  it.each(headers)('%s goes', check)
  it.each(noHeaders)('%s stays', check)

  it.each(['Authorization: Basic ', 'authorization: basic ', `-H "Authorization: Basic `])(
    'a user and a password in base64 go: %s',
    (before) => {
      const value = btoa(`anna:${made('{alnum:12}')}`)
      expect(redacted(`${before}${value}"`)).toBe(`${before}[REDACTED]"`)
    },
  )

  it('base64 behind "Basic" that holds no password stays', () => {
    const text = `Basic ${btoa('only words')}`
    expect(redacted(text)).toBe(text)
  })
})

const connections: Rows = [
  ['ADO', 'Server=db;Database=app;User Id=sa;Password=«{alnum:12}»;Encrypt=true'],
  ['ADO, short', 'Data Source=db;uid=sa;pwd=«{alnum:12}»;'],
  ['ADO in a string', '"Server=db;User Id=sa;Password=«{alnum:12}»;"'],
  ['JDBC', 'jdbc:postgresql://db:5432/app?user=anna&password=«{alnum:12}»&ssl=true'],
  [
    'Azure Storage',
    'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«{base64:86}==»;EndpointSuffix=core.windows.net',
  ],
  [
    'Azure Service Bus',
    'Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«{base64:43}=»',
  ],
  ['a DSN', 'host=db user=anna password=«{alnum:12}» dbname=app sslmode=disable'],
  ['an ODBC string', 'Driver={SQL Server};Server=db;Uid=sa;Pwd=«{alnum:12}»;'],
]

describe('a connection string', () => {
  it.each(connections)('for %s loses its password', check)
})

const hashes: Rows = [
  ['bcrypt', 'anna:«$2b$12${alnum:53}»'],
  ['SHA-512 crypt', 'root:«$6${alnum:16}${alnum:86}:19000:0:99999:7:::»'],
  ['SHA-256 crypt', '«$5$rounds=5000${alnum:16}${alnum:43}»'],
  ['MD5 crypt', '«$1${alnum:8}${alnum:22}»'],
  ['Apache MD5', 'anna:«$apr1${alnum:8}${alnum:22}»'],
  ['yescrypt', '«$y$j9T${alnum:22}${alnum:43}»'],
  ['Argon2', 'hash «$argon2id$v=19$m=65536,t=3,p=4${alnum:22}${alnum:43}»'],
  ['PBKDF2', '«$pbkdf2-sha256$29000${alnum:22}${alnum:43}»'],
]
const noHashes: Rows = [
  ['a variable', 'echo $1$2$6 ${a}$5$x'],
  ['a price', 'between $5 and $6, or $1$'],
  ['a scheme alone', 'it begins with $2b$10$ and goes on'],
  ['a replacement of a pattern', "text.replace(/(a)(b)/, '$1$2$1')"],
]

describe('the hash of a password', () => {
  it.each(hashes)('by %s goes', check)
  it.each(noHashes)('is not %s', check)
})

const json = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
const head = json({ alg: 'RS256', typ: 'JWT' })
const claims = json({ sub: '1234', name: 'Anna', iat: 1516239022 })
const webTokens: Rows = [
  ['signed', `token «${head}.${claims}.{base64url:43}»!`],
  ['in a header', `Authorization: Bearer «${head}.${claims}.{base64url:43}»`],
  ['without a signature', `«${head}.${claims}».`],
  ['without a signature and its dot', `«${head}.${claims}»`],
  ['encrypted', `«${json({ alg: 'dir', enc: 'A128GCM' })}..{base64url:16}.{base64url:60}.{base64url:22}»`],
  ['cut off', `«${head}.${claims.slice(0, 20)}»`],
  ['with a key id first', `«${json({ kid: 'one', alg: 'ES256' })}.${claims}.{base64url:86}»`],
  ['behind a full stop', `It was «${head}.${claims}.{base64url:43}» then.`],
]
const noWebTokens: Rows = [
  ['the beginning alone', `eyJ and ${head} by itself`],
  ['other JSON in base64', json({ version: 3, sources: ['a.ts', 'b.ts'], mappings: 'AAAA' })],
  ['a file name', `${head.slice(0, 12)}.txt`],
]

describe('a JSON Web Token', () => {
  it.each(webTokens)('%s goes', check)
  it.each(noWebTokens)('is not %s', check)

  it.each('alg typ kid enc zip cty jku jwk x5t x5c x5u kty key_ops use'.split(' '))(
    'is known by its header: %s',
    (field) => {
      check('', `«${json({ [field]: 'something' })}.${claims}.{base64url:43}»`)
    },
  )
})

describe('the token of a Discord bot', () => {
  it('goes, by its three parts', () => {
    check('', 'client.login("«M{alnum:23}.{base64url:6}.{base64url:38}»")')
  })
})

const kubernetes: Rows = [
  [
    'data',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a-secret\ntype: Opaque\ndata:\n  user: «YWRtaW4=»\n  pass: «{alnum:16}»\n',
  ],
  ['stringData', 'kind: Secret\nstringData:\n  user: «admin»\n  other: "«somewords»"\n'],
  ['data that stands before the kind', 'data:\n  a: «{alnum:12}»\nkind: Secret\n'],
  [
    'data between others',
    'kind: ConfigMap\ndata:\n  a: plainvalue\n---\nkind: Secret\ndata:\n  b: «{alnum:12}»\n---\nkind: ConfigMap\ndata:\n  c: othervalue\n',
  ],
  [
    'data of two in a row',
    'kind: Secret\ndata:\n  b: «{alnum:12}»\n---\nkind: Secret\ndata:\n  c: «{alnum:13}»\n',
  ],
  [
    'data in JSON',
    '{"kind": "Secret", "metadata": {"name": "a"}, "data": {"user": "«YWRtaW4=»", "b": "«{alnum:12}»"}}',
  ],
  ['data in JSON before the kind', '{"data": {"b": "«{alnum:12}»"}, "kind": "Secret"}'],
  ['data with CRLF line ends', 'kind: Secret\r\ndata:\r\n  a: «{alnum:12}»\r\nb: 1'],
  ['data on the line below its key', 'kind: Secret\ndata:\n  a: >-\n    «{alnum:12}»\n'],
]
const noKubernetes: Rows = [
  ['a ConfigMap', 'kind: ConfigMap\ndata:\n  user: YWRtaW4=\n'],
  ['the name of a Secret', 'kind: Secret\nmetadata:\n  name: something-long-1\n  namespace: default\n'],
  [
    'a reference to a Secret',
    'env:\n  - name: A\n    valueFrom:\n      secretKeyRef:\n        name: something\n        key: thekey\n',
  ],
  ['a kind that only begins so', 'kind: SecretStore\ndata:\n  user: somebody\n'],
  ['a template', 'kind: Secret\ndata:\n  a: {{ .Values.a }}\n  b: ${B_VALUE}\n'],
]

describe('the Secret of a Kubernetes cluster loses', () => {
  it.each(kubernetes)('%s', check)
  it.each(noKubernetes)('nothing when it is %s', check)
})

describe('the private key of a wallet', () => {
  it.each<[what: string, text: string]>([
    ['goes', 'The wallet is «0x{hex:31}A{hex:31}B».'],
    [
      'stays when it is written in one case, as digests and transactions are',
      'In 0x{hex:64} and 0x{HEX:64}.',
    ],
    ['stays when it is an address', 'To 0x{hex:19}A{hex:19}B.'],
  ])('%s', check)
})
