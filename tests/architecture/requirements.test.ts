import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Strings of tests that begin with an id (titles, and rows that become titles), and the titles of golden cases. */
const titles = [
  ...globSync('{src,tests}/**/*.test.ts', { cwd: root }).flatMap(
    (file) => read(file).match(/['"`]Z-\d+[^\n]*/g) ?? [],
  ),
  ...globSync('presets/*/cases/*/request.json', { cwd: root }).map(
    (file) => JSON.parse(read(file)).shows as string,
  ),
]

describe('every requirement of the published specification', () => {
  it('has a test or a golden case that names it, so that it can be found', () => {
    const shown = new Set(titles.flatMap((title) => title.match(/\bZ-\d+\b/g) ?? []))
    const all = Array.from({ length: 126 }, (_, i) => `Z-${String(i + 1).padStart(2, '0')}`)
    expect(all.filter((id) => !shown.has(id))).toEqual([])
  })
})
