import { describe, expect, it } from 'vitest'
import { describeProject } from './describe-project.ts'
import { makeProjectFiles } from './project-files.fixture.ts'

const commandsOf = (texts: Readonly<Record<string, unknown>>) => {
  const files = Object.entries(texts).map(([path, text]) => [
    path,
    typeof text === 'string' ? text : JSON.stringify(text),
  ])
  return describeProject('commands', makeProjectFiles(Object.fromEntries(files))).map(({ text }) => text)
}

describe('commands of Turborepo', () => {
  const turbo = { tasks: { build: {}, test: {}, lint: {}, dev: {}, 'web#test': {}, '//#format': {} } }

  it.each([
    ['package-lock.json', 'npx'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bunx'],
  ])('start with the package manager of %s', (lock, run) => {
    const lines = commandsOf({ 'package.json': {}, 'turbo.json': turbo, [lock]: '' })
    expect(lines).toEqual(
      expect.arrayContaining([
        `- build: \`${run} turbo run build\` (turbo.json)`,
        `- test: \`${run} turbo run test\` (turbo.json)`,
        `- test one: \`${run} turbo run test --filter=PACKAGE\` (turbo.json)`,
        `- lint: \`${run} turbo run lint\` (turbo.json)`,
      ]),
    )
    expect(lines.join('\n')).not.toMatch(/#|format|dev/)
  })

  it('are left out for kinds that the scripts name', () => {
    const lines = commandsOf({
      'package.json': { scripts: { test: 'turbo run test', 'build:web': 'x' } },
      'turbo.json': turbo,
    })
    expect(lines).toContain('- test: `npm test`: turbo run test (package.json)')
    expect(lines.join('\n')).not.toContain('`npx turbo run test`')
    expect(lines).toContain('- build: `npx turbo run build` (turbo.json)')
  })

  it('are read from the older form and from a file with comments', () => {
    expect(commandsOf({ 'turbo.json': { pipeline: { lint: {} } } })).toContain(
      '- lint: `npx turbo run lint` (turbo.json)',
    )
    const text = '{\n  // tasks\n  "tasks": { "lint": {}, },\n}\n'
    expect(commandsOf({ 'turbo.jsonc': text })).toContain('- lint: `npx turbo run lint` (turbo.jsonc)')
  })
})

describe('commands of Nx', () => {
  it('are the targets of nx.json, its plugins and its projects', () => {
    const lines = commandsOf({
      'nx.json': {
        targetDefaults: { build: {}, '@nx/js:tsc': {}, 'e2e-ci--**/*': {} },
        plugins: [
          '@nx/x',
          { plugin: '@nx/eslint', options: { targetName: 'lint', other: { targetName: 'typecheck' } } },
        ],
      },
      'packages/core/project.json': { name: 'core', targets: { test: {} } },
      'packages/web/project.json': { targets: { test: {} } },
      'packages/docs/project.json': { name: 'docs', targets: { serve: {} } },
      'pnpm-lock.yaml': '',
    })
    expect(lines).toEqual([
      '- build: `pnpm nx run-many -t build` (nx.json)',
      '- test: `pnpm nx run-many -t test` (packages/core/project.json)',
      '- test one: `pnpm nx test PROJECT`: PROJECT is one of core, web (packages/core/project.json)',
      '- lint: `pnpm nx run-many -t lint` (nx.json)',
      '- types: `pnpm nx run-many -t typecheck` (nx.json)',
    ])
  })

  it('name a target with a colon in the long form', () => {
    const lines = commandsOf({ 'nx.json': { targetDefaults: { 'test:unit': {} } } })
    expect(lines).toContain('- test one: `npx nx run PROJECT:test:unit` (nx.json)')
  })

  it('are nothing without nx.json, and nothing for invalid files', () => {
    expect(commandsOf({ 'project.json': { targets: { test: {} } } })).toEqual([])
    expect(commandsOf({ 'nx.json': '[', 'turbo.json': '{"tasks": 3}' })).toEqual([])
  })
})
