// The package holds every file that its messages, its help and its own pages point to.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The build writes `dist`, which the build of the tests does not: only the other files are looked at. */
const packed: readonly string[] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
)[0].files.map((file: { path: string }) => file.path)

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name))
    .filter((name) => /\.(ts|cjs|yaml|md|tmpl)$/.test(name) && !/\.(test|fixture)\.ts$|\/cases\//.test(name))
}

/** Paths of our own documents in a text. Addresses on the web are not. */
function findDocumentPaths(text: string): string[] {
  return [...text.matchAll(/(?<![\w/])docs\/(?:guides|reference)\/[\w./-]*\w/g)].map(([path]) => path)
}

const pages = packed.filter((path) => path.endsWith('.md') && path.startsWith('docs/'))

/** Relative links of a page, as paths in the package. */
function findLinks(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target]) => target!)
  return targets.map((target) => posix.join(posix.dirname(page), target))
}

describe('the package', () => {
  it('holds every document that a message or the help names', () => {
    const named = ['src', 'bin', 'presets']
      .flatMap(listSources)
      .flatMap((file) => findDocumentPaths(read(file)))
    expect(named).toContain('docs/reference/redaction.md')
    expect(named.filter((path) => !packed.includes(path))).toEqual([])
  })

  it('holds what its pages link to', () => {
    const links = pages.flatMap((page) => findLinks(page).map((link) => `${page}: ${link}`))
    expect(links.length).toBeGreaterThan(20)
    const isThere = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`))
    expect(links.filter((link) => !isThere(link.split(': ')[1]!))).toEqual([])
  })

  it('holds the man page, and none of our own cases and tests', () => {
    const { man } = JSON.parse(read('package.json'))
    // npm links a man page only if the field is a list.
    expect(man).toEqual([expect.any(String)])
    expect(packed).toContain(posix.normalize(man[0]))
    expect(packed.filter((path) => /(^|\/)(tests|cases)\//.test(path) || path.endsWith('.test.ts'))).toEqual(
      [],
    )
  })

  it('names no address that does not exist', () => {
    expect(Object.keys(JSON.parse(read('package.json')))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(repository|bugs|homepage)$/)]),
    )
  })
})

describe('the man page', () => {
  const mandoc = spawnSync('mandoc', ['-T', 'lint', join(root, 'man/foreword.1')], { encoding: 'utf8' })

  it.skipIf(mandoc.error !== undefined)('has no fault (skipped where mandoc is missing)', () => {
    const faults = mandoc.stdout.split('\n').filter((line) => / (WARNING|ERROR|UNSUPP|FATAL): /.test(line))
    // The page has no date, so that it changes only with the table of commands.
    expect(faults.filter((line) => !line.includes('missing date'))).toEqual([])
  })
})
