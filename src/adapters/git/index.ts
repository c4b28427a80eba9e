// Commit dates, changes, worktrees, and files that change together.

export { openGit } from './open-git.ts'
