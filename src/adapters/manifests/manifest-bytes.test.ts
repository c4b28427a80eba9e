import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifestBytes } from './manifest-bytes.ts'
import { manifests, smallest } from './manifests.fixture.ts'

const limit = 256 * 1024

describe('the bytes of a manifest', () => {
  it.each([
    ['nothing', ''],
    ['a small one', smallest],
    ['the largest one', 'x'.repeat(limit)],
  ])('are all there: %s', (_, content) => {
    const { base } = manifests({ 'm.yaml': content })
    expect(readManifestBytes(join(base, 'm.yaml')).toString() === content).toBe(true)
  })

  it('are read behind a link', () => {
    const { base } = manifests({ 'm.yaml': smallest })
    symlinkSync('m.yaml', join(base, 'link.yaml'))
    expect(readManifestBytes(join(base, 'link.yaml')).toString()).toBe(smallest)
  })

  it('are refused when there are too many', () => {
    const { base } = manifests({ 'm.yaml': 'x'.repeat(limit + 1) })
    expect(() => readManifestBytes(join(base, 'm.yaml'))).toThrow(/has 262145 bytes; .* at most 262144/)
  })

  it.each<[string, (file: string) => void]>([
    ['a FIFO, which never answers', (file) => execFileSync('mkfifo', [file])],
    ['a device without end', (file) => symlinkSync('/dev/zero', file)],
    ['a directory', (file) => symlinkSync('.', file)],
  ])('are refused of %s', (_, make) => {
    const { base, load } = manifests({})
    make(join(base, 'm.yaml'))
    expect(() => readManifestBytes(join(base, 'm.yaml'))).toThrow('m.yaml is not a file.')
    expect(() => load('m.yaml')).toThrow('m.yaml is not a file.')
  })
})
