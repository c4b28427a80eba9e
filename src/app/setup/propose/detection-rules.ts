// The usual places of documents for agents in a repository, as data. The proposal uses this order.

export interface DetectionRule {
  /** Id of the section. */
  readonly id: string
  /** Paths and globs. The first that matches is used; if it is a glob, all other matching globs too. */
  readonly places: readonly string[]
  /** The most tokens of the section while others need the room. */
  readonly cap: number
  /** Further keys of the section. */
  readonly more: readonly string[]
}

const variants = (...names: string[]) => names.flatMap((name) => [name, `docs/${name}`])

/** Documents that no description of the project covers. */
export const detectionRules: readonly DetectionRule[] = [
  {
    id: 'journal',
    places: [
      'session-journals/[0-9]*.md',
      'journals/[0-9]*.md',
      'journal/[0-9]*.md',
      'sessions/[0-9]*.md',
      'docs/journals/[0-9]*.md',
      'docs/journal/[0-9]*.md',
      'docs/sessions/[0-9]*.md',
      'notes/[0-9]*.md',
      ...variants('HANDOFF.md', 'SESSION.md', 'NOTES.md'),
    ],
    cap: 200,
    // Its end says what comes next, and it counts for less when it is old.
    more: [
      'select: latest',
      'over_cap: cut-middle',
      'decay: { steps: [{ upto: 14, use: full }, { use: "head(60)" }] }',
    ],
  },
  {
    id: 'plan',
    places: [
      ...variants('PLAN.md', 'plan.md', 'ROADMAP.md', 'roadmap.md', 'TODO.md', 'todo.md'),
      'docs/plans/*.md',
      'plans/*.md',
    ],
    cap: 100,
    more: ['select: latest'],
  },
]

export interface CollectionDetectionRule {
  readonly id: string
  readonly alias: string
  readonly about: string
  readonly places: readonly string[]
}

const below = (folders: readonly string[]) => folders.map((folder) => `${folder}/*.md`)

export const collectionDetectionRules: readonly CollectionDetectionRule[] = [
  {
    id: 'adrs',
    alias: 'adr',
    about: 'Decisions',
    places: below([
      'docs/adr',
      'docs/adrs',
      'docs/decisions',
      'docs/architecture/decisions',
      'docs/architecture/adr',
      'docs/design/decisions',
      'doc/adr',
      'doc/adrs',
      'doc/decisions',
      'doc/architecture/decisions',
      'adr',
      'adrs',
      'decisions',
    ]),
  },
  {
    id: 'rfcs',
    alias: 'rfc',
    about: 'Requests for comments',
    places: below(['docs/rfcs', 'docs/rfc', 'docs/proposals', 'rfcs', 'rfc', 'proposals']),
  },
]

/** Files in a folder of documents that are not documents. */
export const nonDocumentNames = ['README.md', 'readme.md', 'index.md', '*template*', '*TEMPLATE*']

/** Files that agents load by themselves. The file that most agents know is first. */
export const instructionFileNames = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'] as const
