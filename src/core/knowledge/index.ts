// Condenses documents into one that is generated, with a header that says from what, and tells whether somebody edited it since.
export type { Condensed, KnowledgeTools } from './condense.ts'
export { condense, learnDocuments } from './condense.ts'
export type { Generated, Header } from './header.ts'
export { generatedText, parseGenerated } from './header.ts'
