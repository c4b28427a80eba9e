import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCoreState } from '../../scripts/check-core-state.ts'

const root = join(import.meta.dirname, '../..')

describe('core has no module-level state', () => {
  it('in any of its files', () => {
    const files = globSync('src/core/**/*.ts', { cwd: root }).filter(
      (file) => !/\.(test|fixture)\.ts$/.test(file),
    )
    expect(files.length).toBeGreaterThan(100)
    const faults = files.flatMap((file) => findCoreState(file, readFileSync(join(root, file), 'utf8')))
    expect(faults).toEqual([])
  })

  it.each([
    ['a variable', 'let count = 0'],
    ['a variable for a late table', 'let table: Map<string, number> | undefined'],
    ['a map that is filled', 'const seen = new Map()\nfunction note(x: string) { seen.set(x, 1) }'],
    ['a list that grows', 'const all: string[] = []\nexport const note = (x: string) => all.push(x)'],
    [
      'an array that is written to',
      'const bits = new Uint8Array(8)\nfunction mark(i: number) { bits[i] = 1 }',
    ],
    ['an object that is written to', 'const last = { at: 0 }\nfunction note(at: number) { last.at = at }'],
    ['a number in an object that counts', 'const last = { n: 0 }\nfunction count() { last.n++ }'],
    ['a pattern whose place is set', 'const word = /a/y\nfunction at(i: number) { word.lastIndex = i }'],
    ['a pattern that remembers its place', 'const word = /a/g\nconst has = (x: string) => word.test(x)'],
    [
      'a function that remembers',
      'function late(make: () => number) { let made: number | undefined; return () => { made ??= make(); return made } }\nconst table = late(() => 1)',
    ],
  ])('and a planted fault is found: %s', (_, code) => {
    expect(findCoreState('planted.ts', code)).toHaveLength(1)
  })

  it.each([
    ['a table that is filled while the module loads', 'const table = new Map()\ntable.set(1, 2)'],
    [
      'a variable of a function',
      'function sum(x: number[]) { let all = 0; for (const y of x) all += y; return all }',
    ],
    [
      'a list of a function with the same name',
      'const all = [1]\nfunction f() { const all = []; all.push(1); return all }',
    ],
    ['a pattern for all matches', 'const word = /a/g\nconst words = (x: string) => [...x.matchAll(word)]'],
    ['a class with fields', 'export class Search { private at = 0; next() { return this.at++ } }'],
  ])('and %s is none', (_, code) => {
    expect(findCoreState('allowed.ts', code)).toEqual([])
  })
})
