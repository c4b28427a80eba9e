// Condenses documents into one that is generated, with a header that says from what, and tells whether somebody edited it since.
export type { CondensedDocument, KnowledgeDeps } from './condense.ts'
export { condense, learnSecretsFromDocuments } from './condense.ts'
export type { GeneratedDocument, GeneratedHeader } from './header.ts'
export { formatGenerated, parseGenerated } from './header.ts'
