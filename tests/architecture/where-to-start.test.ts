import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const paths = [...new Set([...text.matchAll(/`((?:\w[\w-]*\/)+[\w.*<>-]*)`/g)].map((match) => match[1]!))]
const symbols = [...text.matchAll(/`(\w+)`(?: and `(\w+)`)? in `([\w/.-]+\.\w+)`/g)].flatMap(
  ([, first = '', second, file = '']) => [
    [first, file] as const,
    ...(second === undefined ? [] : [[second, file] as const]),
  ],
)

function locate(path: string): string | undefined {
  return [path, `src/${path}`, `docs/${path}`].find((place) => existsSync(join(root, place)))
}

describe('ARCHITECTURE.md', () => {
  it('names enough files and symbols to check', () => {
    expect(paths.length).toBeGreaterThan(60)
    expect(symbols.length).toBeGreaterThan(15)
  })

  it.each(paths.filter((path) => !/[<*]|^repo\//.test(path)))(
    'names a file or folder that exists: %s',
    (path) => {
      expect(locate(path), path).toBeDefined()
    },
  )

  it.each(paths.filter((path) => path.includes('*')))('names a pattern that matches: %s', (path) => {
    expect(globSync(path, { cwd: root }).length).toBeGreaterThan(0)
  })

  it.each(symbols)('names %s, which %s declares', (symbol, file) => {
    const place = locate(file)
    expect(place, file).toBeDefined()
    expect(readFileSync(join(root, place ?? ''), 'utf8')).toMatch(new RegExp(`\\b${symbol}\\b`))
  })
})
