import { isRecord } from './model-texts.ts'

/** The answer of the fake model to every request. */
export const fixedAnswer = 'Understood.'
const maxDepth = 8

/** Returns the fixed answer, or the smallest JSON that the schema in the request allows. */
export function makeAnswerText(body: unknown): string {
  const format = isRecord(body) ? body.generationConfig : undefined
  if (!isRecord(format) || format.responseMimeType !== 'application/json') return fixedAnswer
  return JSON.stringify(makeInstance(format.responseJsonSchema ?? format.responseSchema, 0))
}

function makeInstance(schema: unknown, depth: number): unknown {
  if (!isRecord(schema) || depth > maxDepth) return {}
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch (String(schema.type).toLowerCase()) {
    case 'string':
      return fixedAnswer
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'array':
      return []
    default: {
      const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : []
      return Object.fromEntries(properties.map(([key, property]) => [key, makeInstance(property, depth + 1)]))
    }
  }
}
