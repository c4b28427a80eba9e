import type { EventRule } from '../../agents/index.ts'

/** What the agent reads: exactly one value, and nothing around it. A notice is for the person, not for the model. */
export function envelopeOf(
  rule: EventRule,
  name: string | null,
  text: string,
  notice: string | null,
): string {
  if (rule.takes === 'plain') return text
  const said = notice === null ? {} : { systemMessage: notice }
  if (rule.takes === 'nothing' || text === '') return notice === null ? '' : `${JSON.stringify(said)}\n`
  const hookSpecificOutput = { hookEventName: name ?? rule.name, additionalContext: text }
  return `${JSON.stringify({ ...said, hookSpecificOutput })}\n`
}
