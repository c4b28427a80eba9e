import { describe, expect, it } from 'vitest'
import { made, redacted } from './marked.fixture.ts'

/** Random-looking texts that repositories contain and that are not secrets. */
const texts: Readonly<Record<string, string>> = {
  'a log of git': `commit {hex:40} (HEAD -> main, tag: v1.2.0)
Merge: {hex:7} {hex:7}
Author: Anna Example <anna@example.com>
Date:   Mon Jan 6 10:20:30 2025 +0100

    Rotate the token of the deploy user

    This reverts commit {hex:40}.
    Co-authored-by: Ben <{digit:8}+ben@users.noreply.github.com>
`,
  'a diff of git': `diff --git a/src/auth/token.ts b/src/auth/token.ts
index {hex:7}..{hex:7} 100644
--- a/src/auth/token.ts
+++ b/src/auth/token.ts
@@ -10,7 +10,7 @@ export function tokenOf(request: Request): string | undefined {
-  const token = request.headers.get('authorization')
+  const token = request.headers.get('x-api-key') ?? request.headers.get('authorization')
index {hex:40}..{hex:40} 100644
`,
  'other commands of git': `{hex:40}\trefs/heads/main
{hex:40} refs/tags/v1.0.0^{}
100644 blob {hex:40}    README.md
040000 tree {hex:40}    src
git checkout {hex:40} && git cherry-pick {hex:12}
`,
  'a lock file of npm': `"node_modules/left-pad": {
  "version": "1.3.0",
  "resolved": "https://registry.npmjs.org/left-pad/-/left-pad-1.3.0.tgz",
  "integrity": "sha512-{base64:86}==",
  "license": "WTFPL"
},
"node_modules/js-tokens": {
  "version": "4.0.0",
  "resolved": "https://registry.npmjs.org/js-tokens/-/js-tokens-4.0.0.tgz",
  "integrity": "sha512-{base64:86}=="
}
`,
  'a lock file of pnpm': `packages:
  '@scope/token-bucket@2.1.0':
    resolution: {integrity: sha512-{base64:86}==}
    engines: {node: '>=18'}
`,
  'a lock file of yarn': `"@babel/code-frame@^7.0.0":
  version "7.12.11"
  resolved "https://registry.yarnpkg.com/@babel/code-frame/-/code-frame-7.12.11.tgz#{hex:40}"
  integrity sha512-{base64:86}==
__metadata:
  cacheKey: 10c0
"secret-token@npm:1.0.0":
  checksum: 10c0/{hex:128}
`,
  'a lock file of Cargo': `[[package]]
name = "secrecy"
version = "0.8.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "{hex:64}"
source = "git+https://github.com/a/b?rev={hex:7}#{hex:40}"
`,
  'a go.sum': `github.com/golang-jwt/jwt/v5 v5.2.1 h1:{base64:43}=
github.com/golang-jwt/jwt/v5 v5.2.1/go.mod h1:{base64:43}=
golang.org/x/oauth2 v0.0.0-{digit:14}-{hex:12} h1:{base64:43}=
`,
  'a lock file of poetry': `[[package]]
name = "python-jose"
files = [
    {file = "keyring-24.3.0-py3-none-any.whl", hash = "sha256:{hex:64}"},
    {file = "keyring-24.3.0.tar.gz", hash = "sha256:{hex:64}"},
]
[metadata]
content-hash = "{hex:64}"
`,
  'a Gemfile.lock': `GIT
  remote: https://github.com/rails/rails.git
  revision: {hex:40}
CHECKSUMS
  devise_token_auth (1.2.3) sha256={hex:64}
BUNDLED WITH
   2.5.4
`,
  'a flake.lock': `{"nodes": {"nixpkgs": {"locked": {"lastModified": 1700000000, "narHash": "sha256-{base64:43}=", "rev": "{hex:40}"}}}}`,
  'a workflow with pinned actions': `jobs:
  test:
    permissions:
      id-token: write
    steps:
      - uses: actions/checkout@{hex:40} # v4.1.1
        with:
          token: \${{ secrets.GITHUB_TOKEN }}
          persist-credentials: false
      - uses: docker://alpine@sha256:{hex:64}
      - run: npm publish
        env:
          NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
          CACHE_KEY: \${{ runner.os }}-\${{ hashFiles('package-lock.json') }}
`,
  'images by digest': `FROM node:22-slim@sha256:{hex:64}
image: registry.example.com/team/app:{hex:40}
Digest: sha256:{hex:64}
{hex:12}: Pull complete
`,
  'SRI hashes': `<script src="https://cdn.example.com/a.js" integrity="sha384-{base64:64}" crossorigin="anonymous"></script>
<link rel="stylesheet" href="a.css" integrity="sha256-{base64:43}=">
`,
  UUIDs: `id: {hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}
trace_id={hex:32} span_id={hex:16}
request {hex:8}-{hex:4}-4{hex:3}-8{hex:3}-{hex:12} took 20 ms
urn:uuid:{hex:8}-{hex:4}-4{hex:3}-9{hex:3}-{hex:12}
`,
  'an image as a data URI': `<img src="data:image/png;base64,iVBORw0KGgo{base64:400}=="/>
url(data:font/woff2;base64,d09GMgABAAAA{base64:300})
`,
  'a source map': `//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2Vz{base64:200}
{"version":3,"sources":["webpack:///./src/token.ts"],"names":["getToken","secretKey"],"mappings":"AAAA,SAASA,EAAWC,GAChB,OAAOA"}
`,
  'public keys': `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{base64:43} anna@laptop
github.com ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{base64:340}
SHA256:{base64:43} anna@laptop (ED25519)
`,
  checksums: `{hex:64}  dist/app-1.2.3.tar.gz
{hex:32} *setup.exe
SHA256 (setup.exe) = {hex:64}
md5: {hex:32}
sha1={hex:40}
ETag: "{hex:32}"
`,
  'styles and drawings': `.css-{lower-alnum:6}-MuiButton-root { color: #a1b2c3d4; }
.sk-spinner { } .sk-fading-circle { } .sc-{alnum:6}.hash-{hex:8} { }
<path id="path-1a2b3c" d="M10.5,20.25C30.1,40.2 50.3,60.4 70.5,80.6L90.7,100.8Z" clip-path="url(#clip0_123_4567)"/>
`,
  'minified code': `!function(e,t){"object"==typeof exports?module.exports=t():e.SvelteKit=t()}(this,function(){var e=n.token,r=o.getAccessToken(t),a={key:e.key,secret:r};return e.password=t.password,a});`,
  'words that begin like tokens': `SvelteKit, sk-spinner, ghp_ prefixes, AKIA, xoxb-, eyJ, glpat-, npm_config_registry, hf_hub_download, sk_buff, pk_test, key-value, AIza
re_evaluate_expressions_lazily, ac_cv_func_malloc_0_nonnull, s.replaceAllOccurrences, at_least_one_of_them
`,
  versions: `node v24.21.0, 1.2.3-beta.4+build.567, ^10.0.0-rc.1, 0.0.0-{digit:14}-{hex:12}, 2.0.0-next.{digit:14}
`,
  'dates and times': `2025-01-06T10:20:30.123456789Z, 20250106T102030Z, 1736158830123, 10:20:30.123+01:00
`,
  'addresses of people': `anna.example+tag@mail.example.com, "Ben" <ben@example.org>, mailto:token@example.com
`,
  'addresses of pages': `https://example.com/docs/secrets/token-rotation#client-secret-jwt
https://github.com/a/b/commit/{hex:40}
https://github.com/a/b/blob/{hex:40}/src/token.ts#L10-L20
https://example.com/list?page_key={alnum:24}&session={alnum:24}
https://www.youtube.com/watch?v={base64url:11}
https://docs.google.com/document/d/{base64url:44}/edit
`,
  'a changelog': `## [1.2.3](https://github.com/a/b/compare/v1.2.2...v1.2.3) (2025-01-06)
* **auth:** refresh the access token ([#123](https://github.com/a/b/issues/123)) ([{hex:7}](https://github.com/a/b/commit/{hex:40}))
`,
  'documents about secrets': `Set \`API_KEY\` to your key. The token is read from \`~/.config/app/token\`.
Pass \`--token <token>\` or set GITHUB_TOKEN. Passwords must have at least 12 characters.
| Name | Secret | Default |
| --- | --- | --- |
| \`DB_PASSWORD\` | yes | none |
`,
  'code about secrets': `export async function passwordOf(user: User, options: TokenOptions = {}): Promise<string> {
  const { token, secretKey = defaultSecretKey, apiKey } = options
  if (token === undefined || token.length < minimumTokenLength) throw new InvalidTokenError(token)
  const password = await hashPassword(user.password, { rounds: saltRounds })
  return \`\${apiKey}:\${password}\`
}
expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
`,
  'a test report': `✓ src/auth/token.test.ts (12 tests) 34ms
Error: expected 401, got 403
    at Object.<anonymous> (/home/anna/app/src/auth/token.ts:12:34)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
`,
  'other scripts': '日本語の文章、пароль и токен, mật khẩu, 😀👩‍👩‍👧 naïve\n',
  nothing: '',
}

describe('T15 ordinary text comes out as it went in:', () => {
  it.each(Object.entries(texts))('%s', (_, shape) => {
    for (const seed of [1, 2, 3]) {
      const text = made(shape, seed)
      expect(redacted(text)).toBe(text)
    }
  })

  it.each(Object.entries(texts))('%s, with CRLF line ends', (_, shape) => {
    const text = made(shape).replaceAll('\n', '\r\n')
    expect(redacted(text).replaceAll('\r\n', '\n')).toBe(text.replaceAll('\r\n', '\n'))
  })
})
