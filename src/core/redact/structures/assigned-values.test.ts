// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other languages
import { describe, expect, it } from 'vitest'
import { markedOf, redacted } from '../marked.fixture.ts'

type Rows = readonly (readonly [what: string, text: string])[]

function check(_: string, shape: string): void {
  for (const seed of [1, 2, 3]) {
    const { text, expected } = markedOf(shape, seed)
    expect(redacted(text)).toBe(expected)
  }
}

const languages: Rows = [
  ['JavaScript', 'const apiKey = "«{alnum:24}»"'],
  ['JavaScript with a default', "options.token ??= '«{alnum:24}»'"],
  ['JavaScript in a template string', 'const secret = `«{alnum:24}»`'],
  ['an object', "{ clientSecret: '«{alnum:24}»', name: 'a' }"],
  ['TypeScript with a type', "const password: string = '«{alnum:12}»'"],
  ['Python', 'SECRET_KEY = "«{alnum:32}»"'],
  ['Python with a prefix', "token = b'«{alnum:24}»'"],
  ['Python with a call', "os.environ['API_KEY'] = '«{alnum:24}»'"],
  ['Go', 'apiToken := "«{alnum:24}»"'],
  ['Go with a type', 'var dbPassword string = "«{alnum:12}{digit:2}»"'],
  ['Ruby', "config.secret_key => '«{alnum:24}»'"],
  ['Ruby with a symbol', ":api_secret => '«{alnum:24}»'"],
  ['PHP', "define('DB_PASSWORD', '«{alnum:12}{digit:2}»'); $api_token = '«{alnum:24}»';"],
  ['Java', 'private static final String ACCESS_TOKEN = "«{alnum:24}»";'],
  ['C#', 'var clientSecret = @"«{alnum:24}»";'],
  ['Rust', 'let auth_token: &str = "«{alnum:24}»";'],
  ['Lua', 'local api_key = "«{alnum:24}»"'],
  ['Perl', 'my $db_password = "«{alnum:12}{digit:2}»";'],
  ['Swift', 'let accessToken: String = "«{alnum:24}»"'],
  ['a sum', 'password += "«{alnum:12}{digit:2}»"'],
  ['XML, an element', '<apiToken>«{alnum:24}»</apiToken>'],
  ['XML, a short password', '<password> «hunt3r2!» </password>'],
  ['XML, an attribute', '<server name="a" password="«{alnum:12}{digit:2}»"/>'],
  ['XML, a pair', '<add key="ApiSecret" value="«{alnum:24}»" />'],
  ['YAML', 'db:\n  password: «{alnum:12}{digit:2}»\n'],
  ['YAML in quotes', 'password: "«{alnum:12}{digit:2}»"'],
  ['YAML, a block', 'api_token: >-\n  «{alnum:24}»\nnext: 1'],
  ['YAML, a pair', '- name: API_TOKEN\n  value: «{alnum:24}»\n'],
  ['HCL', 'resource "a" "b" {\n  client_secret = "«{alnum:24}»"\n}'],
  ['a properties file', 'spring.datasource.password=«{alnum:12}{digit:2}»'],
  ['TOML', '[server]\nsecret_key = "«{alnum:24}»"'],
  ['INI', '[mail]\npassword=«{alnum:12}{digit:2}»\n'],
  ['JSON', '{"api_key": "«{alnum:24}»", "other": 1}'],
  ['JSON in a string', '"{\\"api_key\\": \\"«{alnum:24}»\\"}"'],
  ['JSON, a pair', '{"name": "api_token", "value": "«{alnum:24}»"}'],
  ['a pair with a default', "{ name: 'api_token', default: '«{alnum:24}»' }"],
  ['a pair with a content', '{"key": "api_token", "content": "«{alnum:24}»"}'],
  ['a query', 'https://example.com/?access_token=«{alnum:24}»&page=2'],
  ['an escaped query', 'https://example.com/?a=1&amp;api_key=«{alnum:24}»&amp;page=2'],
  ['a call', "env('API_SECRET', '«{alnum:24}»')"],
  ['a Makefile', 'API_KEY ?= «{alnum:24}»'],
  ['a Dockerfile', 'ENV API_TOKEN=«{alnum:24}» NODE_ENV=production'],
  ['an older Dockerfile', 'ENV API_TOKEN «{alnum:24}»'],
  ['a shell', 'export GITHUB_TOKEN=«{alnum:24}»'],
  ['a shell in quotes', 'export DB_PASSWORD="«{alnum:12}{digit:2}»"; run'],
  ['a flag', 'run --api-key «{alnum:24}» --verbose'],
  ['a flag with an equals sign', 'run --password=«{alnum:12}{digit:2}» --verbose'],
  ['a comparison', 'if (token === "«{alnum:24}»") return'],
  ['prose', 'The password is «{alnum:16}».'],
  ['prose, the other way round', '«{alnum:20}» is the token'],
  ['a table', '| API token | «{alnum:24}» |'],
  ['npmrc', '//registry.example.com/:_authToken=«{alnum:36}»'],
  ['a vendor and no other word', 'datadog: «{hex:32}»'],
  ['a key that names itself', 'acme-secret-token-«{hex:32}»'],
  ['a private key that names itself', 'acmePRIVATE-«{alnum:32}»'],
  ['a UUID that names itself', 'acme-access-key-«abc{hex:5}-ab{hex:2}-cd{hex:2}-ef{hex:2}-{hex:12}»'],
  ['a name of two words', "output token = '«{alnum:10}{digit:2}»'"],
  ['columns', 'apiKey:                    "«{hex:32}»",'],
  ['an address', 'https://api.acme.io/v1/user?key=«{alnum:32}»&page=2'],
]

describe('T11 a value goes with the name of a secret before it, in', () => {
  it.each(languages)('%s', check)
})

const values: Rows = [
  ['a password of a few characters', 'password = "«hunt3r2»"'],
  ['a password with signs', 'password = "«pa$$w0rd!&x»"'],
  ['a password with an equals sign', 'password: "«a1=b2=c3|d4»"'],
  ['a value in hex', 'client_secret = "«{hex:32}»"'],
  ['a value of digits and dashes', 'api_key = "«{digit:6}-{alnum:12}-{digit:6}»"'],
  ['a value in base64', 'secret_access_key = «{base64:40}»'],
  ['a UUID that is called a token', 'auth_token = "«{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}»"'],
  ['a value longer than what is looked at', 'api_token = «{alnum:300}:{alnum:300}»'],
  ['a value longer than what is looked at, in quotes', 'api_token = "«{alnum:300}:{alnum:300}»"'],
  ['a passphrase of a key', 'passphrase: "«{lower:5}{digit:3}{upper:4}»"'],
]

describe('the name of a secret makes one of', () => {
  it.each(values)('%s', check)
})

/** All with a value that would go behind "token". */
const names = [
  'token_type',
  'tokenType',
  'secretName',
  'secret_name',
  'public_key',
  'publicKey',
  'max_tokens',
  'password_file',
  'passwordPath',
  'token_count',
  'tokenLimit',
  'secret_arn',
  'key_version',
  'password_policy',
  'token_endpoint',
  'api_key_header',
  'secret_ref',
  'token_expiry',
  'password_hint',
  'tokenIndex',
  'password_field',
  'keyboard',
  'author',
  'commit',
  'sha',
  'checksum',
  'integrity',
  'etag',
  'version',
  'uuid',
  'request_id',
  'digest',
  'passenger',
  'compass',
  'tokenizer_file',
]

describe('a value stays behind a name that is none of a secret:', () => {
  it.each(names)('%s', (name) => {
    check('', `${name} = "{alnum:24}"`)
    check('', `${name}: {hex:40}`)
  })
})

const kept: Rows = [
  ['a variable', 'token = $TOKEN; token=${TOKEN}; token: ${{ secrets.TOKEN }}; password=%PASSWORD%'],
  ['a template', 'password: {{ .Values.password }}, token: <%= token %>, secret: #{secret}'],
  ['a placeholder', 'api_key = "<your-api-key>", token = "your-token-here", password = "changeme"'],
  [
    'crosses, stars and dots',
    'token: xxxxxxxxxxxxxxxx, password = "********", secret = "...", key = "000000000000"',
  ],
  ['an example that says so', 'aws_secret_access_key = {alnum:28}EXAMPLEKEY'],
  ['a call', 'token = getToken(request), password = input("Password: "), secret = crypto.randomBytes(32)'],
  ['a member', 'token = process.env.TOKEN, password: config.database.password, key = os.environ["KEY"]'],
  ['an argument', 'new Client({ token, secret: options.secret, password: this.password })'],
  ['a type', 'token: string; password: SecretStr; apiKey?: string | undefined'],
  ['a path', 'secret: /run/secrets/db_password, key = ./certs/server.key, token = ~/.config/token'],
  ['an address', 'token_url = "https://auth.example.com/oauth/token", secret: https://vault.example.com'],
  ['a file', 'private_key = "server-key-2024.pem", password = "passwords.txt"'],
  ['a file with a random name', 'the token {lower-alnum:20}.json is read'],
  ['a version', 'token = "1.2.3", api_key_version: v2.10.0-beta.1'],
  ['a date', 'password_changed = "2024-05-01", token: 2024-05-01T10:20:30Z'],
  ['a number', 'max_tokens: 4096, tokens = 1234567, token: 0x1f'],
  ['a truth', 'password: true, secret = null, token = undefined, api_key: None'],
  ['an identifier', 'secret = "my-app-database-credentials", token = "csrfTokenHeaderName"'],
  ['words', 'password = "must have at least eight characters", token: "the token of the session"'],
  ['a command', 'password: "$(cat /run/secrets/db)", token=`vault read token`'],
  ['a reference in YAML', 'secret: *default_secret\ntoken: !Ref TokenParameter\n'],
  ['an import', 'import { token } from "./auth/token-provider.ts"'],
  ['a comparison', 'if (token == null || password !== confirmPassword) return'],
  ['code behind a name', 'const token = tokens[index + 1], key = keys.find((one) => one.id === id)'],
  ['a pattern', 'password: /^[a-z0-9]{8,}$/, token = RegExp("[0-9a-f]{40}")'],
  ['a member of a library', 'point = backend.EC_KEY_get0_public_key(data)'],
  ['a label of C++', 'class Random {\nprivate:\n    std::tr1::mt19937   generator;\n}'],
  ['a marker', 'password: [REDACTED], token = "[REDACTED:assigned-secret#2]"'],
]

describe('behind the name of a secret stays', () => {
  it.each(kept)('%s', check)
})
