import type { Agent, MemoryLimit } from '../../../agents/index.ts'
import type { Request } from '../../../core/plan/index.ts'
import { countUtf8Bytes } from '../../../core/values/index.ts'

/** Reads a file; null if it is missing. */
type ReadText = (path: string) => string | null

interface Files {
  /** By path in the project. */
  readonly readText: ReadText
  /** By path below the home of the user. */
  readonly readUserText: ReadText
  /** Lists the Markdown files below a directory of the project. */
  readonly listMarkdown: (directory: string) => readonly string[]
  /** The directory of the project that the agent starts in; left out for its root. */
  readonly directory?: string
}

/** A file of the project that an agent loads by itself. */
export interface LoadedFile {
  readonly path: string
  readonly text: string
}

/** Describes the files for a request, by path and by text, because a link or a copy has the same text under another name. */
export function describeLoadedFiles(
  files: readonly LoadedFile[],
  hash: (text: string) => string,
): Pick<Request, 'loaded' | 'loadedTexts'> {
  const texts = new Set(files.map(({ text }) => text).filter((text) => text.trim() !== ''))
  return { loaded: files.map(({ path }) => path), loadedTexts: [...texts].map(hash) }
}

/** Lists the files in the project that an agent loads by itself at the start of a session: its instruction files and their imports. */
export function listAgentInstructionFiles(agent: Agent, files: Files): LoadedFile[] {
  const { readText } = files
  const { memory, memoryToo = [], memoryFolders = [], importSteps = 0 } = agent
  const texts = new Map<string, string>()
  const load = (paths: readonly string[]) =>
    paths.filter((path) => {
      const text = texts.has(path) ? null : readText(path)
      if (text !== null) texts.set(path, text)
      return text !== null
    })
  const directories = listDirectoriesDownTo(files.directory ?? '')
  const inEach = (path: string) => directories.map((directory) => directory + path)
  const further = load(memoryToo.flatMap(inEach))
  // The agent may load another file instead of the first. It is not known whether it does so beside further files.
  const mayLoad = (i: number) => i === 0 || further.length === 0
  const loadFirst = (places: readonly string[]) => {
    const name = memory.find(
      (name, i) => mayLoad(i) && places.some((place) => readText(place + name) !== null),
    )
    return name === undefined ? [] : load(places.map((place) => place + name))
  }
  const main = agent.memoryPerDirectory
    ? directories.flatMap((directory) => loadFirst([directory]))
    : loadFirst(directories)
  const byUser = load(listFilesNamedByUser(agent, files))
  const rules = load(
    memoryFolders
      .flatMap(inEach)
      .flatMap(files.listMarkdown)
      .filter((path) => isUnconditional(readText(path))),
  )
  let latest = [...main, ...further, ...byUser, ...rules]
  for (let step = 0; step < importSteps && latest.length > 0; step += 1) {
    latest = load(
      latest.flatMap((path) =>
        findImports(texts.get(path)!).flatMap((to) => resolveInProject(path, to) ?? []),
      ),
    )
  }
  const isWhole = makeSizeCheck(agent, files)
  for (const path of main) if (!isWhole(texts.get(path)!)) texts.delete(path)
  load(listFilesNamedByProject(agent, files))
  // Later code compares paths first, so name the other memory files with the same text.
  const mainTexts = new Set(main.flatMap((path) => texts.get(path) ?? []))
  load(memory.flatMap(inEach).filter((path) => mainTexts.has(readText(path) ?? '')))
  return [...texts].map(([path, text]) => ({ path, text }))
}

/** False for a rule that the agent loads only when it works on some files. */
function isUnconditional(text: string | null): boolean {
  return text !== null && !/^---\r?\n(?:(?!---).*\n)*?paths\s*:/.test(text)
}

/** `packages/app`: the root, `packages/` and `packages/app/`. */
function listDirectoriesDownTo(directory: string): string[] {
  const segments = directory.split('/').filter((segment) => segment !== '')
  return ['', ...segments.map((_, i) => `${segments.slice(0, i + 1).join('/')}/`)]
}

/** Checks one file after the other. False if the agent loads only the beginning of a file. Then foreword has to send it. */
function makeSizeCheck({ memoryLimit }: Agent, files: Files): (text: string) => boolean {
  if (memoryLimit === undefined) return () => true
  let size = countUtf8Bytes(files.readUserText(memoryLimit.user) ?? '')
  const limit = readMemoryLimit(memoryLimit, files)
  return (text) => {
    size += countUtf8Bytes(text)
    return size <= limit
  }
}

/** Returns 0 if the project sets the limit, because that takes effect only if the agent trusts the project, or if the setting is invalid. */
function readMemoryLimit({ bytes, setting }: MemoryLimit, { readText, readUserText }: Files): number {
  const { file, key } = setting
  if (readText(file)?.includes(key) === true) return 0
  const own = readUserText(file)
  if (own?.includes(key) !== true) return bytes
  return Number(new RegExp(`^\\s*${key}\\s*=\\s*(\\d+)\\s*(?:#.*)?$`, 'm').exec(own)?.[1] ?? 0)
}

/** Ignores settings with comments. The files that they name are sent although the agent loads them. */
function listFilesNamedByProject({ memoryNamed }: Agent, { readText, listMarkdown }: Files): string[] {
  if (memoryNamed === undefined) return []
  return memoryNamed.files.flatMap((file) => {
    try {
      const names: unknown = JSON.parse(readText(file) ?? '{}')[memoryNamed.key]
      const paths = Array.isArray(names) ? resolvePaths(file, names) : []
      return paths.flatMap((path) => (path.includes('*') ? matchMarkdown(path, listMarkdown) : [path]))
    } catch {
      return []
    }
  })
}

/** A regular expression takes long with more of them, and the pattern comes from a repository. */
const maxStars = 4

/** Expands `*` and `**` in a pattern. Ignores other wildcards, and patterns for the whole project, which would take long to list. */
function matchMarkdown(pattern: string, listMarkdown: Files['listMarkdown']): string[] {
  const base = pattern.slice(0, pattern.lastIndexOf('/', pattern.indexOf('*')))
  if (pattern.split('*').length - 1 > maxStars) return []
  if (!pattern.includes('/') || base === '' || /[?[\]{}!]/.test(pattern)) return []
  const escaped = pattern.replace(/[.+^$()|\\]/g, '\\$&')
  const source = escaped.replace(/\*\*\/|\*/g, (wildcard) => (wildcard === '*' ? '[^/]*' : '(?:[^/]+/)*'))
  const whole = new RegExp(`^${source}$`)
  return listMarkdown(base).filter((path) => whole.test(path))
}

/** Returns nothing if the project names files too, because then it is unknown which of them the agent loads. */
function listFilesNamedByUser(
  { memoryNamedByUser: rule }: Agent,
  { readText, readUserText }: Files,
): string[] {
  if (rule === undefined) return []
  const [outer, inner] = rule.key
  const readNames = (text: string | null): unknown => JSON.parse(text ?? '{}')[outer]?.[inner]
  try {
    const names = readNames(readUserText(rule.file))
    if (names === undefined || readNames(readText(rule.file)) !== undefined) return []
    return resolvePaths('', [names].flat())
  } catch {
    return []
  }
}

function resolvePaths(from: string, names: readonly unknown[]): string[] {
  const paths = names.filter((name) => typeof name === 'string')
  return paths.flatMap((path) => (path.startsWith('/') ? [] : (resolveInProject(from, path) ?? [])))
}

/** Finds `@path` imports outside of code and comments. */
function findImports(text: string): string[] {
  if (!text.includes('@')) return []
  const plain: string[] = []
  let fence: string | null = null
  for (const line of removeComments(text).split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) fence = mark?.startsWith(fence) === true ? null : fence
    else if (mark !== undefined) fence = mark
    else plain.push(...line.split('`').filter((_, i) => i % 2 === 0))
  }
  return plain.flatMap((part) => [...part.matchAll(/(?:^|\s)@([\w.][^\s\\#]*)/g)].map(([, path]) => path!))
}

function removeComments(text: string): string {
  const [before = '', ...rest] = text.split('<!--')
  return before + rest.map((part) => part.split('-->').slice(1).join('-->')).join('')
}

/** Resolves a relative path to a path in the project; null if it leads out of the project. */
function resolveInProject(from: string, to: string): string | null {
  const segments = from.split('/').slice(0, -1)
  for (const segment of to.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return null
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}
