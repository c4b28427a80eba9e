import type { RepositoryState } from '../../../ports/index.ts'

const maxFiles = 10
const maxSubjectLength = 100
const hashLength = 9

/** Formats the state of version control as a few lines. A clean working tree is not mentioned. */
export function formatProjectState({ branch, commit, uncommitted, commits }: RepositoryState): string {
  // The manifest of a new user is not work of the project.
  const files = (uncommitted ?? []).filter((path) => !path.startsWith('.foreword/'))
  return [
    formatHead(branch, commit),
    ...(files.length === 0 ? [] : [`Uncommitted: ${formatFiles(files)}`]),
    ...(commits.length === 0 ? [] : ['Last commits:']),
    ...commits.map(({ hash, subject }) => `- ${hash.slice(0, hashLength)} ${shorten(subject)}`),
  ].join('\n')
}

function formatHead(branch: string | null, commit: string | null): string {
  if (branch !== null) return `Branch: ${makePlain(branch)}${commit === null ? ' (no commit yet)' : ''}`
  return commit === null ? 'No commit yet' : `Commit: ${commit.slice(0, hashLength)} (no branch)`
}

function formatFiles(files: readonly string[]): string {
  const shown = files.slice(0, maxFiles).map(makePlain).join(', ')
  return files.length > maxFiles ? `${shown} and ${files.length - maxFiles} more` : shown
}

function shorten(subject: string): string {
  const plain = makePlain(subject)
  return plain.length > maxSubjectLength ? `${plain.slice(0, maxSubjectLength - 1).trimEnd()}…` : plain
}

/** Replaces characters that could forge a line. */
function makePlain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}
