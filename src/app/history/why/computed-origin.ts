import type { PastSources } from './past-sources.ts'

/** The file that a line of a computed section came from. */
export interface ComputedOrigin {
  readonly path: string
  /** Null if no line of the file has the same words, for example because markup was taken out. */
  readonly line: number | null
}

/** Whether a source is an address that foreword computes, not a file. */
export function isComputed(source: string): boolean {
  return source.includes('://')
}

/** A description names the file at the end of its line. The lines on the purpose of a project come from these instead. */
const purposeFiles = [
  ...[
    'README.md',
    'readme.md',
    'Readme.md',
    'README.markdown',
    'README.rst',
    'README.adoc',
    'README.txt',
    'README',
  ],
  ...['package.json', 'pyproject.toml', 'Cargo.toml', 'composer.json', 'deno.json'],
]
const minWords = 12

/** Finds the file, and in it the first line with the words. Null if the line names none, for example in the state of git. */
export function findComputedOrigin(text: string, sources: PastSources): ComputedOrigin | null {
  const first = text.split('\n')[0]!
  const ending = /^(.*) \(([^()\s]+)\)$/.exec(first)
  const named = ending?.[2] ?? findNamedFile(first, sources)
  if (named !== null && sources.exists(named)) {
    return { path: named, line: findLine(sources.textOf(named), listNeedles(ending?.[1] ?? first)) }
  }
  for (const path of purposeFiles) {
    const line = findLine(sources.textOf(path), first.length < minWords ? [] : [first.slice(0, 60)])
    if (line !== null) return { path, line }
  }
  return null
}

/** A file in the words of a line that begins as an item: `changes are listed in CHANGELOG.md`. */
function findNamedFile(line: string, sources: PastSources): string | null {
  const words = line.startsWith('- ') ? line.split(/[\s`,:()]+/) : []
  return words.find((word) => /^[\w@][\w@./-]*\.\w+$/.test(word) && sources.exists(word)) ?? null
}

/** The words to look for, the most exact first: the quoted sentence, the body of a task, its command, its name. */
function listNeedles(line: string): string[] {
  const plain = line.replace(/^- /, '')
  const [, command = '', body = ''] = /^[\w ]+: `([^`]+)`(?:: (.*?)(?: …)?)?$/.exec(plain) ?? []
  const name = command.split(' ').at(-1) ?? ''
  const value = /^[\w ./-]+: (.*)$/.exec(plain)?.[1] ?? ''
  const needles = [plain, body, command, name === '' ? '' : `"${name}"`, value]
  return needles.filter((needle) => needle.length > 2).map((needle) => needle.slice(0, 60))
}

function findLine(text: string | null, needles: readonly string[]): number | null {
  const lines = text?.split('\n') ?? []
  for (const needle of needles) {
    const at = lines.findIndex((line) => line.includes(needle))
    if (at !== -1) return at + 1
  }
  return null
}
