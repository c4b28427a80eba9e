// Walks directories and reads the texts in them: follows no link, opens nothing that is no file, says what it left out.
export { openTrees, type TreeOptions, type Trees } from './trees.ts'
