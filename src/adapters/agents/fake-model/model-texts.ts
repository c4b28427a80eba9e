import type { ModelText } from '../../../ports/index.ts'

/** Keys for instructions and for messages, in all protocols. */
const instructionKeys = ['system', 'instructions', 'systemInstruction', 'system_instruction']
const messageKeys = ['messages', 'input', 'contents']
/** Keys for text in a message, a block or a part. */
const textKeys = ['text', 'content', 'parts', 'output']
const maxDepth = 8

/** Lists the texts that a model would see, in order, in any protocol. */
export function listModelTexts(body: unknown): ModelText[] {
  if (!isRecord(body)) return []
  const instructions = instructionKeys.map((key) => body[key]).filter((value) => value !== undefined)
  const input = messageKeys.map((key) => body[key]).find((value) => value !== undefined)
  const messages = Array.isArray(input) ? input : input === undefined ? [] : [input]
  return [
    ...instructions.map((content) => ({ role: 'system', content })),
    ...messages.map((content) => ({ role: getRole(content), content })),
  ].flatMap(({ role, content }, message) => collectTexts(content, 0).map((text) => ({ role, text, message })))
}

export function getModel(body: unknown): string | null {
  return isRecord(body) && typeof body.model === 'string' ? body.model : null
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function getRole(message: unknown): string {
  if (!isRecord(message)) return 'user'
  if (typeof message.role === 'string') return message.role
  return String(message.type ?? '').endsWith('_output') ? 'tool' : 'user'
}

function collectTexts(content: unknown, depth: number): string[] {
  if (typeof content === 'string') return [content]
  if (depth > maxDepth) return []
  if (Array.isArray(content)) return content.flatMap((item) => collectTexts(item, depth + 1))
  if (!isRecord(content)) return []
  return textKeys.flatMap((key) => collectTexts(content[key], depth + 1))
}
