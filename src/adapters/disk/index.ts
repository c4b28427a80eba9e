// Durable directories and files, real paths, containment of paths, and the user's directories.

export { makeDirectories, refuseLinkedDirectory, syncDirectory } from './directory.ts'
export { getErrorCode, refuseOnError } from './error-code.ts'
export { hideFromGit, selfIgnoringFiles } from './hide-from-git.ts'
export { listMarkdownFiles } from './list-markdown-files.ts'
export {
  areAllNames,
  getSegmentsBelow,
  isBelow,
  isDirectory,
  isExecutable,
  joinBelow,
  resolveExistingPart,
  resolveRealPath,
} from './path.ts'
export { readSmallFile } from './read-small-file.ts'
export { getHomeDirectory, getUserDirectory } from './user-directory.ts'
export { resolveUserPath } from './user-path.ts'
export { makeTemporaryName, replaceFile, writeNewFile } from './write.ts'
