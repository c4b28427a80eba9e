// The naming rules of the project, as far as a machine can check them.
import { basename } from 'node:path'
import { listExportedNames, parseSource } from './source-text.ts'

/** The exported names of one file. */
interface NamedFile {
  readonly path: string
  readonly exports: readonly string[]
}

/** Faults in the names of files and of what they export. Tests and fixtures may be called anything. */
export function findNameFaults(files: ReadonlyMap<string, string>, glossary: string): string[] {
  const named = [...files]
    .filter(([path]) => !/\.(test|fixture)\.ts$/.test(path))
    .map(([path, text]) => ({ path, exports: listExportedNames(parseSource(path, text)) }))
  return [
    ...findMisnamedFiles(named),
    ...findRepeatedNames(named),
    ...findAvoidedWords(named, listAvoidedWords(glossary)),
  ]
}

/** The base name of a file occurs in one of its exports: `packet-cache.ts` exports `openPacketCache`. */
function findMisnamedFiles(files: readonly NamedFile[]): string[] {
  return files
    .filter(({ path, exports }) => !path.endsWith('/index.ts') && !isNamedAfterExport(path, exports))
    .map(
      ({ path, exports }) =>
        `${path}: its name occurs in none of its exports (${exports.join(', ') || 'none'})`,
    )
}

function isNamedAfterExport(path: string, exports: readonly string[]): boolean {
  const expected = singular(basename(path, '.ts').replaceAll('-', ''))
  return exports.some((name) => name.toLowerCase().includes(expected))
}

function singular(word: string): string {
  return word
    .toLowerCase()
    .replace(/ies$/, '')
    .replace(/(y|s)$/, '')
}

/** An exported name has one owner within its top folder. */
function findRepeatedNames(files: readonly NamedFile[]): string[] {
  const owners = new Map<string, string[]>()
  for (const { path, exports } of files)
    for (const name of exports) {
      const key = `${path.split('/').slice(0, 2).join('/')} ${name}`
      owners.set(key, [...(owners.get(key) ?? []), path])
    }
  return [...owners]
    .filter(([, paths]) => paths.length > 1)
    .map(([key, paths]) => `${key.split(' ')[1]} is exported by ${paths.join(' and ')}`)
}

/** The words of the last column of the glossary's tables, without text in brackets. */
export function listAvoidedWords(glossary: string): Map<string, string> {
  const rows = [...glossary.matchAll(/^\| (\*\*.*?) \|.*\| ([^|]*) \|$/gm)]
  return new Map(
    rows.flatMap(([, word = '', avoided = '']) =>
      avoided
        .replace(/\([^)]*\)/g, '')
        .split(',')
        .map((other) => [other.trim().toLowerCase(), word.replaceAll('*', '')] as const)
        .filter(([other]) => /^[a-z]+$/.test(other)),
    ),
  )
}

function findAvoidedWords(files: readonly NamedFile[], avoided: ReadonlyMap<string, string>): string[] {
  return files.flatMap(({ path, exports }) =>
    [basename(path, '.ts'), ...exports].flatMap((name) =>
      splitWords(name)
        .filter((word) => avoided.has(word))
        .map((word) => `${path}: ${name}: GLOSSARY.md says "${avoided.get(word)}" instead of "${word}"`),
    ),
  )
}

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => word.toLowerCase())
}
