// Writes to disk so that it is there afterwards; knows nothing of what it writes. A hook loads this room, so it imports next to nothing.
export { makeDirectories, refuseLink, syncDirectory } from './directory.ts'
export { codeOf, refusing } from './failure.ts'
export { hideFromGit, selfIgnoring } from './hide.ts'
export {
  areNames,
  below,
  isBelow,
  isDirectory,
  isExecutable,
  realPath,
  realPathSoFar,
  segmentsBelow,
} from './path.ts'
export { readSmall } from './read.ts'
export { homeDirectory, userDirectory } from './user.ts'
export { userPath } from './user-path.ts'
export { replaceFile, temporaryName, writeNew } from './write.ts'
