// Keeps what a run leaves on disk: a directory appears complete, or it does not appear.
export { openOutputFile } from './output-file.ts'
export { openRuns, publishInto } from './publish.ts'
