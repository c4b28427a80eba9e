import { describe, expect, it } from 'vitest'
import { sanitise } from './prohibited.fixture.ts'

const gone = '[REDACTED_CREDENTIAL]'

describe('C-40 a secret that a sentence gives away', () => {
  it.each([
    ['password is hunter2', `password is ${gone}`],
    ['The password is hunter2.', `The password is ${gone}.`],
    ['password was: x', `password was: ${gone}`],
    ['password is = x', `password is = ${gone}`],
    ['password -> hunter2', `password -> ${gone}`],
    ['password->hunter2', `password->${gone}`],
    ['password --> hunter2', `password --> ${gone}`],
    ['password → hunter2', `password → ${gone}`],
    ['pass: hunter2', `pass: ${gone}`],
    ['pw=hunter2', `pw=${gone}`],
    ['Passwort: x', `Passwort: ${gone}`],
    ['Passwort ist Geheim99', `Passwort ist ${gone}`],
    ['mot de passe : x', `mot de passe : ${gone}`],
    ['--password hunter2', `--password ${gone}`],
    ['run it with --db-password swordfish now', `run it with --db-password ${gone} now`],
    ['--password "two words"', `--password "${gone}"`],
    ['password：hunter2', `password：${gone}`],
    ['ｐａｓｓｗｏｒｄ: hunter2 日本', `ｐａｓｓｗｏｒｄ: ${gone} 日本`],
    ['𝐩assword: hunter2 😀', `𝐩assword: ${gone} 😀`],
    ['password: correct horse battery', `password: ${gone}`],
    ['password: correct horse battery staple. Then deploy.', `password: ${gone}. Then deploy.`],
    ['passphrase: correct horse battery is for staging', `passphrase: ${gone} is for staging`],
    ['password is swordfish', `password is ${gone}`],
    ['The password was swordfish, once', `The password was ${gone}, once`],
    ['password is "correct horse"', `password is "${gone}"`],
    ['password is “correct horse”', `password is “${gone}”`],
    ['password is now p@ss', `password is now ${gone}`],
    ['the password was changed to hunter2', `the password was changed to ${gone}`],
    ['the password for staging is hunter2', `the password for staging is ${gone}`],
    ['password of the root user is (hunter2)', `password of the root user is (${gone})`],
    ['**password** is **hunter2**', `**password** is **${gone}**`],
    ['the password is 1234', `the password is ${gone}`],
    ['client secret is a1b2c3', 'client secret is [REDACTED_SECRET]'],
    ['SSN is 536228726', 'SSN is [REDACTED_SSN]'],
    ['SSN is 536 22 8726', 'SSN is [REDACTED_SSN]'],
  ])('is replaced: %s', (text, clean) => {
    expect(sanitise(text)).toMatchObject({ status: 'redacted', text: clean })
    expect(sanitise(clean)).toEqual({ status: 'clean', text: clean, actions: [] })
  })

  it.each([
    'the password is required',
    'the password is missing',
    'the password is not set',
    'password is stored hashed',
    'The password was wrong.',
    'password is too short',
    'The password is 8 characters long',
    'password is 12+ characters',
    'password is never logged',
    'Passwords are hashed with argon2',
    'the password is sha256-hashed',
    'password is base64 text',
    'The password was leaked.',
    'password is in the vault',
    'the password for staging is rotated weekly',
    'password is (optional)',
    'password is optional, username is not',
    'password is N/A',
    'the password was reset yesterday',
    'the secret is safe',
    'the secret is out.',
    'access token was revoked',
    'SSN is required',
    'use the --password flag',
    '--password is needed',
    '--password <value>',
    '--password PASSWORD',
    '--password $DB_PASSWORD',
    '--password-stdin reads it',
    'user -> password -> token',
    'password -> hash -> store',
    'tests pass: 12, fail: 0',
    'status: pass',
    'pass = true',
    'pass is next',
    'bypass: hunter2',
    'password rotation is due on 2026-05-01',
    'the password is user-provided',
    'password is ****',
  ])('stays, for sentences speak of such things: %s', (text) => {
    expect(sanitise(text)).toEqual({ status: 'clean', text, actions: [] })
  })
})

describe('C-51 content for which a whole text is dropped', () => {
  it.each([
    '-----BEGIN ANY PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----',
    '-----begin rsa private key-----',
    '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
    '-----BEGIN A NEW SORT OF POST-QUANTUM PRIVATE KEY-----',
    'see —BEGIN and -----BEGIN EC PRIVATE KEY',
    'Strictly Confidential',
    'STRICTLY-CONFIDENTIAL',
    'TLP-RED',
    'tlp:red',
    'TLP RED',
    'TLP: Amber+Strict',
    'TOP SECRET',
    'TOP-SECRET//SI',
    'NATO RESTRICTED',
    'SECRET//NOFORN',
    'For Internal Use Only',
    'CONFIDENTIAL_plan',
    'ＣＯＮＦＩＤＥＮＴＩＡＬ',
    'export-controlled',
    'Export Controlled',
    'attorney-client privileged',
    'not confidential in part, CONFIDENTIAL in others',
  ])('is %s', (text) => {
    expect(sanitise(text)).toMatchObject({ status: 'blocked', text: null })
  })

  it.each([
    'Access to the room is restricted; ACCESS_RESTRICTED is the code',
    'NON-CONFIDENTIAL',
    'NOT CONFIDENTIAL',
    'not confidential',
    'a confidential tone',
    'TLP:CLEAR',
    'TLP:GREEN',
    'tlp green',
    'the team calls it its top secret sauce',
    'Top Secret sauce',
    '-----BEGIN PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----',
    'begin with the private key',
    'ACCESS_CONFIDENTIAL = 3',
    'redtlp: red',
    'exported, controlled',
  ])('is not %s', (text) => {
    expect(sanitise(text).status).toBe('clean')
  })
})
