import type { ProjectFiles } from './project-files.ts'
import { type ProseBlock, parseProse } from './prose.ts'

export type DocumentRole = 'readme' | 'contributing' | 'agents' | 'pull-request' | 'policy' | 'style'

export interface ProjectDocument {
  readonly path: string
  readonly role: DocumentRole
  readonly blocks: readonly ProseBlock[]
}

const text = '(?:\\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt))?$'
const anywhere = '(?:^|^\\.github/|^docs?/|^docs?/[^/]+/)'

/** The names of documents for people and agents who work on a project. The first rule that matches gives the role. */
const roleRules: readonly (readonly [DocumentRole, RegExp])[] = [
  ['readme', new RegExp(`^readme${text}`, 'i')],
  [
    'agents',
    /^(?:AGENTS|CLAUDE|GEMINI)\.md$|^\.github\/copilot-instructions\.md$|^\.cursor\/rules\/[^/]+\.mdc?$|^\.cursorrules$/,
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
]

const maxDocuments = 16

/** The documents that say how to work on the project, in the order of their paths within a role. */
export function findDocuments(files: ProjectFiles): ProjectDocument[] {
  const found = files.paths.flatMap((path) => {
    const role = roleRules.find(([, name]) => name.test(path))?.[0]
    return role === undefined ? [] : [{ path, role }]
  })
  const order = roleRules.map(([role]) => role)
  return found
    .sort(
      (a, b) =>
        order.indexOf(a.role) - order.indexOf(b.role) || a.path.split('/').length - b.path.split('/').length,
    )
    .slice(0, maxDocuments)
    .flatMap(({ path, role }) => {
      const content = files.read(path)
      if (content === null || content.trim() === '') return []
      // Templates of pull requests say what they expect in comments.
      return [
        { path, role, blocks: parseProse(content, { comments: role === 'pull-request' ? 'read' : 'drop' }) },
      ]
    })
}

/** Sentences that ask for money or attention, or lead elsewhere. */
const noiseWords =
  /sponsor|donat|patreon|opencollective|tidelift|discord|slack|twitter|telegram|star (?:us|this)|t-shirt|badge|shields\.io|utm_source|stack ?overflow|gitter|newsletter|financial|youtube|maintenance fee|code of conduct|no contribution is too small/i

export function isNoise(sentence: string): boolean {
  return noiseWords.test(sentence)
}
