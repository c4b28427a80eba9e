import { describe, expect, it } from 'vitest'
import { openMemoryCache } from '../../adapters/cache/index.ts'
import type { Project, VersionedFile } from '../../ports/index.ts'
import { type FileMemoDeps, memoizeWhileUnchanged, readUnchanged, storeSettled } from './file-memo.ts'

const project: Project = { name: 'shop', root: '/shop', roots: {}, manifestFile: '' }
const key = ['quiet', 'manifest.yaml'] as const

/** Files by name, each with its version and whether it is settled. */
function makeMemo(files: Record<string, { version: string; settled: boolean }>): FileMemoDeps {
  const read = (_: Project, path: string) => files[path]?.version ?? 'absent'
  return {
    cache: openMemoryCache(),
    systemTime: () => 0,
    fileVersions: {
      read,
      readSettled: (_, paths) =>
        paths.every((path) => files[path]?.settled ?? true)
          ? paths.map((path): VersionedFile => [path, read(project, path)])
          : null,
      allUnchanged: (_, all) => all.every(([path, version]) => version === read(project, path)),
    },
  }
}

describe('a value computed from files', () => {
  const countedBy = (deps: FileMemoDeps, files: readonly string[] | null) => {
    let count = 0
    return () => memoizeWhileUnchanged(deps, project, key, async () => ({ value: ++count, files }))
  }

  it('is computed once while they are unchanged, and again after one has changed', async () => {
    const files = { 'a.md': { version: '1', settled: true } }
    const get = countedBy(makeMemo(files), ['a.md', 'gone.md'])
    expect([await get(), await get()]).toEqual([1, 1])
    files['a.md'] = { version: '2', settled: true }
    expect([await get(), await get()]).toEqual([2, 2])
  })

  it('is not cached while one of them is not settled, or when they cannot be listed', async () => {
    const unsettled = countedBy(makeMemo({ 'a.md': { version: '1', settled: false } }), ['a.md'])
    expect([await unsettled(), await unsettled()]).toEqual([1, 2])
    const unlisted = countedBy(makeMemo({}), null)
    expect([await unlisted(), await unlisted()]).toEqual([1, 2])
  })

  it('is not cached when a file whose content it has is gone', () => {
    const deps = makeMemo({})
    const store = (contentOf: readonly string[]) =>
      storeSettled(deps, project, key, { value: 'text', files: ['a.md'], readSince: 0, contentOf })
    store(['a.md'])
    expect(readUnchanged(deps, project, key)).toBeUndefined()
    store([])
    expect(readUnchanged(deps, project, key)).toBe('text')
  })

  it('is a miss when the entry is damaged', () => {
    const deps = makeMemo({})
    for (const entry of [1, null, {}, { value: 1 }, { files: 'x', value: 1 }]) {
      deps.cache.set('quiet', JSON.stringify(['manifest.yaml']), entry)
      expect(readUnchanged(deps, project, key)).toBeUndefined()
    }
  })
})
