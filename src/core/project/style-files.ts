import { getRecord, parseLooseJson } from './parsed-record.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'

/** Facts that formatters, changelogs and attributes state, one line for each file. */
export function describeStyleFiles(files: ProjectFiles): ProjectLine[] {
  return styleReaders.flatMap(([name, read]) => {
    const path = files.paths.find((candidate) => name.test(candidate))
    const text = path === undefined ? null : files.read(path)
    const line = path === undefined || text === null ? null : read(text, path)
    return path === undefined || line === null ? [] : [{ text: `- ${line}`, path }]
  })
}

const styleReaders: readonly (readonly [RegExp, (text: string, path: string) => string | null])[] = [
  [/^\.editorconfig$/, readEditorconfig],
  [
    /^\.prettierrc(?:\.json)?$/,
    (text) => readJsonOptions(text, ['useTabs', 'tabWidth', 'semi', 'singleQuote', 'printWidth']),
  ],
  [/^\.clang-format$/, (text) => formatFact('C++ style', /^BasedOnStyle:\s*(.+)$/m.exec(text)?.[1])],
  [
    /^rustfmt\.toml$|^\.rustfmt\.toml$/,
    (text) => formatFact('rustfmt', text.trim().split('\n').slice(0, 4).join(', ')),
  ],
  [/^\.eslintrc\.(?:ya?ml|json)$/, readRestrictedNames],
  [/^(?:changelog|changes|history|news)(?:\.(?:md|rst|txt))?$/i, readChangelog],
  [/^\.gitattributes$/, readGeneratedAttributes],
]

function formatFact(name: string, value: string | undefined): string | null {
  return value === undefined || value === '' ? null : `${name}: ${value}`
}

function readEditorconfig(text: string): string | null {
  const get = (key: string) => new RegExp(`^${key}\\s*=\\s*(\\S+)`, 'm').exec(text)?.[1]
  const style = get('indent_style')
  const size = get('indent_size')
  if (style === undefined && size === undefined) return null
  const length = get('max_line_length')
  return `indent: ${[style, size].filter(Boolean).join(' ')}${length === undefined ? '' : `, line length ${length}`}`
}

function readJsonOptions(text: string, keys: readonly string[]): string | null {
  const options = getRecord(parseLooseJson(text))
  const said = keys.filter((key) => options[key] !== undefined).map((key) => `${key} ${String(options[key])}`)
  return said.length === 0 ? null : `prettier: ${said.join(', ')}`
}

function readRestrictedNames(text: string): string | null {
  const names = [...text.matchAll(/(?:^|\s)(no-restricted-[\w-]+)["']?:/g)].map((match) => match[1]!)
  const messages = [...text.matchAll(/message["']?:\s*["']?([^"'\n]+)/g)].map((match) => match[1]!.trim())
  return names.length === 0
    ? null
    : `eslint ${names.join(', ')}: ${messages.slice(0, 2).join('; ') || 'see the file'}`
}

/** A changelog with a section for unreleased changes expects an entry with each change. */
function readChangelog(text: string, path: string): string | null {
  const head = text.slice(0, 1500)
  return /unreleased|next version|^\s*##? \[?(?:next|main|master)/im.test(head)
    ? `${path} has a section for unreleased changes`
    : `changes are listed in ${path}`
}

function readGeneratedAttributes(text: string): string | null {
  const paths = [...text.matchAll(/^(\S+)\s.*linguist-generated(?!=false)/gm)].map((match) => match[1]!)
  return paths.length === 0 ? null : `generated, not edited by hand: ${paths.slice(0, 8).join(', ')}`
}
