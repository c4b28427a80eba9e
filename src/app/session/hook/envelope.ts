import type { EventRule } from '../../../agents/index.ts'

/** What the agent reads: exactly one value, and nothing around it. A notice is for the person, not for the model. */
export function wrapInEnvelope(
  rule: EventRule,
  name: string | null,
  text: string,
  notice: string | null,
): string {
  if (rule.takes === 'plain') return text
  if (rule.takes === 'nothing') return ''
  const said = notice === null ? {} : { systemMessage: notice }
  if (text === '') return notice === null ? '' : ascii(said)
  const hookSpecificOutput = { hookEventName: name ?? rule.name, additionalContext: text }
  return ascii({ ...said, hookSpecificOutput })
}

/** Gemini CLI reads a pipe piece by piece, and breaks a character that lies across two: so each is one byte. */
function ascii(value: object): string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = JSON.stringify(value)
  // Most of them are so already.
  return `${Buffer.byteLength(text) === text.length ? text : text.replace(/[\u0080-\uffff]/g, code)}\n`
}
