import { isRecord } from './request-texts.ts'

/** What every model says here. */
export const fixedAnswer = 'Understood.'
const deepest = 8

/** The same, or the smallest JSON that the schema in a request allows. */
export function makeAnswerText(body: unknown): string {
  const wanted = isRecord(body) ? body.generationConfig : undefined
  if (!isRecord(wanted) || wanted.responseMimeType !== 'application/json') return fixedAnswer
  return JSON.stringify(instanceOf(wanted.responseJsonSchema ?? wanted.responseSchema, 0))
}

function instanceOf(schema: unknown, depth: number): unknown {
  if (!isRecord(schema) || depth > deepest) return {}
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
      return Object.fromEntries(properties.map(([key, one]) => [key, instanceOf(one, depth + 1)]))
    }
  }
}
