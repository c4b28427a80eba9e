import { getRecord, getText, parseLooseJson } from './parsed-record.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'

type VersionReader = (
  text: string,
  files: ProjectFiles,
) => readonly (readonly [name: string, version: string | null | undefined])[]

const firstMatch = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]?.trim()
const wholeFile =
  (name: string): VersionReader =>
  (text) => [[name, text.trim().split('\n')[0]]]

/** The files that say which versions a project needs. */
const versionReaders: readonly (readonly [RegExp, VersionReader])[] = [
  [
    /^package\.json$/,
    (text) => {
      const parsed = parseLooseJson(text)
      const manager = getText(parsed, 'packageManager')?.replace(/\+.*$/, '').split('@') ?? []
      return [
        ...Object.entries(getRecord(parsed, 'engines')).map(
          ([name, value]) => [name === 'node' ? 'Node' : name, String(value)] as const,
        ),
        [manager[0] ?? '', manager[1]] as const,
      ]
    },
  ],
  [/^\.nvmrc$|^\.node-version$/, wholeFile('Node')],
  [/^\.python-version$/, wholeFile('Python')],
  [/^\.ruby-version$/, wholeFile('Ruby')],
  [/^\.swift-version$/, wholeFile('Swift')],
  [/^\.java-version$/, wholeFile('Java')],
  [
    /^\.tool-versions$/,
    (text) =>
      text
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .map(([name, version]) => [name ?? '', version] as const),
  ],
  [
    /^rust-toolchain$/,
    (text) => [['Rust', firstMatch(text, /channel\s*=\s*"([^"]+)"/) ?? text.trim().split('\n')[0]]],
  ],
  [/^rust-toolchain\.toml$/, (text) => [['Rust', firstMatch(text, /channel\s*=\s*"([^"]+)"/)]]],
  [/^(?:[^/]+\/)?Cargo\.toml$/, (text) => [['Rust', firstMatch(text, /^rust-version\s*=\s*"([^"]+)"/m)]]],
  [
    /^pyproject\.toml$/,
    (text) => [
      [
        'Python',
        firstMatch(text, /^requires-python\s*=\s*["']([^"']+)["']/m) ??
          firstMatch(text, /^python\s*=\s*["']([^"']+)["']/m),
      ],
    ],
  ],
  [/^setup\.(?:py|cfg)$/, (text) => [['Python', firstMatch(text, /python_requires\s*=\s*["']?([^"'\n,]+)/)]]],
  [/^go\.mod$/, (text) => [['Go', firstMatch(text, /^go\s+(\S+)/m)]]],
  [
    /^[^/]+\.gemspec$/,
    (text) => [['Ruby', firstMatch(text, /required_ruby_version\s*=?\s*\[?['"]([^'"]+)/)]],
  ],
  [/^composer\.json$/, (text) => [['PHP', getText(getRecord(parseLooseJson(text), 'require'), 'php')]]],
  [/^mix\.exs$/, (text) => [['Elixir', firstMatch(text, /elixir:\s*"([^"]+)"/)]]],
  [/^global\.json$/, (text) => [['.NET SDK', getText(getRecord(parseLooseJson(text), 'sdk'), 'version')]]],
  [/^Package\.swift$/, (text) => [['Swift tools', firstMatch(text, /swift-tools-version:\s*(\S+)/)]]],
  [
    /^CMakeLists\.txt$/,
    (text) => [
      ['CMake', firstMatch(text, /cmake_minimum_required\s*\(\s*VERSION\s+([\d.]+)/i)],
      ['C++', firstMatch(text, /CMAKE_CXX_STANDARD\s+(\d+)/) ?? firstMatch(text, /cxx_std_(\d+)/)],
      ['C', firstMatch(text, /CMAKE_C_STANDARD\s+(\d+)/)],
    ],
  ],
  [
    /^meson\.build$/,
    (text) => [
      ['Meson', firstMatch(text, /meson_version:\s*'([^']+)'/)],
      ['C standard', firstMatch(text, /c_std=(\w+)/)],
      ['C++ standard', firstMatch(text, /cpp_std=([\w+]+)/)],
    ],
  ],
  [
    /^pom\.xml$/,
    (text) => [
      [
        'Java',
        firstMatch(
          text,
          /<(?:maven\.compiler\.(?:release|source)|java\.version|javaVersion|release)>([\d.]+)</,
        ),
      ],
    ],
  ],
  [
    /^build\.gradle(?:\.kts)?$/,
    (text) => [
      [
        'Java',
        firstMatch(text, /(?:JavaLanguageVersion\.of|jvmToolchain)\((\d+)\)/) ??
          firstMatch(text, /JavaVersion\.VERSION_([\d_]+)/),
      ],
    ],
  ],
]

/** Required versions in one line for each file. */
export function describeVersions(files: ProjectFiles): ProjectLine[] {
  const seen = new Set<string>()
  return versionReaders.flatMap(([name, read]) => {
    const path = files.paths.find((candidate) => name.test(candidate))
    const text = path === undefined ? null : files.read(path)
    if (path === undefined || text === null) return []
    const found = read(text, files).filter(([tool, version]) => {
      const isNew =
        tool !== '' &&
        version !== null &&
        version !== undefined &&
        version !== '' &&
        !seen.has(`${tool} ${version}`)
      if (isNew) seen.add(`${tool} ${version}`)
      return isNew
    })
    return found.length === 0
      ? []
      : [{ text: `- needs ${found.map(([tool, version]) => `${tool} ${version}`).join(', ')}`, path }]
  })
}
