import {
  type ModelAnswer,
  makeAnthropicAnswer,
  makeChatAnswer,
  makeGeminiAnswer,
  makeJsonAnswer,
  makeOpenaiAnswer,
} from './answer-formats.ts'
import { getModel, isRecord } from './request-texts.ts'

interface Ask {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly answer: (ask: Ask) => ModelAnswer
}

/** Enough of four protocols for an agent to finish its turn. */
const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/messages$/,
    answer: ({ body }) => makeAnthropicAnswer(getModel(body), streams(body)),
  },
  {
    method: 'POST',
    path: /^\/v1\/messages\/count_tokens$/,
    answer: () => makeJsonAnswer({ input_tokens: 1 }),
  },
  {
    method: 'POST',
    path: /^\/v1\/responses$/,
    answer: ({ body }) => makeOpenaiAnswer(getModel(body), streams(body)),
  },
  {
    method: 'POST',
    path: /^\/v1\/chat\/completions$/,
    answer: ({ body }) => makeChatAnswer(getModel(body), streams(body)),
  },
  {
    method: 'POST',
    path: /^\/v1beta\/models\/[^/]+:generateContent$/,
    answer: ({ body }) => makeGeminiAnswer(body, false),
  },
  {
    method: 'POST',
    path: /^\/v1beta\/models\/[^/]+:streamGenerateContent$/,
    answer: ({ body }) => makeGeminiAnswer(body, true),
  },
  {
    method: 'POST',
    path: /^\/v1beta\/models\/[^/]+:countTokens$/,
    answer: () => makeJsonAnswer({ totalTokens: 1 }),
  },
  {
    method: 'GET',
    path: /^\/v1\/models$/,
    answer: () => makeJsonAnswer({ object: 'list', data: [], models: [] }),
  },
  // Agents knock before they ask.
  { method: 'GET', path: /^\/$/, answer: () => makeJsonAnswer({}) },
]

export function answerRequest(ask: Ask): ModelAnswer {
  const method = ask.method === 'HEAD' ? 'GET' : ask.method
  const route = routes.find((one) => one.method === method && one.path.test(ask.path))
  if (route === undefined) return makeErrorAnswer(404, `nothing answers ${ask.method} ${ask.path} here`)
  if (method === 'POST' && !isRecord(ask.body)) return makeErrorAnswer(400, 'the body is not a JSON object')
  return route.answer(ask)
}

export const makeErrorAnswer = (status: number, message: string): ModelAnswer =>
  makeJsonAnswer({ error: { message } }, status)

/** The model that a path names, as Gemini's do. */
export function parseModelFromPath(path: string): string | null {
  return /\/models\/([^/:]+):/.exec(path)?.[1] ?? null
}

const streams = (body: unknown): boolean => isRecord(body) && body.stream === true
