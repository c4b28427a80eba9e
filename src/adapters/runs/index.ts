// Run directories and output directories.

export { openOutputFile } from './output-file.ts'
