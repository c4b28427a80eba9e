// Dates, changes, worktrees, what changed together.

export { openGit } from './open-git.ts'
