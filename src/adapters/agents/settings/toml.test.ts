import { describe, expect, it } from 'vitest'
import { SettingsFault } from '../../../core/settings/index.ts'
import { toml } from './toml.ts'

const plain = (text: string) => JSON.parse(JSON.stringify(toml.read(text)))

describe('settings in TOML', () => {
  it.each([
    ['a table', '[features]\nhooks = false # off\n'],
    ['a dotted key', 'features.hooks=false'],
    ['a quoted one', `"features" . 'hooks' = false\r\n`],
    ['a table in one line', '\ufefffeatures = { hooks = false }'],
  ])('say the same in each form: %s', (_, text) => {
    expect(plain(text)).toEqual({ features: { hooks: false } })
  })

  it('have lists of tables, and tables below the last of them', () => {
    const text = `[[hooks.SessionStart]]
matcher = "startup"
[[hooks.SessionStart.hooks]]
command = 'a\\b'
[[hooks.SessionStart.hooks]]
command = """
say \\
   "hi" """
[[hooks.SessionStart]]
hooks = [
  { command = "c", timeout = 1_0 }, # the last
]
`
    const first = { matcher: 'startup', hooks: [{ command: 'a\\b' }, { command: 'say "hi" ' }] }
    const second = { hooks: [{ command: 'c', timeout: 10 }] }
    expect(plain(text)).toEqual({ hooks: { SessionStart: [first, second] } })
  })

  it('name nothing that every object has', () => {
    const data: unknown = toml.read('[__proto__]\nhooks = true\n')
    expect(Object.keys(data as object)).toEqual(['__proto__'])
    expect({}).not.toHaveProperty('hooks')
  })

  it.each([
    ['a = ', 1, 5, 'invalid value'],
    ['[a\nb = 1', 1, 3, 'illegal character in key'],
    ['\ufeffx = 1\na = "b', 2, 5, 'unfinished string'],
    ['x = 1\r\na = 1 b = 2', 2, 7, 'end-of-line'],
    ['a = 1\na = 2', 2, 1, 'already defined'],
  ])('are told with the place of a fault, and without a word of theirs: %j', (text, line, column, words) => {
    expect(() => toml.read(text)).toThrow(SettingsFault)
    expect(() => toml.read(text)).toThrow(expect.objectContaining({ line, column }))
    expect(() => toml.read(text)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(words) }),
    )
    expect(() => toml.read(text)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('\n') }),
    )
  })

  it('are written so that they say the same again', () => {
    const data = {
      top: [1, 'a "b"', { 'x y': true }],
      features: { hooks: false },
      hooks: { state: { '/a.json:x:0:0': { trusted_hash: 'sha256:1' }, empty: {} } },
    }
    expect(plain(toml.write(data))).toEqual(data)
  })
})
