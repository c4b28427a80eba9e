import { getRecord, getText, getTexts, isRecord, parseLooseJson } from './parsed-record.ts'
import type { ProjectFiles } from './project-files.ts'

export interface WorkspacePackage {
  /** The directory, without a slash at its end. */
  readonly directory: string
  /** The manifest that lists it. */
  readonly path: string
  /** The description in its own manifest; '' if it has none. */
  readonly about: string
}

type PatternReader = (text: string, files: ProjectFiles) => string[]

const patternReaders: readonly (readonly [RegExp, PatternReader])[] = [
  [/^pnpm-workspace\.yaml$/, (text, { parseYaml }) => getTexts(getRecord(parseYaml(text)).packages)],
  [
    /^package\.json$/,
    (text) => {
      const { workspaces } = getRecord(parseLooseJson(text))
      return getTexts(isRecord(workspaces) ? workspaces.packages : workspaces)
    },
  ],
  [/^lerna\.json$/, (text) => getTexts(getRecord(parseLooseJson(text)).packages)],
  [/^Cargo\.toml$/, (text, { parseToml }) => getTexts(getRecord(parseToml(text), 'workspace').members)],
  [
    /^pyproject\.toml$/,
    (text, { parseToml }) => getTexts(getRecord(parseToml(text), 'tool', 'uv', 'workspace').members),
  ],
  [
    /^hatch\.toml$/,
    (text) =>
      [...text.matchAll(/workspace\.members\s*=\s*\[([^\]]*)\]/g)].flatMap((match) => getQuoted(match[1]!)),
  ],
  [/^go\.work$/, (text) => [...text.matchAll(/^\s*(?:use\s+)?\.\/(\S+)/gm)].map((match) => match[1]!)],
  [/^pom\.xml$/, (text) => [...text.matchAll(/<module>([^<]+)<\/module>/g)].map((match) => match[1]!)],
  [
    /^settings\.gradle(?:\.kts)?$/,
    (text) =>
      [...text.matchAll(/include\s*\(?([^)\n]*)/g)]
        .flatMap((match) => getQuoted(match[1]!))
        .map((name) => name.replace(/^:/, '').replace(/:/g, '/')),
  ],
  [/^meson\.build$/, (text) => [...text.matchAll(/^\s*subdir\('([^']+)'\)/gm)].map((match) => match[1]!)],
  [
    /^CMakeLists\.txt$/,
    (text) => [...text.matchAll(/^\s*add_subdirectory\(\s*([\w/.-]+)/gm)].map((match) => match[1]!),
  ],
]

function getQuoted(text: string): string[] {
  return [...text.matchAll(/["']([^"']+)["']/g)].map((match) => match[1]!)
}

/** The packages of a repository that is made of several, in the order of their paths. */
export function findWorkspaces(files: ProjectFiles): WorkspacePackage[] {
  const directories = files.paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))
  const found = new Map<string, WorkspacePackage>()
  for (const [name, read] of patternReaders) {
    const path = files.paths.find((candidate) => name.test(candidate))
    const text = path === undefined ? null : files.read(path)
    if (path === undefined || text === null) continue
    for (const directory of matchDirectories(read(text, files), directories))
      if (!found.has(directory))
        found.set(directory, { directory, path, about: describePackage(directory, files) })
  }
  return [...found.values()].sort((a, b) => (a.directory < b.directory ? -1 : 1))
}

/** Patterns know `*` for one name, `**` for any depth, and `!` to leave out. */
function matchDirectories(patterns: readonly string[], directories: readonly string[]): string[] {
  const compile = (pattern: string) =>
    new RegExp(
      `^${pattern
        .replace(/^\.\//, '')
        .replace(/\/+$/, '')
        .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
        .replace(/\*\*/g, '.+')
        .replace(/(?<!\.)\*/g, '[^/]+')}$`,
    )
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!') && pattern !== '.').map(compile)
  const unwanted = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => compile(pattern.slice(1)))
  return directories.filter(
    (directory) =>
      wanted.some((pattern) => pattern.test(directory)) &&
      !unwanted.some((pattern) => pattern.test(directory)),
  )
}

function describePackage(directory: string, files: ProjectFiles): string {
  const read = (name: string) =>
    files.paths.includes(`${directory}/${name}`) ? files.read(`${directory}/${name}`) : null
  const json = read('package.json')
  if (json !== null) return getText(parseLooseJson(json), 'description') ?? ''
  const toml = read('Cargo.toml')
  if (toml !== null) return getText(getRecord(files.parseToml(toml), 'package'), 'description') ?? ''
  const pyproject = read('pyproject.toml')
  return pyproject === null
    ? ''
    : (getText(getRecord(files.parseToml(pyproject), 'project'), 'description') ?? '')
}
