import type { EventRule } from '../../../agents/index.ts'

/** Formats the output of a hook as the agent reads it: exactly one value. A notice goes to the user, not to the model. */
export function wrapInEnvelope(
  rule: EventRule,
  name: string | null,
  text: string,
  notice: string | null,
): string {
  if (rule.takes === 'plain') return text
  if (rule.takes === 'nothing') return ''
  const message = notice === null ? {} : { systemMessage: notice }
  if (text === '') return notice === null ? '' : formatAscii(message)
  const hookSpecificOutput = { hookEventName: name ?? rule.name, additionalContext: text }
  return formatAscii({ ...message, hookSpecificOutput })
}

/** Gemini CLI decodes a pipe chunk by chunk and breaks a character that spans two chunks, so every character is one byte. */
function formatAscii(value: object): string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = JSON.stringify(value)
  // Most texts are ASCII already.
  return `${Buffer.byteLength(text) === text.length ? text : text.replace(/[\u0080-\uffff]/g, code)}\n`
}
