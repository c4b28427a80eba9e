import type { Git } from './command.ts'

/**
 * What makes git forget the filters that a repository configures, as variables: a checkout would start them. Those of the
 * user stay. Not as options, which know no name with a `=`.
 */
export function disableFilters(git: Git, top: string): Record<string, string> {
  const listed = git(['-C', top, 'config', '-z', '--show-scope', '--name-only', '--get-regexp', '^filter\\.'])
  const words = listed.stdout.toString().split('\0')
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
