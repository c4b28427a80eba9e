import { addressesAgents } from './addresses-agents.ts'
import type { ProjectFiles } from './project-files.ts'

/** A directory that a CODEOWNERS file names. The owners are left out: they are people, and an agent cannot ask them. */
export interface OwnedDirectory {
  /** Without a slash at its end. */
  readonly directory: string
  /** The heading or the section above it; '' if there is none that says what the directory is for. */
  readonly role: string
  readonly path: string
}

/** The places in which GitHub and GitLab look for the file, the first one wins. */
const places = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']
const maxLines = 4000
const maxRoleCharacters = 80

/** Reads the directories that exist, each with its first role, in the order of the file. */
export function findOwnedDirectories(files: ProjectFiles): OwnedDirectory[] {
  const path = places.find((place) => files.paths.includes(place))
  const text = path === undefined ? null : files.read(path)
  if (path === undefined || text === null) return []
  const known = new Set(files.paths)
  const found = new Map<string, OwnedDirectory>()
  for (const { pattern, role } of readRules(text)) {
    const directory = readDirectory(pattern)
    if (directory === null || !known.has(`${directory}/`)) continue
    const before = found.get(directory)
    const isNew = before === undefined || before.role === ''
    if (isNew) found.set(directory, { directory, role: repeatsName(role, directory) ? '' : role, path })
  }
  return [...found.values()]
}

/** A heading that says no more than the name of the directory. */
function repeatsName(role: string, directory: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return plain(directory.split('/').at(-1)!).includes(plain(role)) || plain(directory) === plain(role)
}

interface OwnerRule {
  readonly pattern: string
  readonly role: string
}

/** A comment is the heading of the rules up to the next blank line; a section of GitLab, of all rules up to the next section. */
function readRules(text: string): OwnerRule[] {
  const rules: OwnerRule[] = []
  let section = ''
  let comments: string[] = []
  let underComments = false
  for (const line of text.split(/\r?\n/, maxLines)) {
    const plain = line.trim()
    const named = /^\^?\[([^\]]+)\](?:\[\d+\])?(?:\s|$)/.exec(plain)
    if (plain.startsWith('#')) {
      if (underComments) comments = []
      underComments = false
      comments.push(plain)
    } else if (plain === '') {
      if (underComments) comments = []
      underComments = false
    } else if (named !== null) {
      section = readRole([named[1]!])
      comments = []
    } else {
      underComments = true
      rules.push({ pattern: plain, role: readRole(comments) || section })
    }
  }
  return rules
}

/** Words about the file itself, about people or about reviews do not describe a directory. */
const aboutOwners =
  /[@<>]|https?:|\b(?:code ?owners?|own(?:er|ers|ed|s|ership)?|reviews?|reviewers?|approv\w*|maintain\w*|teams?|squads?|members?|groups?|notif\w*|assign\w*|patterns?|match\w*|lines?|order|precedence|default|fallback|global|everything|everyone|catch[- ]?all|please|must|should|see|generated|start|end|begin|todo|fixme|slack|syntax|rules?|misc|other|others)\b/i

/** The one heading of a run of comments. Several lines are an explanation, and a path is a rule that was switched off. */
function readRole(comments: readonly string[]): string {
  const words = comments
    .map((comment) =>
      comment
        .replace(/^[\s#=*~_-]+|[\s#=*~_:-]+$/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((comment) => /\p{L}{2}/u.test(comment))
  const [role] = words
  if (words.length !== 1 || role === undefined || role.length > maxRoleCharacters) return ''
  if (/^[./*]|^\S+\/\S*$|\p{Cc}/u.test(role)) return ''
  return aboutOwners.test(role) || addressesAgents(role) ? '' : role
}

/** The directory that a pattern means as a whole. Null for a file pattern with wildcards, an exception or a path that leads upwards. */
function readDirectory(rule: string): string | null {
  const pattern = /^((?:\\.|[^\s\\])+)/.exec(rule)?.[1]?.replace(/\\(.)/g, '$1') ?? ''
  const directory = pattern.replace(/^\//, '').replace(/\/(?:\*\*?\/?)*$/, '')
  return directory === '' || /[*?[\]!]|(?:^|\/)\.\.?(?:\/|$)/.test(directory) ? null : directory
}
