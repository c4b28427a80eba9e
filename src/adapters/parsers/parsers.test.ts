import { describe, expect, it } from 'vitest'
import { parseToml, parseYaml } from './index.ts'

describe('a parser of project files', () => {
  it('gives plain data', () => {
    expect(parseToml('[tool.uv]\ndev = ["a"]\n')).toEqual({ tool: { uv: { dev: ['a'] } } })
    expect(parseYaml('on: push\njobs: { test: { steps: [{ run: make }] } }\n')).toEqual({
      on: 'push',
      jobs: { test: { steps: [{ run: 'make' }] } },
    })
  })

  it('takes merge keys, which CI files use', () => {
    expect(parseYaml('base: &base { image: a }\njob: { <<: *base, script: b }\n')).toMatchObject({
      job: { image: 'a', script: 'b' },
    })
  })

  it.each([
    ['TOML', () => parseToml('a = ')],
    ['YAML', () => parseYaml('a: [')],
    ['YAML with an alias of nothing', () => parseYaml('a: *nothing')],
    ['YAML with several documents', () => parseYaml('a: 1\n---\nb: 2\n')],
  ])('gives nothing for invalid %s', (_, parse) => {
    expect(parse()).toBeUndefined()
  })

  it('T3 gives nothing for aliases that multiply', () => {
    const levels = Array.from({ length: 12 }, (_, i) =>
      i === 0 ? 'a0: &a0 [x, x]' : `a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}*a${i - 1}]`,
    )
    expect(parseYaml(levels.join('\n'))).toBeUndefined()
  })
})
