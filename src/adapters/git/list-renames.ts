import { openGitCommand } from './git-command.ts'
import { findRepository } from './repository.ts'

const maxCommits = 5000
const timeoutMs = 10_000
const maxBytes = 16_000_000

/** Lists files that were renamed, with their latest paths, both relative to the directory. Empty without git, or if git is too slow. */
export function listRenames(env: NodeJS.ProcessEnv, directory: string): ReadonlyMap<string, string> {
  const git = openGitCommand(env)
  const repository = findRepository(git, directory)
  if (repository === null) return new Map()
  const place = ['-C', directory, `--git-dir=${repository.gitDir}`, `--work-tree=${repository.top}`]
  const range = [`--max-count=${maxCommits}`, '--no-merges', '--end-of-options', 'HEAD', '--']
  const form = [
    '--format=',
    '-z',
    '--name-status',
    '-M',
    '--diff-filter=R',
    '--relative',
    '--no-show-signature',
  ]
  const result = git([...place, 'log', ...form, ...range], { maxBytes, timeoutMs })
  if (result.code !== 0 && !result.cut) return new Map()
  return followRenames(result.stdout.toString('utf8').split('\0'))
}

/** The words are, newest first: `R100`, the old path, the new path. */
function followRenames(words: readonly string[]): ReadonlyMap<string, string> {
  const latest = new Map<string, string>()
  for (let i = 0; i + 2 < words.length; ) {
    if (!/^\n*R\d+$/.test(words[i]!)) {
      i++
      continue
    }
    const [from, to] = [words[i + 1]!, words[i + 2]!]
    // A path may have been used again after the rename. The newest rename of a path counts.
    if (!latest.has(from)) latest.set(from, latest.get(to) ?? to)
    i += 3
  }
  return latest
}
