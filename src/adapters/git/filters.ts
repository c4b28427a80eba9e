import type { Git } from './git-command.ts'

/**
 * Returns variables that disable the filters of the repository's configuration, because a checkout would start them. The user's
 * filters stay. Options (`-c`) would not work for names that contain `=`.
 */
export function disableFilters(git: Git, top: string): Record<string, string> {
  const result = git(['-C', top, 'config', '-z', '--show-scope', '--name-only', '--get-regexp', '^filter\\.'])
  const words = result.stdout.toString().split('\0')
  const drivers = new Set<string>()
  for (let i = 0; i + 1 < words.length; i += 2) {
    const isRepositorys = words[i] === 'local' || words[i] === 'worktree'
    if (isRepositorys) drivers.add(words[i + 1]!.replace(/\.[^.]*$/, ''))
  }
  const settings = [...drivers].flatMap((driver) => [
    ...['clean', 'smudge', 'process'].map((key) => [`${driver}.${key}`, '']),
    [`${driver}.required`, 'false'],
  ])
  const variables = settings.flatMap(([key = '', value = ''], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(variables) }
}
