// What a hook can print, and what is found of it in a request.
import type { ModelRequest, ModelText } from '../../src/ports/index.ts'
import { prompt, type Session } from './session.ts'

/** The one form that every agent with commands as hooks understands. */
export const envelope = (context: string) => (event: string) =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } })}\n`

/** A text of just so many characters, with a beginning and an end that can be told apart. */
export function sized(tag: string, length: number, filling = 'x'): string {
  const [begin, end] = [`${tag}-BEGIN `, ` ${tag}-END`]
  return begin + filling.repeat(length - begin.length - end.length) + end
}

/** The request that the answer is for: agents ask small models on the side, but never with more. */
export function asked({ requests }: Session, words = prompt): ModelRequest {
  const sizeOf = (one: ModelRequest) => one.texts.reduce((sum, { text }) => sum + text.length, 0)
  const [most] = requests.filter((one) => says(one, words)).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (most === undefined) throw new Error('the model was not asked')
  return most
}

const says = ({ texts }: ModelRequest, words: string) => texts.some(({ text }) => text.includes(words))

export const hasPrompt = (request: ModelRequest): boolean => says(request, prompt)

/** Where a text stands; fails when it is not there, or there twice. */
export function placeOf(session: Session, part: string): ModelText {
  const { texts } = asked(session)
  const found = texts.filter(({ text }) => text.includes(part))
  if (found.length !== 1) throw new Error(`${part.slice(0, 80)} is in ${found.length} texts`)
  return found[0]!
}

/** All that the model sees, as one text. */
export const whole = (session: Session, words = prompt): string =>
  asked(session, words)
    .texts.map(({ text }) => text)
    .join('\n')
