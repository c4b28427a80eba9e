import { execFileSync } from 'node:child_process'

/** Makes a directory a repository with everything committed. */
export function committed(root: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: root })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'All')
}
