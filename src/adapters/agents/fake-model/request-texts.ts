import type { ModelText } from '../../../ports/index.ts'

/** Where each protocol keeps instructions beside the messages, and the messages. */
const instructionKeys = ['system', 'instructions', 'systemInstruction', 'system_instruction']
const messageKeys = ['messages', 'input', 'contents']
/** Where text can lie in a message, a block or a part. */
const textKeys = ['text', 'content', 'parts', 'output']
const deepest = 8

/** What a model would see, in its order, whichever protocol the body is in. */
export function listModelTexts(body: unknown): ModelText[] {
  if (!isRecord(body)) return []
  const instructions = instructionKeys.map((key) => body[key]).filter((one) => one !== undefined)
  const asked = messageKeys.map((key) => body[key]).find((one) => one !== undefined)
  const messages = Array.isArray(asked) ? asked : asked === undefined ? [] : [asked]
  return [
    ...instructions.map((content) => ({ role: 'system', content })),
    ...messages.map((content) => ({ role: roleOf(content), content })),
  ].flatMap(({ role, content }, message) => piecesOf(content, 0).map((text) => ({ role, text, message })))
}

export function getModel(body: unknown): string | null {
  return isRecord(body) && typeof body.model === 'string' ? body.model : null
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function roleOf(message: unknown): string {
  if (!isRecord(message)) return 'user'
  if (typeof message.role === 'string') return message.role
  return String(message.type ?? '').endsWith('_output') ? 'tool' : 'user'
}

function piecesOf(content: unknown, depth: number): string[] {
  if (typeof content === 'string') return [content]
  if (depth > deepest) return []
  if (Array.isArray(content)) return content.flatMap((one) => piecesOf(one, depth + 1))
  if (!isRecord(content)) return []
  return textKeys.flatMap((key) => piecesOf(content[key], depth + 1))
}
