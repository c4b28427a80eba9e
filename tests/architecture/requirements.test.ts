import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Strings of tests that start with an id (titles, and rows that become titles), and the titles of golden cases. */
const titles = [
  ...globSync('{src,tests}/**/*.test.ts', { cwd: root }).flatMap(
    (file) => read(file).match(/['"`][A-Z]-\d+[^\n]*/g) ?? [],
  ),
  ...globSync('presets/*/cases/*/request.json', { cwd: root }).map(
    (file) => JSON.parse(read(file)).shows as string,
  ),
]
const shown = new Set(titles.flatMap((title) => title.match(/\b[A-Z]-\d+\b/g) ?? []))

/** The number of requirements in each specification, counted from 1. */
const published = { Z: 126, C: 70 } as const

describe('every requirement of a published specification', () => {
  it.each(Object.entries(published))(
    'has a test or a golden case that names it, so that it can be found: %s-01 to %i',
    (letter, count) => {
      const all = Array.from({ length: count }, (_, i) => `${letter}-${String(i + 1).padStart(2, '0')}`)
      expect(all.filter((id) => !shown.has(id))).toEqual([])
    },
  )
})
