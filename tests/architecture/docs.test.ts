import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadManifest } from '../../src/adapters/manifests/index.ts'
import { sourceSchemes } from '../../src/adapters/manifests/source-schemes.ts'
import { degradations } from '../../src/core/sources/index.ts'
import { diagnosticCodes } from '../../src/core/values/index.ts'
import { loadCommands } from '../../src/surfaces/cli/commands/index.ts'
import { matchCommandOrRefuse } from '../../src/surfaces/cli/match-command.ts'
import { parseArguments } from '../../src/surfaces/cli/parse-arguments.ts'

// Documents are executed: the program must accept everything they show.
const root = join(import.meta.dirname, '../..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  ...globSync('docs/{guides,decisions}/*.md', { cwd: root }),
]
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const away = mkdtempSync(join(tmpdir(), 'foreword-docs-'))
afterAll(() => rmSync(away, { recursive: true, force: true }))

/** Splits a command line as a shell would. Pipes, redirections and comments end it. */
function wordsOf(line: string): string[] {
  const words = line.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  const end = words.findIndex((word) => /^[|<>#&]/.test(word))
  return words.slice(0, end === -1 ? undefined : end).map((word) => word.replace(/^["']|["']$/g, ''))
}

function shellLines(page: string): string[] {
  const blocks = [...read(page).matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)].map((match) => match[1]!)
  return blocks.flatMap((block) =>
    [...block.matchAll(/^(?:\$ |.*\| )?(foreword [a-z].*)$/gm)].map((match) => match[1]!),
  )
}

const commands = await loadCommands()
const examples = [
  ...pages.flatMap((page) => shellLines(page).map((line) => [page, line] as const)),
  ...commands.flatMap((command) =>
    command.examples.map(
      (line) => [`foreword ${command.name} --help`, line.slice(line.indexOf('foreword '))] as const,
    ),
  ),
]

describe('the documents', () => {
  it.each(examples)('%s shows a command the program understands: %s', async (_, line) => {
    const found = await matchCommandOrRefuse(wordsOf(line).slice(1))
    if (found.kind !== 'command') throw new Error(`${line} is no command`)
    expect(() => parseArguments(found.command, found.rest, () => false)).not.toThrow()
  })

  it.each(
    pages.flatMap((page) =>
      [...read(page).matchAll(/```yaml\n([\s\S]*?)```/g)].map(
        (match, i) => [page, i + 1, match[1]!] as const,
      ),
    ),
  )('%s: manifest %i is valid', (_, i, text) => {
    const file = join(away, `manifest-${i}.yaml`)
    writeFileSync(file, text)
    const options = { presets: join(root, 'presets'), hash: () => 'x', schemes: sourceSchemes }
    expect(() => loadManifest(file, options)).not.toThrow()
  })

  it('link only to files that exist', () => {
    for (const page of pages) {
      for (const [, target] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
        expect(() => readFileSync(join(root, page, '..', target!)), `${page} → ${target}`).not.toThrow(
          /ENOENT/,
        )
      }
    }
  })

  it('stay short: a newcomer reads the README in one sitting', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(300)
  })

  it('Z-122 describe the --context flag and its levels', () => {
    const guide = read('docs/guides/dispatch.md')
    for (const form of ['--context ', '--context=minimal', '--context=1400', 'full'])
      expect(guide).toContain(form)
    expect(read('docs/reference/cli.md')).toContain('--context[=LEVEL]')
  })

  it('C-46 say every reason for which an adapter gives nothing, and what it means', () => {
    const guide = read('docs/guides/adapters.md')
    for (const reason of Object.keys(degradations))
      expect(guide).toMatch(new RegExp(`^\\| \`adapter_degraded:${reason}(:…)?\` \\| .{10,} \\|$`, 'm'))
  })

  it('list every diagnostic', () => {
    for (const code of Object.keys(diagnosticCodes))
      expect(read('docs/reference/trouble.md')).toContain(`\`${code}\``)
  })
})
