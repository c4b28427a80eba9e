// An index of redacted text, and questions to it.

export { answerFromIndex, openRelevance } from './open-relevance.ts'
