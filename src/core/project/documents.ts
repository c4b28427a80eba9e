import type { ProjectFiles } from './project-files.ts'
import { type ProseBlock, parseProse, stripInline } from './prose.ts'

export type DocumentRole =
  | 'readme'
  | 'contributing'
  | 'agents'
  | 'pull-request'
  | 'policy'
  | 'style'
  /** Rules for some files, as editors and agents keep them. */
  | 'instructions'

export interface ProjectDocument {
  readonly path: string
  readonly role: DocumentRole
  readonly blocks: readonly ProseBlock[]
  /** Patterns of the files that it is about; '' if it is about all. */
  readonly appliesTo: string
  /** The description in its front matter; '' if there is none. */
  readonly about: string
}

const text = '(?:\\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt))?$'
const anywhere = '(?:^|^\\.github/|^docs?/|^docs?/[^/]+/)'

/** The names of documents for people and agents who work on a project. The first rule that matches gives the role. */
const roleRules: readonly (readonly [DocumentRole, RegExp])[] = [
  ['readme', new RegExp(`^readme${text}`, 'i')],
  [
    'agents',
    /^(?:\.github\/|\.claude\/)?(?:AGENTS|CLAUDE|GEMINI)\.md$|^\.github\/copilot-instructions\.md$|^\.junie\/guidelines\.md$|^\.(?:cursor|windsurf|cline)rules$/,
  ],
  ['policy', new RegExp(`${anywhere}ai[-_ ]?(?:policy|usage|contributions?|guidelines?)${text}`, 'i')],
  [
    'contributing',
    new RegExp(
      `${anywhere}(?:contributing|contribute|contributing-?guide|development|developing|developers?|hacking)${text}|^(?:building|build)${text}`,
      'i',
    ),
  ],
  ['pull-request', /^(?:\.github\/|docs\/)?pull_request_template(?:\.md|\/[^/]+\.md)$/i],
  [
    'style',
    new RegExp(
      `${anywhere}(?:style|style-?guide|coding-?(?:style|standards?|guidelines)|conventions|commit-convention)${text}`,
      'i',
    ),
  ],
  [
    'instructions',
    /^\.github\/instructions\/[^/]+\.instructions\.md$|^\.(?:cursor|windsurf)\/rules\/[^/]+\.mdc?$|^\.clinerules\/[^/]+\.md$/,
  ],
]

const maxDocuments = 16
/** A repository can have one for each language and each task. */
const maxInstructions = 6

/** The documents that say how to work on the project, in the order of their paths within a role. */
export function findDocuments(files: ProjectFiles): ProjectDocument[] {
  const found = files.paths.flatMap((path) => {
    const role = roleRules.find(([, name]) => name.test(path))?.[0]
    return role === undefined ? [] : [{ path, role }]
  })
  const order = roleRules.map(([role]) => role)
  const sorted = found.sort(
    (a, b) =>
      order.indexOf(a.role) - order.indexOf(b.role) || a.path.split('/').length - b.path.split('/').length,
  )
  const general = sorted.filter(({ role }) => role !== 'instructions').slice(0, maxDocuments)
  const instructions = sorted.filter(({ role }) => role === 'instructions').slice(0, maxInstructions)
  return [...general, ...instructions].slice(0, maxDocuments).flatMap(({ path, role }) => {
    const content = files.read(path)
    if (content === null || content.trim() === '') return []
    // Templates of pull requests say what they expect in comments.
    const blocks = parseProse(content, { comments: role === 'pull-request' ? 'read' : 'drop' })
    const scope = role === 'instructions' ? readFrontMatter(content) : { appliesTo: '', about: '' }
    return [{ path, role, blocks, ...scope }]
  })
}

const maxScopeCharacters = 80

/** Scope and description of rules for an editor. Cursor writes patterns unquoted, which is not YAML, so lines are read. */
function readFrontMatter(content: string): Pick<ProjectDocument, 'appliesTo' | 'about'> {
  const front = /^---\r?\n([\s\S]{0,4000}?)\r?\n---/.exec(content)?.[1] ?? ''
  const about = /^description:[ \t]*(.*)$/m.exec(front)?.[1] ?? ''
  return { appliesTo: readScope(front), about: stripInline(about.replace(/^(["'])(.*)\1\s*$/, '$2')) }
}

/** The patterns in `applyTo` of Copilot or `globs` of Cursor. */
function readScope(front: string): string {
  if (/^alwaysApply:\s*true\s*$/m.test(front)) return ''
  const [, inline, list] = /^(?:applyTo|globs):[ \t]*(.*)((?:\r?\n[ \t]*-[ \t].*)*)/m.exec(front) ?? []
  const patterns = `${inline ?? ''},${(list ?? '').replace(/\r?\n[ \t]*-[ \t]/g, ',')}`
    .replace(/[^\w*./{},!?@+ -]/g, '')
    .split(/,(?![^{]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
  if (patterns.some((pattern) => /^\*\*?(?:\/\*)?$/.test(pattern))) return ''
  const shown = patterns.join(', ')
  return shown.length > maxScopeCharacters
    ? `${shown.slice(0, maxScopeCharacters).replace(/,[^,]*$/, '')} …`
    : shown
}

/** Sentences that ask for money or attention, or lead elsewhere. */
const noiseWords =
  /sponsor|donat|patreon|opencollective|tidelift|discord|slack|twitter|telegram|star (?:us|this)|t-shirt|badge|shields\.io|utm_source|stack ?overflow|gitter|newsletter|financial|youtube|maintenance fee|code of conduct|no contribution is too small/i

export function isNoise(sentence: string): boolean {
  return noiseWords.test(sentence)
}
