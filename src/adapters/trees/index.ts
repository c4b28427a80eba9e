// Walks directories and reads the texts in them: follows no link, opens nothing that is no file, says what it left out.
export { openScrubFiles, type ScrubFiles, type ScrubFilesOptions } from './trees.ts'
