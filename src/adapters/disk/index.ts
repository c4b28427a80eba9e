// Writes to disk so that it is there afterwards; knows nothing of what it writes. A hook loads this room, so it imports next to nothing.
export { makeDirectories, refuseLinkedDirectory, syncDirectory } from './directory.ts'
export { getErrorCode, refuseOnError } from './failure.ts'
export { hideFromGit, selfIgnoringFiles } from './hide.ts'
export {
  areAllNames,
  getSegmentsBelow,
  isBelow,
  isDirectory,
  isExecutable,
  joinBelow,
  realPath,
  resolveExistingPart,
} from './path.ts'
export { readSmallFile } from './read.ts'
export { getHomeDirectory, getUserDirectory } from './user.ts'
export { userPath } from './user-path.ts'
export { makeTemporaryName, replaceFile, writeNewFile } from './write.ts'
