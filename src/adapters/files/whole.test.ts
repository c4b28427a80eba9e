import { execFileSync } from 'node:child_process'
import { linkSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { workspace } from './workspace.fixture.ts'

const aMebibyte = 1024 * 1024
const named = { external: true, sensitive: true, trusted: true }

describe('reading a file as a whole', () => {
  it('gives all of what is otherwise read in two windows', () => {
    const { reader, write } = workspace()
    const text = `${'0123456789\n'.repeat(80_000)}the end`
    write('root/long.json', text)
    const whole = reader.readWhole('long.json', aMebibyte)
    expect(whole).toMatchObject({ state: 'found', path: 'long.json', bytes: text.length })
    expect(whole).not.toHaveProperty('gap')
    expect(whole.state === 'found' && whole.text === text).toBe(true)
    const windowed = reader.read('long.json')
    expect(windowed).toHaveProperty('gap')
    expect(windowed.state === 'found' && whole.state === 'found' && windowed.digest === whole.digest).toBe(
      true,
    )
  })

  it('takes as many bytes as it may, and not one more', () => {
    const { reader, write } = workspace()
    write('root/a.json', 'x'.repeat(100))
    expect(reader.readWhole('a.json', 100)).toMatchObject({ state: 'found', bytes: 100 })
    expect(reader.readWhole('a.json', 99)).toMatchObject({
      state: 'unavailable',
      reason: 'too-large',
      detail: '"a.json" has 100 bytes; the most that is read is 99.',
    })
  })

  it('C-50 reads nothing of a file of 1 GB', () => {
    const { reader, write, at } = workspace()
    write('root/huge.json', '')
    truncateSync(at('root/huge.json'), 1024 ** 3)
    const before = process.memoryUsage().arrayBuffers
    expect(reader.readWhole('huge.json', aMebibyte)).toMatchObject({ reason: 'too-large' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * aMebibyte)
  })

  it('C-34 C-X15 stays in the root, follows no link out of it, and reads no name that is never read', () => {
    const { reader, write, link } = workspace(['.env', 'private'])
    write('beside.json', '{}')
    write('root/.env', 'A=1')
    write('root/private/items.json', '{}')
    link('root/out.json', '../beside.json')
    const reasonOf = (path: string) => {
      const read = reader.readWhole(path, aMebibyte)
      return read.state === 'unavailable' ? read.reason : read.state
    }
    expect(reasonOf('out.json')).toBe('outside-root')
    expect(reasonOf('../beside.json')).toBe('outside-root')
    expect(reasonOf('/etc/hostname')).toBe('outside-root')
    expect(reasonOf('.env')).toBe('excluded')
    expect(reasonOf('private/items.json')).toBe('excluded')
    expect(reasonOf('none.json')).toBe('absent')
    expect(reasonOf('.')).toBe('not-a-file')
  })

  it('reads what a person named, wherever it lies', () => {
    const { reader, write, at } = workspace()
    write('beside.json', '{"a":1}')
    expect(reader.readWhole(at('beside.json'), aMebibyte, named)).toMatchObject({
      state: 'found',
      text: '{"a":1}',
    })
  })

  it('waits for no pipe, and takes no bytes that are no text', () => {
    const { reader, write, at } = workspace()
    execFileSync('mkfifo', [at('root/pipe.json')])
    write('root/half.json', Buffer.from([0x22, 0xc3, 0x22]))
    write('root/zero.json', Buffer.from([0x22, 0, 0x22]))
    expect(reader.readWhole('pipe.json', aMebibyte)).toMatchObject({ reason: 'not-a-file' })
    expect(reader.readWhole('half.json', aMebibyte)).toMatchObject({ reason: 'not-utf8' })
    expect(reader.readWhole('zero.json', aMebibyte)).toMatchObject({ reason: 'binary' })
  })

  it('reports another name of the file, if the user has not reviewed the manifest', () => {
    const { reader, write, at } = workspace()
    write('beside.json', '{}')
    linkSync(at('beside.json'), at('root/linked.json'))
    expect(reader.readWhole('linked.json', aMebibyte)).toMatchObject({ state: 'found', hardLinked: true })
  })
})
