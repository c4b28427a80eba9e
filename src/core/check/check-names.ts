import type { CheckFault } from './check-fault.ts'
import { makeFault } from './check-rules.ts'

interface NameRule {
  /** Paths that look like one that agents load. */
  readonly files: RegExp
  /** The path that agents load instead; null if the path is right. */
  correct(path: string, names: readonly string[]): string | null
}

const nameRules: readonly NameRule[] = [
  {
    files: /(?:^|\/)[^/]+\.mdx?$|(?:^|\/)[^/]+\.markdown$/i,
    correct(path, names) {
      const base = path.slice(path.lastIndexOf('/') + 1)
      const meant = names.find(
        (name) => name.toLowerCase() === base.toLowerCase().replace(/\.(?:mdx|markdown)$/, '.md'),
      )
      return meant === undefined || meant === base ? null : path.slice(0, path.length - base.length) + meant
    },
  },
  {
    files: /(?:^|\/)\.claude\/skills\/[^/]+\/skill\.md$/i,
    correct: (path) => (path.endsWith('/SKILL.md') ? null : path.replace(/[^/]+$/, 'SKILL.md')),
  },
  {
    files: /(?:^|\/)\.claude\/skills\/[^/]+\.md$/,
    correct: (path) => (/\/README\.md$/i.test(path) ? null : path.replace(/\.md$/, '/SKILL.md')),
  },
  {
    files: /(?:^|\/)\.claude\/(?:rules|agents|commands)\/.+\.(?:txt|markdown|mdx)$/,
    correct: (path) => path.replace(/\.\w+$/, '.md'),
  },
]

/** Reports files whose names are almost those of files that agents load. `names`: the instruction files of all agents. */
export function checkNames(paths: Iterable<string>, names: readonly string[]): CheckFault[] {
  const all = new Set(paths)
  return [...all].flatMap((file) => {
    const correct = findCorrectName(file, names)
    // A project with both names has one of them for other readers.
    if (correct === null || all.has(correct)) return []
    return [
      makeFault('file-not-loaded', {
        ...{ file, line: null },
        message: `No agent loads ${file}.`,
        expected: correct,
        advice: `Rename it to ${correct}, or give it a name that does not look like one for agents.`,
      }),
    ]
  })
}

function findCorrectName(path: string, names: readonly string[]): string | null {
  for (const { files, correct } of nameRules) {
    const name = files.test(path) ? correct(path, names) : null
    if (name !== null) return name
  }
  return null
}
