// Files of lines, in and out, larger than memory. A file that is written appears whole, or not at all.
export { readLines } from './read.ts'
export { openTextFiles } from './text-file.ts'
export type { Lines } from './write.ts'
export { openLines } from './write.ts'
