import { findDocuments, isNoise, type ProjectDocument } from './documents.ts'
import { findOwnedDirectories, type OwnedDirectory } from './owned-directories.ts'
import { getRecord, getText, parseLooseJson } from './parsed-record.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'
import { splitSentences } from './prose.ts'
import { findWorkspaces, type WorkspacePackage } from './workspaces.ts'

const maxDirectories = 24
const maxChildren = 10
const maxRoleCharacters = 140
const maxPaths = 8
const maxOwnedGroups = 6
const maxOwnedPaths = 5

/** The directories that matter, with the role that a manifest or a document gives them, and the entry points. */
export function describeLayout(files: ProjectFiles): ProjectLine[] {
  const packages = findWorkspaces(files)
  const documents = findDocuments(files)
  const owned = findOwnedDirectories(files)
  const facts = { packages, documents, owned }
  const top = files.paths.filter((path) => /^[^./][^/]*\/$/.test(path)).map((path) => path.slice(0, -1))
  const lines = [...top]
    .sort((a, b) => rankDirectory(a, facts) - rankDirectory(b, facts))
    .slice(0, maxDirectories)
    .map((directory) => describeDirectory(directory, files, facts))
  const rest =
    top.length > maxDirectories
      ? [{ text: `- and ${top.length - maxDirectories} more directories`, path: '.' }]
      : []
  return [
    ...lines,
    ...rest,
    ...findDescribedPaths(documents, top),
    ...describeOwnedGroups(owned),
    ...describeEntryPoints(files),
  ]
}

/** Source first, then packages, tests and the rest; within a rank, directories with an owner come first, then names keep their order. */
function rankDirectory(directory: string, { packages, owned }: LayoutFacts): number {
  const isOwned = owned.some((found) => found.directory === directory)
  return rankName(directory, packages) - (isOwned ? 0.5 : 0)
}

function rankName(directory: string, packages: readonly WorkspacePackage[]): number {
  if (/^(?:src|lib|source|sources|packages|crates|cmd|internal|pkg|app|apps|include)$/i.test(directory))
    return 0
  if (packages.some((found) => found.directory === directory || found.directory.startsWith(`${directory}/`)))
    return 1
  if (/^(?:tests?|spec|specs|__tests__|integration[_-]tests?|e2e)$/i.test(directory)) return 2
  return /^(?:assets|media|logo|images|screenshots|logos|etc|res)$/i.test(directory) ? 4 : 3
}

interface LayoutFacts {
  readonly packages: readonly WorkspacePackage[]
  readonly documents: readonly ProjectDocument[]
  readonly owned: readonly OwnedDirectory[]
}

function describeDirectory(
  directory: string,
  files: ProjectFiles,
  { packages, documents, owned }: LayoutFacts,
): ProjectLine {
  const own = packages.find((found) => found.directory === directory)
  const inside = packages.filter((found) => found.directory.startsWith(`${directory}/`))
  const role =
    own !== undefined && own.about !== ''
      ? { text: own.about, path: own.path }
      : (findRole(directory, documents, files) ?? findOwnedRole(directory, owned))
  const children =
    inside.length > 0
      ? [...new Set(inside.map((found) => found.directory.slice(directory.length + 1).split('/')[0]!))]
      : listChildren(directory, files)
  const isOwned = (child: string) =>
    owned.some((found) => found.directory === `${directory}/${child.replace(/\/$/, '')}`)
  if (children.length > maxChildren) children.sort((a, b) => Number(isOwned(b)) - Number(isOwned(a)))
  const more = children.length > maxChildren ? ` and ${children.length - maxChildren} more` : ''
  const names = children.length === 0 ? '' : ` (${children.slice(0, maxChildren).join(', ')}${more})`
  const path = role?.path ?? inside[0]?.path ?? own?.path ?? directory
  return { text: `- ${directory}/${names}${role === null ? '' : `: ${shorten(role.text)}`}`, path }
}

function listChildren(directory: string, files: ProjectFiles): string[] {
  if (
    /^(?:docs?|examples?|samples|assets|media|website|www|locales?|vendor|res|etc|logos?)$/i.test(directory)
  )
    return []
  const start = `${directory}/`
  return files.paths
    .filter((path) => path.startsWith(start) && /^[^./][^/]*\/$/.test(path.slice(start.length)))
    .map((path) => path.slice(start.length))
}

/** The first sentence of a document that says what a directory is for, or the first one of its own README. */
function findRole(
  directory: string,
  documents: readonly ProjectDocument[],
  files: ProjectFiles,
): ProjectLine | null {
  const name = directory.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const starts = new RegExp(`^\`?(?:\\./)?${name}/?\`?\\s*(?:[:–—-]|is |contains |holds )\\s*(.+)`)
  const places = new RegExp(`(?:\`(?:\\./)?${name}/?\`|(?<![\\w/.-])${name}/(?![\\w*]))`)
  const verb =
    /\b(?:contains?|locat\w+|liv(?:e|es|ing)|directory|folder|are in|is in|under|made in|holds?|stored)\b/i
  const rule = /\b(?:must|needs?|never|do not|don't|always|please)\b/i
  for (const { path, blocks } of documents) {
    for (const { kind, text, under } of blocks) {
      // The types of commit messages have names of directories, too: build, docs, test.
      if (kind === 'code' || kind === 'heading' || /commit|\btypes?\b|\bscopes?\b/.test(under)) continue
      for (const sentence of splitSentences(text)) {
        const role = kind === 'item' ? starts.exec(sentence)?.[1] : undefined
        if (role !== undefined) return { text: role, path }
        if (
          places.test(sentence) &&
          verb.test(sentence) &&
          !rule.test(sentence) &&
          sentence.length <= 200 &&
          !isNoise(sentence)
        )
          return { text: sentence, path }
      }
    }
  }
  return readOwnReadme(directory, files)
}

/** The heading above a directory in a CODEOWNERS file, if nothing better says what it is for. */
function findOwnedRole(directory: string, owned: readonly OwnedDirectory[]): ProjectLine | null {
  const found = owned.find((candidate) => candidate.directory === directory && candidate.role !== '')
  return found === undefined ? null : { text: found.role, path: found.path }
}

/** Deeper directories under one heading of a CODEOWNERS file belong together. */
function describeOwnedGroups(owned: readonly OwnedDirectory[]): ProjectLine[] {
  const groups = new Map<string, OwnedDirectory[]>()
  for (const found of owned) {
    if (found.role === '' || !/^[^./].*\//.test(found.directory)) continue
    groups.set(found.role, [...(groups.get(found.role) ?? []), found])
  }
  return [...groups].slice(0, maxOwnedGroups).map(([role, found]) => {
    const shown = found.slice(0, maxOwnedPaths).map(({ directory }) => `${directory}/`)
    const more = found.length > maxOwnedPaths ? ` and ${found.length - maxOwnedPaths} more` : ''
    return { text: `- ${shown.join(', ')}${more}: ${shorten(role)}`, path: found[0]!.path }
  })
}

function readOwnReadme(directory: string, files: ProjectFiles): ProjectLine | null {
  const path = files.paths.find(
    (candidate) => candidate.toLowerCase() === `${directory.toLowerCase()}/readme.md`,
  )
  if (path === undefined) return null
  const readme = findDocuments({ ...files, paths: ['README.md'], read: () => files.read(path) })[0]
  const first = readme?.blocks.find(
    ({ kind, text }) => kind === 'paragraph' && text.split(' ').length > 4 && !isNoise(text),
  )
  return first === undefined ? null : { text: splitSentences(first.text)[0]!, path }
}

/** Deeper paths that a guide for contributors or agents explains: `lib/NAME.rb`: what it is. */
function findDescribedPaths(documents: readonly ProjectDocument[], top: readonly string[]): ProjectLine[] {
  const lines: ProjectLine[] = []
  for (const { path, role, blocks, appliesTo } of documents) {
    if (role === 'readme' || role === 'pull-request' || appliesTo !== '') continue
    for (const { kind, text, under } of blocks) {
      if (kind === 'code' && /layout|structure|director|tree|overview|organi[sz]/.test(under))
        lines.push(...readTree(text, path, top))
      const match =
        kind === 'code'
          ? null
          : /^(?:[\w -]{0,40}(?::\s*|\())?`(?:\.\/)?([\w.-]+)(\/[\w./<>*{}-]+)`/.exec(text)
      if (match !== null && top.includes(match[1]!) && text.length <= 220)
        lines.push({ text: `- ${shorten(text)}`, path })
    }
  }
  return lines.slice(0, maxPaths)
}

/** Lines of a drawn tree: a path and what it holds. */
function readTree(text: string, path: string, top: readonly string[]): ProjectLine[] {
  return text.split('\n').flatMap((line) => {
    const match = /^[\s│├└─|+`-]*([\w.-]+)(\/[\w./<>*{}-]*)\s+(?:#|--?|–|—|←|:)?\s*(\S.*)$/.exec(line)
    return match !== null && top.includes(match[1]!)
      ? [{ text: `- ${match[1]}${match[2]}: ${shorten(match[3]!)}`, path }]
      : []
  })
}

function shorten(text: string): string {
  const sentence = splitSentences(text)[0] ?? text
  if (sentence.length <= maxRoleCharacters) return sentence.replace(/\.$/, '')
  return `${sentence.slice(0, maxRoleCharacters).replace(/\s\S*$/, '')} …`
}

function describeEntryPoints(files: ProjectFiles): ProjectLine[] {
  const manifest = parseLooseJson(files.read('package.json') ?? '')
  const bin = getRecord(manifest).bin
  const named =
    typeof bin === 'string'
      ? [bin]
      : Object.values(getRecord(manifest, 'bin')).filter((value) => typeof value === 'string')
  const main = getText(manifest, 'main') ?? getText(manifest, 'module')
  const declared = [...named, ...(main === null ? [] : [main])].map((path) => path.replace(/^\.\//, ''))
  const usual = files.paths.filter((path) =>
    /^(?:main\.go|cmd\/[^/]+\/main\.go|src\/main\.rs|src\/lib\.rs|src\/index\.[jt]sx?|index\.[jt]s|src\/main\.[jt]sx?|manage\.py|main\.py|app\.py)$/.test(
      path,
    ),
  )
  const entries = [...new Set([...declared.filter((path) => files.paths.includes(path)), ...usual])].slice(
    0,
    5,
  )
  return entries.length === 0
    ? []
    : [
        {
          text: `- entry points: ${entries.join(', ')}`,
          path: declared.length > 0 ? 'package.json' : entries[0]!,
        },
      ]
}
