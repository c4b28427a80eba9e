// The usual places of documents for agents in a repository, as data. The proposal uses this order.

export interface DetectionRule {
  /** Id of the section or the collection. */
  readonly id: string
  readonly heading: string
  readonly about: string
  readonly tier: 'identity' | 'workflow' | 'reference'
  /** Paths and globs. The first that matches is used; if it is a glob, all other matching globs too. */
  readonly places: readonly string[]
  /** Why the section is proposed. It follows the name of the found file. */
  readonly why: string
  /** The caps at the three levels; left out for a section that is only named by its address. */
  readonly cap?: readonly [number, number, number]
  /** How the section gives way when a packet is over budget; left out if it never does. */
  readonly yields?: string
  /** Further lines of the section. */
  readonly more?: readonly string[]
}

const variants = (...names: string[]) => names.flatMap((name) => [name, `docs/${name}`])

export const detectionRules: readonly DetectionRule[] = [
  {
    id: 'project',
    heading: 'PROJECT',
    about: 'Purpose of the project',
    tier: 'identity',
    places: ['README.md', 'readme.md', 'Readme.md', 'README', 'README.rst', 'README.txt'],
    why: 'says what the project is; its beginning is enough',
    cap: [250, 350, 600],
    more: ['protected: true'],
  },
  {
    id: 'rules',
    heading: 'RULES',
    about: 'Rules written for an editor',
    tier: 'identity',
    places: ['.cursor/rules/*.mdc', '.cursor/rules/*.md', '.cursorrules', '.github/copilot-instructions.md'],
    why: 'is loaded by an editor, and by no agent that foreword starts',
    cap: [150, 250, 500],
    yields: 'drop',
    more: ['select: all'],
  },
  {
    id: 'journal',
    heading: 'JOURNAL',
    about: 'State of the last session',
    tier: 'workflow',
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
    why: 'says where the last session left off; its end matters most, and it counts for less when it is old',
    cap: [150, 400, 700],
    yields: 'head-tail(100, 80)',
    more: [
      'select: latest',
      'over_cap: cut-middle',
      'decay: { steps: [{ upto: 7, use: full }, { upto: 30, use: "head-tail(100, 80)" }, { use: "head(60)" }] }',
    ],
  },
  {
    id: 'plan',
    heading: 'PLAN',
    about: 'Planned work',
    tier: 'workflow',
    places: [
      ...variants('PLAN.md', 'plan.md', 'ROADMAP.md', 'roadmap.md', 'TODO.md', 'todo.md'),
      'docs/plans/*.md',
      'plans/*.md',
    ],
    why: 'says what is to be done',
    cap: [100, 250, 500],
    yields: 'drop',
    more: ['select: latest', 'when: { level: [standard, full] }'],
  },
  {
    id: 'conventions',
    heading: 'CONVENTIONS',
    about: 'How to contribute',
    tier: 'workflow',
    places: [...variants('CONTRIBUTING.md', 'contributing.md'), '.github/CONTRIBUTING.md', 'CONVENTIONS.md'],
    why: 'says how work is done here',
    cap: [100, 250, 500],
    yields: 'drop',
    more: ['when: { level: [standard, full] }'],
  },
  {
    id: 'architecture',
    heading: 'ARCHITECTURE',
    about: 'How it is built',
    tier: 'reference',
    places: [
      ...variants('ARCHITECTURE.md', 'architecture.md'),
      'docs/architecture/README.md',
      'docs/architecture/index.md',
      'DESIGN.md',
      'docs/DESIGN.md',
      'docs/design.md',
    ],
    why: 'is long: it is named, and an agent reads it when it needs it',
  },
  {
    id: 'changes',
    heading: 'CHANGES',
    about: 'Changes in each version',
    tier: 'reference',
    places: [...variants('CHANGELOG.md', 'changelog.md'), 'CHANGES.md', 'HISTORY.md'],
    why: 'is seldom needed: it is named only',
  },
]

export interface CollectionDetectionRule {
  readonly id: string
  readonly alias: string
  readonly about: string
  readonly places: readonly string[]
  readonly digest: readonly string[]
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
    digest: ['decision', 'decision outcome', 'summary', '$lead'],
  },
  {
    id: 'rfcs',
    alias: 'rfc',
    about: 'Requests for comments',
    places: below(['docs/rfcs', 'docs/rfc', 'docs/proposals', 'rfcs', 'rfc', 'proposals']),
    digest: ['summary', 'decision', 'abstract', '$lead'],
  },
]

/** Files in a folder of documents that are not documents. */
export const nonDocumentNames = ['README.md', 'readme.md', 'index.md', '*template*', '*TEMPLATE*']

/** Files that agents load by themselves. The file that most agents know is first. */
export const instructionFileNames = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'] as const
