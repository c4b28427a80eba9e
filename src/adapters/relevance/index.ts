// An index of redacted text, and queries of it.

export { answerFromIndex, openRelevance } from './open-relevance.ts'
