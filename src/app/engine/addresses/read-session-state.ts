import { countUtf8Bytes, type Observation } from '../../../core/values/index.ts'
import type { Hash, SessionCount } from '../../../ports/index.ts'

/** The sections that a session was sent, as a document. */
export function readSessionState(session: SessionCount | null, uri: string, hash: Hash): Observation {
  if (session === null) {
    const detail = 'no session has been told anything yet'
    return { state: 'absent', uri, detail, inactive: true, fix: 'Give --session when a packet is sent.' }
  }
  const named = session.sent.filter(({ form }) => form !== 'left-out')
  const lines = named.map(({ section, form, turn, at }) => `- ${section}: ${form}, at turn ${turn}, ${at}`)
  const text = [
    `# Session ${session.session}`,
    '',
    `- Agent: ${session.agent ?? 'not known'}`,
    `- Began: ${session.startedAt}`,
    `- Turns: ${session.turns}`,
    `- Last told again: ${session.refreshedAt ?? 'never'}`,
    '',
    '## What it was told',
    '',
    ...(lines.length === 0 ? ['Nothing yet.'] : lines),
    '',
  ].join('\n')
  const bytes = countUtf8Bytes(text)
  return { state: 'found', uri, path: uri, text, digest: hash(text), bytes, modifiedAt: session.lastAt }
}
