import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readKnownSecrets, type SecretsOptions } from './known-secrets.ts'

function project() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'secrets-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'root')
  mkdirSync(root)
  const at = (path: string) => join(base, path)
  return {
    root,
    at,
    write(path: string, content: string | Uint8Array) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), content)
    },
    known: (options: Partial<SecretsOptions> = {}) =>
      readKnownSecrets({ root, files: ['.env', '.env.*'], variables: [], environment: {}, ...options }),
  }
}

describe('the settings files of a project', () => {
  it('give the values worth hiding, sorted and each once', () => {
    const { write, known } = project()
    write('root/.env', 'PORT=3000\nDB_PASSWORD=hunter2\nURL=postgres://u:swordfish@db/x\n')
    write('root/.env.local', 'OTHER_PASSWORD=hunter2\nAPI_KEY=abracadabra\n')
    expect(known()).toEqual({
      values: ['abracadabra', 'hunter2', 'postgres://u:swordfish@db/x', 'swordfish'],
      read: ['.env', '.env.local'],
      files: ['.env', '.env.local'],
      trouble: [],
      places: ['.', '.env', '.env.local'],
    })
  })

  it('need not be there', () => {
    const { known, at } = project()
    expect(known()).toEqual({ values: [], read: [], files: [], trouble: [], places: ['.', '.env'] })
    expect(known({ root: at('nowhere') })).toMatchObject({ values: [], trouble: [] })
    expect(known({ files: ['.env'] }).places).toEqual(['.env'])
  })

  it('are no samples, unless one is named in full', () => {
    const { write, known } = project()
    for (const word of ['example', 'sample', 'template', 'dist', 'defaults', 'local.example', 'EXAMPLE']) {
      write(`root/.env.${word}`, 'API_KEY=abracadabra')
    }
    write('root/.env.test', 'API_KEY=opensesame')
    expect(known()).toMatchObject({ values: ['opensesame'], read: ['.env.test'] })
    expect(known({ files: ['.env.example'] })).toMatchObject({ values: ['abracadabra'] })
  })

  it('lie in the root itself, and in the working directory', () => {
    const { write, at, root, known } = project()
    write('root/.env', 'API_KEY=abracadabra')
    write('root/app/.env', 'API_KEY=opensesame')
    write('root/app/deep/.env', 'API_KEY=swordfish')
    write('elsewhere/.env', 'API_KEY=shibboleth')
    expect(known().values).toEqual(['abracadabra'])
    expect(known({ cwd: root }).read).toEqual(['.env'])
    expect(known({ cwd: at('root/app') })).toMatchObject({
      values: ['abracadabra', 'opensesame'],
      read: ['.env', 'app/.env'],
      places: ['.', '.env', 'app', 'app/.env'],
    })
    expect(known({ cwd: at('elsewhere') })).toMatchObject({
      values: ['abracadabra', 'shibboleth'],
      read: ['.env', '.env (working directory)'],
      files: ['.env', at('elsewhere/.env')],
      places: ['.', '.env', at('elsewhere'), at('elsewhere/.env')].sort(),
    })
  })

  it.each(['../.env', 'sub/.env', '/etc/passwd', '..', '', 'a\\b', 'a\0b'])(
    'are not named by %j',
    (pattern) => {
      const { write, known } = project()
      write('.env', 'API_KEY=abracadabra')
      write('root/sub/.env', 'API_KEY=abracadabra')
      const { values, trouble, places } = known({ files: [pattern] })
      expect([values, trouble.length, places]).toEqual([[], 1, []])
    },
  )

  it.each<[string, string, boolean]>([
    ['.env.*', '.env.a.b', true],
    ['.env.*', '.environment', false],
    ['*.env', 'prod.env', true],
    ['.env?', '.envx', true],
    ['.env?', '.env', false],
    ['*a*a*a*b', `${'a'.repeat(40)}c`, false],
    ['*', '.env', true],
    ['[a].env', 'a.env', false],
  ])('match %j as names do: %j is %j', (pattern, name, matches) => {
    const { write, known } = project()
    write(`root/${name}`, 'API_KEY=abracadabra')
    expect(known({ files: [pattern] }).values).toEqual(matches ? ['abracadabra'] : [])
  })
})

describe('another file in their place', () => {
  it('is not waited for, and not read, when it is not a regular file', async () => {
    const { at, root, known } = project()
    mkdirSync(at('root/.env'))
    execFileSync('mkfifo', [at('root/.env.pipe')])
    const server = createServer().listen(`${root}/.env.socket`)
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { values, read, trouble } = known()
    expect([values, read]).toEqual([[], []])
    const message = 'It is not a regular file; it was not read.'
    expect(trouble).toEqual(['.env', '.env.pipe', '.env.socket'].map((file) => ({ file, message })))
  })

  it('is followed as a link inside of the project, and not out of it', () => {
    const { write, at, known } = project()
    write('root/config/settings', 'API_KEY=abracadabra')
    write('outside/settings', 'API_KEY=opensesame')
    symlinkSync('config/settings', at('root/.env'))
    symlinkSync('../outside/settings', at('root/.env.a'))
    symlinkSync('/dev/zero', at('root/.env.b'))
    symlinkSync('nowhere', at('root/.env.c'))
    symlinkSync('.env.d', at('root/.env.d'))
    const { values, read, trouble } = known()
    expect([values, read]).toEqual([['abracadabra'], ['.env']])
    expect(trouble.map(({ file }) => file)).toEqual(['.env.a', '.env.b', '.env.d'])
    expect(JSON.stringify(trouble)).not.toContain('outside')
  })

  it('is not read when it is too large', () => {
    const { write, at, known } = project()
    write('root/.env', 'API_KEY=abracadabra')
    truncateSync(at('root/.env'), 3_000_000_000)
    expect(known()).toMatchObject({
      values: [],
      trouble: [{ file: '.env', message: expect.stringContaining('256 KB') }],
    })
    write('root/.env', `API_KEY=abracadabra\n#${' '.repeat(256 * 1024 - 21)}`)
    expect(known()).toMatchObject({ values: ['abracadabra'], trouble: [] })
    write('root/.env', `API_KEY=abracadabra\n#${' '.repeat(256 * 1024 - 20)}`)
    expect(known()).toMatchObject({ values: [], trouble: [{ file: '.env' }] })
  })

  // The superuser can read everything.
  it.skipIf(process.getuid?.() === 0)('is trouble when it may not be read', () => {
    const { write, at, known } = project()
    write('root/.env', 'API_KEY=abracadabra')
    chmodSync(at('root/.env'), 0)
    const message = 'It cannot be read (EACCES): its values are unknown and not redacted.'
    expect(known()).toMatchObject({ values: [], trouble: [{ file: '.env', message }] })
  })

  it('is bounded in files and in values, and what is left out is said without a value', () => {
    const { write, known } = project()
    for (let i = 0; i < 40; i++) write(`root/.env.${i + 10}`, `A_KEY=abracadabra${i}`)
    const many = known()
    expect([many.read.length, many.values.length, many.trouble.length]).toEqual([31, 31, 1])
    expect(many.trouble[0]).toMatchObject({ file: '.env.41', message: expect.stringMatching(/^9 files/) })
    for (const name of ['a', 'b', 'c'])
      write(`root/.env.${name}`, `API_KEY=opensesame\n${'# x\n'.repeat(50_000)}`)
    expect(known({ files: ['.env.a', '.env.b', '.env.c'] })).toMatchObject({
      read: ['.env.a', '.env.b'],
      trouble: [{ file: '.env.c' }],
    })
    write('root/.env', Array.from({ length: 900 }, (_, i) => `KEY_${i}=opensesame${i}`).join('\n'))
    const secrets = known({ files: ['.env'] })
    expect([secrets.values.length, secrets.trouble.length]).toEqual([500, 1])
    write('root/.env', Array.from({ length: 90 }, (_, i) => `A_KEY=${i}${'x-Y'.repeat(700)}`).join('\n'))
    const long = known({ files: ['.env'] })
    expect(long.values.join('').length).toBeLessThanOrEqual(128 * 1024)
    expect(JSON.stringify([many, secrets, long].map((all) => all.trouble))).not.toMatch(/abra|sesame|x-Y/)
  })

  it('may be no text, or text of another kind', () => {
    const { write, known } = project()
    write(
      'root/.env',
      Buffer.from([
        ...Buffer.from('A=\xff\xfe\0\nB="\n'),
        0xff,
        0xc0,
        ...Buffer.from('\nAPI_KEY=abracadabra\n'),
      ]),
    )
    expect(known().values).toContain('abracadabra')
    write('root/.env', Buffer.from('\ufeffAPI_KEY=opensesame\r\n', 'utf16le'))
    expect(known().values).toEqual(['opensesame'])
  })

  it('has a name that steers no terminal', () => {
    const { at, known } = project()
    mkdirSync(at('root/.env.\u001b[2J\u202e'))
    expect(known().trouble).toMatchObject([{ file: '.env.\\u{1b}[2J\\u{202e}' }])
  })
})

describe('an environment variable', () => {
  const known = (value: string | undefined) =>
    project().known({
      files: [],
      variables: ['SETTING'],
      environment: { SETTING: value, OTHER: 'opensesame' },
    }).values

  it('counts as it is, when it is named', () => {
    expect(known('production')).toEqual(['production'])
    expect(known(' word\n')).toEqual(['word'])
    expect(known('abc')).toEqual([])
    expect(known('')).toEqual([])
    expect(known(undefined)).toEqual([])
  })

  it('gives the password of a URL and of JSON too', () => {
    expect(known('redis://:pw%21x@h')).toEqual(['pw!x', 'pw%21x', 'redis://:pw%21x@h'])
    expect(known('{"user":"me","password":"swordfish"}')).toEqual([
      'swordfish',
      '{"user":"me","password":"swordfish"}',
    ])
  })

  it('is not one that every object has', () => {
    expect(project().known({ files: [], variables: ['constructor', '__proto__'] }).values).toEqual([])
  })
})
