import { describe, expect, it } from 'vitest'
import { builtInExclusions } from '../../core/plan/index.ts'
import { compileExcludes } from './exclude.ts'
import { workspace } from './workspace.fixture.ts'

/** A file that each pattern is meant for. */
const samples: Readonly<Record<string, string>> = {
  '.env': 'packages/api/.env',
  '.env.*': '.env.local',
  '.env-*': '.env-staging',
  '.env_*': '.env_prod',
  '.env~': '.env~',
  '.envrc': '.envrc',
  '*.env': 'deploy/prod.env',
  '.dev.vars': '.dev.vars',
  '.dev.vars.*': '.dev.vars.staging',
  '*credentials*': 'config/aws-credentials.txt',
  '*secret*': 'k8s/my-secrets.yaml',
  '*.pem': 'tls/server.pem',
  '*.key': 'tls/server.key',
  '*.p8': 'AuthKey_ABC.p8',
  '*.p12': 'cert.p12',
  '*.pfx': 'cert.pfx',
  '*.pkcs12': 'cert.pkcs12',
  '*.ppk': 'putty.ppk',
  '*.jks': 'release.jks',
  '*.jceks': 'store.jceks',
  '*.keystore': 'debug.keystore',
  '*.keytab': 'http.keytab',
  '*.agekey': 'me.agekey',
  'id_*': 'deploy/id_work',
  'ssh_host_*_key': 'etc/ssh_host_rsa_key',
  '.ssh': '.ssh/deploy',
  '.gnupg': '.gnupg/trustdb.gpg',
  'secring.*': 'secring.gpg',
  '**/sops/age/keys.txt': '.config/sops/age/keys.txt',
  '*.kdb': 'old.kdb',
  '*.kdbx': 'team.kdbx',
  '*.agilekeychain': 'x.agilekeychain/data/1.1password',
  '*.opvault': 'x.opvault/default/profile.js',
  '*.keychain': 'login.keychain',
  '*.keychain-db': 'login.keychain-db',
  '.password-store': '.password-store/mail.gpg',
  'wallet.dat': 'wallet.dat',
  '.npmrc': 'app/.npmrc',
  '.pypirc': '.pypirc',
  '.netrc': '.netrc',
  _netrc: '_netrc',
  '.authinfo': '.authinfo',
  '.authinfo.*': '.authinfo.gpg',
  '.git-credentials': '.git-credentials',
  '.pgpass': '.pgpass',
  'pgpass.conf': 'pgpass.conf',
  '.my.cnf': '.my.cnf',
  '.mylogin.cnf': '.mylogin.cnf',
  '*.htpasswd': 'www/.htpasswd',
  '*.ovpn': 'office.ovpn',
  '.dockercfg': '.dockercfg',
  '**/.docker/config.json': 'home/.docker/config.json',
  '**/.composer/auth.json': '.composer/auth.json',
  '**/.m2/settings*.xml': '.m2/settings-security.xml',
  '**/.gradle/gradle.properties': '.gradle/gradle.properties',
  '**/.git/config': '.git/config',
  '**/gh/hosts.yml': '.config/gh/hosts.yml',
  '**/glab-cli/config.yml': '.config/glab-cli/config.yml',
  '.vault-token': '.vault-token',
  '.vault-pass*': '.vault-password',
  '.vault_pass*': '.vault_pass.txt',
  '**/.aws/config': '.aws/config',
  '**/.aws/sso/**': '.aws/sso/cache/a.json',
  '**/.aws/cli/**': '.aws/cli/cache/a.json',
  '**/.azure/*.json': '.azure/accessTokens.json',
  '**/.config/gcloud/**': '.config/gcloud/access_tokens.db',
  '**/.oci/config': '.oci/config',
  '**/.kube/config*': 'home/.kube/config',
  kubeconfig: 'kubeconfig',
  'kubeconfig.*': 'kubeconfig.yaml',
  '*.kubeconfig': 'prod.kubeconfig',
  '*service-account*.json': 'gcp-service-account.json',
  '*service_account*.json': 'service_account_key.json',
  '*serviceaccount*.json': 'serviceAccountKey.json',
  '*.tfstate': 'infra/terraform.tfstate',
  '*.tfstate.*': 'infra/terraform.tfstate.backup',
  '*.tfvars': 'infra/prod.tfvars',
  '*.tfvars.json': 'infra/prod.auto.tfvars.json',
  '.terraformrc': '.terraformrc',
  'terraform.rc': 'terraform.rc',
  '.s3cfg': '.s3cfg',
  '.boto': '.boto',
  'rclone.conf': '.config/rclone/rclone.conf',
  '.databrickscfg': '.databrickscfg',
  'local.settings.json': 'func/local.settings.json',
  '.*_history': '.bash_history',
}
/** Published by name, and also matched by a wider pattern. */
const heldTwice = new Set(['.env', '.git-credentials'])

describe('the built-in deny-list', () => {
  it('has a sample for every pattern', () => {
    expect(Object.keys(samples)).toEqual([...builtInExclusions])
  })

  it.each(Object.entries(samples))(
    'M-53 %s keeps out %s, in any case, and behind a link',
    (pattern, path) => {
      const { write, link, reader } = workspace(builtInExclusions)
      write(`root/${path}`, 'x')
      link('root/notes.md', path)
      write(`root/loud/${path.toUpperCase()}`, 'x')
      link('root/loud.md', `loud/${path.toUpperCase()}`)
      expect(reader.read(path)).toMatchObject({ state: 'unavailable', reason: 'excluded' })
      expect(reader.read(path.toUpperCase())).toMatchObject({ reason: 'excluded' })
      expect(reader.read('notes.md')).toMatchObject({ reason: 'excluded', path: 'notes.md' })
      expect(reader.read('loud.md')).toMatchObject({ reason: 'excluded', path: 'loud.md' })
      const others = builtInExclusions.filter((exclusion) => exclusion !== pattern)
      const without = compileExcludes(others)(path.split('/'), '')
      expect(without === null).toBe(!heldTwice.has(pattern))
    },
  )

  it('holds for a file below a linked folder, and for what a link inside a chain of links leads to', () => {
    const { write, link, reader } = workspace(builtInExclusions)
    write('root/home/.docker/config.json', '{}')
    link('root/settings', 'home/.docker')
    link('root/one.json', 'two.json')
    link('root/two.json', 'settings/config.json')
    expect(reader.read('settings/config.json')).toMatchObject({ reason: 'excluded' })
    expect(reader.read('one.json')).toMatchObject({ reason: 'excluded' })
  })

  it('leaves what people write for others', () => {
    const { write, reader } = workspace(builtInExclusions)
    const paths = [
      'README.md',
      'docs/environment.md',
      'docs/keys.md',
      'docs/identity.md',
      'docs/key-rotation.md',
      'docs/history.md',
      '.docker/README.md',
      '.aws/task-definition.json',
      '.azure/pipelines.yml',
      'infra/main.tf',
      'config.json',
      '.github/workflows/ci.yml',
      '.config/app.yml',
    ]
    for (const path of paths) {
      write(`root/${path}`, 'text')
      expect(reader.read(path), path).toMatchObject({ state: 'found' })
    }
  })

  it('M-53 keeps docs/secrets-management.md out, and says by which pattern', () => {
    const { write, reader } = workspace(builtInExclusions)
    write('root/docs/secrets-management.md', 'text')
    expect(reader.read('docs/secrets-management.md')).toMatchObject({
      reason: 'excluded',
      detail: '"docs/secrets-management.md" is excluded by the pattern "*secret*".',
    })
  })

  it.each(['\u017fecret.md', 's\u200becret.md', 'SECRET\u00ad.md', '.e\u2060nv', 'server.\u212aey'])(
    'holds for %j, which some file systems take for a name in the list',
    (path) => {
      expect(compileExcludes(builtInExclusions)([path], '')).not.toBeNull()
    },
  )
})
