import {
  type ModelAnswer,
  makeAnthropicAnswer,
  makeChatAnswer,
  makeGeminiAnswer,
  makeJsonAnswer,
  makeOpenaiAnswer,
} from './model-answer.ts'
import { getModel, isRecord } from './model-texts.ts'

interface ModelCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly answer: (call: ModelCall) => ModelAnswer
}

/** Covers enough of four protocols for an agent to finish its turn. */
const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/messages$/,
    answer: ({ body }) => makeAnthropicAnswer(getModel(body), wantsStream(body)),
  },
  {
    method: 'POST',
    path: /^\/v1\/messages\/count_tokens$/,
    answer: () => makeJsonAnswer({ input_tokens: 1 }),
  },
  {
    method: 'POST',
    path: /^\/v1\/responses$/,
    answer: ({ body }) => makeOpenaiAnswer(getModel(body), wantsStream(body)),
  },
  {
    method: 'POST',
    path: /^\/v1\/chat\/completions$/,
    answer: ({ body }) => makeChatAnswer(getModel(body), wantsStream(body)),
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
  // Agents check that the server is up before they send a request.
  { method: 'GET', path: /^\/$/, answer: () => makeJsonAnswer({}) },
]

export function answerRequest(call: ModelCall): ModelAnswer {
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const route = routes.find((candidate) => candidate.method === method && candidate.path.test(call.path))
  if (route === undefined) return makeErrorAnswer(404, `not found: ${call.method} ${call.path}`)
  if (method === 'POST' && !isRecord(call.body)) return makeErrorAnswer(400, 'the body is not a JSON object')
  return route.answer(call)
}

export const makeErrorAnswer = (status: number, message: string): ModelAnswer =>
  makeJsonAnswer({ error: { message } }, status)

/** Returns the model that a path names; Gemini's paths do. */
export function parseModelFromPath(path: string): string | null {
  return /\/models\/([^/:]+):/.exec(path)?.[1] ?? null
}

const wantsStream = (body: unknown): boolean => isRecord(body) && body.stream === true
