// Output that a hook can print, and a search for it in requests to the model.
import type { ModelRequest, ModelText } from '../../src/ports/index.ts'
import { prompt, type Session } from './session.ts'

/** The form that every agent with command hooks understands. */
export const envelope = (context: string) => (event: string) =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } })}\n`

/** A text of exactly this length with a recognisable start and end. */
export function sized(tag: string, length: number, filling = 'x'): string {
  const [begin, end] = [`${tag}-BEGIN `, ` ${tag}-END`]
  return begin + filling.repeat(length - begin.length - end.length) + end
}

/** The main request of the session. Agents also send requests to small models, but those are always shorter. */
export function asked({ requests }: Session, words = prompt): ModelRequest {
  const sizeOf = (request: ModelRequest) => request.texts.reduce((sum, { text }) => sum + text.length, 0)
  const [most] = requests.filter((request) => says(request, words)).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (most === undefined) throw new Error('the model was not asked')
  return most
}

const says = ({ texts }: ModelRequest, words: string) => texts.some(({ text }) => text.includes(words))

export const hasPrompt = (request: ModelRequest): boolean => says(request, prompt)

/** Finds the text that contains this part. Fails if none or several contain it. */
export function placeOf(session: Session, part: string): ModelText {
  const { texts } = asked(session)
  const found = texts.filter(({ text }) => text.includes(part))
  if (found.length !== 1) throw new Error(`${part.slice(0, 80)} is in ${found.length} texts`)
  return found[0]!
}

/** Everything that the model sees, as one text. */
export const whole = (session: Session, words = prompt): string =>
  asked(session, words)
    .texts.map(({ text }) => text)
    .join('\n')
