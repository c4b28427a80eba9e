import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import { fingerprintKey, openKeys, verifySignature } from './keys.ts'

let home: string
let directory: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'keys-'))
  directory = join(home, 'deep', 'keys')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const keyFile = () => join(directory, 'checkpoint.pem')

function refusal(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a key', () => {
  it('is made at the first signature, private, and is the same from then on', () => {
    expect(openKeys(directory).own()).toBeNull()
    expect(readdirSync(home)).toEqual([])
    const { public_key } = openKeys(directory).sign('one')
    expect(openKeys(directory).sign('two').public_key).toBe(public_key)
    expect(openKeys(directory).own()).toBe(public_key)
    expect(Buffer.from(public_key, 'base64')).toHaveLength(32)
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect([mode(directory), mode(keyFile())]).toEqual(['700', '600'])
    expect(readdirSync(directory)).toEqual(['checkpoint.pem'])
  })

  it('is one also when several processes make it at once', async () => {
    const door = JSON.stringify(join(import.meta.dirname, 'keys.ts'))
    const program = `const { openKeys } = await import(${door}); process.stdout.write(openKeys(process.argv[1]).sign('x').public_key)`
    const said = Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      await once(child, 'close')
      return text
    })
    expect(new Set(await Promise.all(said))).toEqual(new Set([openKeys(directory).own()]))
    expect(readdirSync(directory)).toEqual(['checkpoint.pem'])
  })

  it.each([0o640, 0o604, 0o660])('is refused when others can get at it: %o', (bits) => {
    openKeys(directory).sign('x')
    chmodSync(keyFile(), bits)
    const { code, fix } = refusal(() => openKeys(directory).sign('x'))
    expect(code).toBe('not-readable')
    expect(fix).toBe(`Run: chmod 600 ${keyFile()}`)
    expect(openKeys(directory).own()).toBeNull()
  })

  const spoilt: Readonly<Record<string, () => void>> = {
    'an empty file': () => writeFileSync(keyFile(), '', { mode: 0o600 }),
    'no key': () => writeFileSync(keyFile(), '-----BEGIN PRIVATE KEY-----\nAAAA', { mode: 0o600 }),
    'a key of another kind': () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      writeFileSync(keyFile(), privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
    },
    'a directory': () => mkdirSync(keyFile()),
    'a link': () => {
      openKeys(join(home, 'other')).sign('x')
      symlinkSync(join(home, 'other', 'checkpoint.pem'), keyFile())
    },
    'a link to nothing': () => symlinkSync(join(home, 'nothing'), keyFile()),
  }
  it.each(Object.keys(spoilt))('is refused, and nothing is overwritten, where there is %s', (what) => {
    mkdirSync(directory, { recursive: true })
    spoilt[what]!()
    expect(refusal(() => openKeys(directory).sign('x'))).toMatchObject({ code: 'not-readable' })
    expect(openKeys(directory).own()).toBeNull()
    expect(readdirSync(directory)).toEqual(['checkpoint.pem'])
  })

  it('is refused where none can be kept', () => {
    writeFileSync(join(home, 'deep'), '')
    expect(refusal(() => openKeys(directory).sign('x')).code).toMatch(/^not-/)
    expect(refusal(() => openKeys('/proc/nothing/here').sign('x'))).toMatchObject({ code: 'not-writable' })
  })
})

describe('a signature', () => {
  it('holds for its text and its key, and for nothing else', () => {
    const { public_key, signature } = openKeys(directory).sign('körper\n')
    const other = openKeys(join(home, 'other')).sign('körper\n')
    expect(verifySignature('körper\n', public_key, signature)).toBe(true)
    expect(verifySignature('körper', public_key, signature)).toBe(false)
    expect(verifySignature('körper\n', other.public_key, signature)).toBe(false)
    expect(verifySignature('körper\n', public_key, other.signature)).toBe(false)
  })

  it('has one spelling', () => {
    const { public_key, signature } = openKeys(directory).sign('x')
    for (const odd of [` ${signature}`, `${signature}\n`, signature.replace(/=+$/, ''), `${signature}AAAA`])
      expect(verifySignature('x', public_key, odd)).toBe(false)
    for (const odd of [`${public_key} `, public_key.replace('=', ''), ''])
      expect(verifySignature('x', odd, signature)).toBe(false)
  })

  it('is false for junk, and never throws', () => {
    const { public_key, signature } = openKeys(directory).sign('x')
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (first, second) => {
        expect(verifySignature('x', first as string, signature)).toBe(false)
        expect(verifySignature('x', public_key, second as string)).toBe(false)
      }),
    )
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(bytes(32), bytes(64), (key, signed) => {
        const [k, s] = [Buffer.from(key).toString('base64'), Buffer.from(signed).toString('base64')]
        expect(typeof verifySignature('x', k, s)).toBe('boolean')
      }),
    )
    expect(verifySignature(null as unknown as string, public_key, signature)).toBe(false)
  })

  it('has a signer whose name is short and always the same', () => {
    expect(fingerprintKey('A'.repeat(43).concat('='))).toBe('ed25519:66687aadf862bd776c8fc18b8e9f8e20')
    expect(fingerprintKey('junk !')).toMatch(/^ed25519:[0-9a-f]{32}$/)
  })
})
